// What the network goes by: the inputs that it would miss most.

import { h } from "../../dom";
import type { NetworkAbout } from "../../types";

export function aboutCard(about: NetworkAbout): HTMLElement {
  const most = Math.max(1, ...about.inputs.map((input) => input.wrong_without));
  const rows = about.inputs.map((input) =>
    h(
      "tr",
      null,
      h("td", null, input.name),
      h("td", { class: "chance" }, h("div", { class: "bar" }, h("i", { style: { "--share": `${(100 * input.wrong_without) / most}%` } }), h("span", null, `${(input.wrong_without / 10).toFixed(1)} %`))),
    ),
  );
  return h(
    "section",
    { class: "card", id: "about" },
    h("h2", null, "What it goes by"),
    h("p", { class: "quiet" }, `${about.weights} weights, ${about.bytes} bytes${about.positions ? " with all exceptions" : ""}. These inputs it would miss most: the share of positions it would have wrong if one of them were always the same.`),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Inputs by importance" }, h("table", { class: "move-table" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, "Input"), h("th", { scope: "col" }, "Wrong without it"))), h("tbody", null, rows))),
    h("p", { class: "small-print" }, "Haworth & Velliste 1998. The same from the command line: ", h("code", null, "fallible net explain KPK"), "."),
  );
}
