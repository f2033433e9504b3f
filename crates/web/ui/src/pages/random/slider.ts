// A slider with its value beside its name.

import { h, unique } from "../../dom";

interface Range {
  min: number;
  max: number;
  step: number;
  value: number;
  say: (value: number) => string;
}

export function slider(label: string, { min, max, step, value, say }: Range, onchange: (value: number) => void): { element: HTMLElement; say: () => void } {
  const id = unique("slider");
  const said = h("output", { for: id });
  const input = h("input", { id, type: "range", min: String(min), max: String(max), step: String(step), value: String(value) });
  const show = () => {
    said.textContent = say(input.valueAsNumber);
    input.setAttribute("aria-valuetext", said.textContent);
  };
  input.addEventListener("input", () => {
    show();
    onchange(input.valueAsNumber);
  });
  show();
  return { element: h("div", { class: "slider" }, h("label", { for: id }, label), said, input), say: show };
}
