// The board under one man: what the position would be worth with that man on every other square.

import { get } from "../../api";
import type { Board } from "../../board";
import { capital, men, ROLES, worth, type Man } from "../../chess";
import { fill, h } from "../../dom";
import { complaint } from "../../parts";
import type { Chart, Color, Value } from "../../types";
import type { Parts } from "./parts";

export function heatCard({ game, fen, destroy }: Parts, board: Board): HTMLElement | null {
  if (game !== "chess") return null;
  const note = h("div", { "aria-live": "polite" });
  const layer = h("div", { class: "heat", "aria-hidden": "true" });
  const clear = () => {
    layer.remove();
    board.frame.classList.remove("heated");
  };
  destroy.push(clear);
  const buttons = men(fen).map((man) => {
    const name = `${capital(man.color)} ${ROLES[man.letter.toLowerCase() as "k"]} ${man.square}`;
    const button = h("button", { type: "button", "aria-pressed": "false", "data-man": man.letter + man.square, onclick: () => void press(button, man) }, name);
    return button;
  });
  const press = async (button: HTMLButtonElement, man: Man) => {
    const on = button.getAttribute("aria-pressed") === "true";
    buttons.forEach((one) => one.setAttribute("aria-pressed", "false"));
    clear();
    fill(note);
    if (on) return;
    try {
      const piece = (man.color === "white" ? man.letter : man.letter.toLowerCase()) + man.square;
      const chart = await get<Chart>(`/chart?fen=${encodeURIComponent(fen)}&piece=${piece}`);
      button.setAttribute("aria-pressed", "true");
      paint(layer, chart, man, board.orientation);
      board.frame.prepend(layer);
      board.frame.classList.add("heated");
      fill(note, summary(chart));
      board.frame.scrollIntoView({ block: "nearest", behavior: "smooth" });
    } catch (error) {
      fill(note, complaint(error));
    }
  };
  return h("section", { class: "card", id: "heat" }, h("h2", null, "If a man stood elsewhere"), h("p", { class: "quiet" }, "Choose a man: the board shows what the position would be worth, for the side to move, with it on each square."), h("div", { class: "row" }, buttons), note);
}

/** Deeper is paler; wins green, losses red, draws grey. */
function shade(value: Value, deepest: number): string {
  if (value.outcome === "draw") return "var(--drawn)";
  const share = 100 - (70 * (value.depth ?? 0)) / Math.max(1, deepest);
  return `color-mix(in oklab, var(--${value.outcome}) ${share.toFixed(0)}%, #f3f0e6)`;
}

function paint(layer: HTMLElement, chart: Chart, man: Man, orientation: Color) {
  const on = new Map(chart.squares.map((one) => [one.square, one]));
  const deepest = Math.max(1, ...chart.squares.map((one) => one.value?.depth ?? 0));
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1];
  const files = [..."abcdefgh"];
  const squares = (orientation === "white" ? ranks : ranks.reverse()).flatMap((rank) => (orientation === "white" ? files : [...files].reverse()).map((file) => `${file}${rank}`));
  fill(
    layer,
    squares.map((square) => {
      const { value = null, man: other } = on.get(square) ?? {};
      return h(
        "span",
        { "data-square": square, class: square === man.square ? "self" : null, style: { background: value ? shade(value, deepest) : "var(--nowhere)" } },
        value ? (value.outcome === "draw" ? "=" : String(value.depth ?? "")) : other ? "" : "·",
      );
    }),
  );
}

function summary(chart: Chart): HTMLElement {
  const values = chart.squares.flatMap(({ square, value }) => (value ? [[square, value] as const] : []));
  const count = (outcome: string) => values.filter(([, value]) => value.outcome === outcome).length;
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: "scale" },
      (["win", "draw", "loss"] as const).map((outcome) => h("span", { style: { "--dot": `var(--${outcome === "draw" ? "drawn" : outcome})` } }, `${count(outcome)} ${outcome === "loss" ? "losses" : `${outcome}s`}`)),
      h("span", { style: { "--dot": "var(--nowhere)" } }, "not legal"),
      h("i", null, "paler is deeper"),
    ),
    h("details", { class: "data" }, h("summary", null, "Square by square"), h("p", { class: "small-print" }, values.map(([square, value]) => `${square} ${worth(value)}`).join(", "))),
  );
}
