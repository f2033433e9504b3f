// Elements made in one line, and the few things done to them.

type Child = Node | string | number | null | undefined | false | Child[];
type Props = Record<string, unknown>;

/** `h("button", { class: "primary", onclick: go }, "Start")`. Text is always text, never markup. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props?: Props | null, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  dress(element, props);
  append(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for drawings. */
export function svg(tag: string, props?: Props | null, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  append(element, children);
  return element;
}

function dress(element: Element, props?: Props | null) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "style") Object.entries(value as Record<string, string>).forEach(([key, to]) => (element as HTMLElement).style.setProperty(key, to));
    else if (name in element && !(element instanceof SVGElement) && ["value", "checked", "disabled", "selected", "hidden", "open", "htmlFor"].includes(name))
      (element as unknown as Props)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function append(element: Element, children: Child[]) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/** Puts new content in place of the old. */
export function fill(element: Element, ...children: Child[]) {
  element.replaceChildren();
  append(element, children);
}

/** Says a sentence to people who listen to the page. */
export function announce(sentence: string) {
  const place = document.getElementById("announcer");
  if (!place) return;
  // A repeated sentence is spoken again only if the text changes in between.
  place.textContent = "";
  setTimeout(() => (place.textContent = sentence), 30);
}

/** A button that is busy while its work goes on, and cannot be pressed twice. */
export function action(label: Child, work: () => Promise<unknown> | void, props: Props = {}): HTMLButtonElement {
  const button = h("button", { type: "button", ...props }, label);
  button.addEventListener("click", async () => {
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    try {
      await work();
    } finally {
      button.ariaBusy = null;
    }
  });
  return button;
}

/** One choice of a few, shown side by side as a radio group. */
export function segmented<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  chosen: T,
  onchange: (value: T) => void,
): HTMLFieldSetElement {
  const name = `choice-${++count}`;
  return h(
    "fieldset",
    { class: "segmented" },
    label ? h("legend", null, label) : null,
    h(
      "div",
      { class: "options" },
      options.map(([value, text]) =>
        h(
          "label",
          null,
          h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }),
          h("span", null, text),
        ),
      ),
    ),
  );
}

let count = 0;
/** A name no other element has. */
export const unique = (stem: string) => `${stem}-${++count}`;

/** A switch with a sentence beside it. */
export function toggle(label: string, on: boolean, onchange: (on: boolean) => void): HTMLLabelElement {
  const input = h("input", { type: "checkbox", role: "switch", checked: on });
  input.addEventListener("change", () => onchange(input.checked));
  return h("label", { class: "toggle" }, input, h("span", null, label));
}

/** Waits until nothing has happened for a while: for sliders that ask the server. */
export function settled(milliseconds: number, work: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(work, milliseconds);
  };
}
