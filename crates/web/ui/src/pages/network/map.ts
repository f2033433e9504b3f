// The board under one man: what the network expects with it on every square, and what is true.

import { get } from "../../api";
import type { Board } from "../../board";
import { men, ROLES, type Man } from "../../chess";
import { fill, h, unique } from "../../dom";
import type { NetworkChart, NetworkSquare } from "../../types";

export class Map {
  readonly controls: HTMLElement;
  readonly legend = h("p", { class: "small-print", id: "map-legend" });
  private readonly layer = h("div", { class: "heat network-map", "aria-hidden": "true" });
  private readonly select: HTMLSelectElement;
  private fen = "";
  private asked = 0;

  constructor(
    private readonly board: Board,
    private readonly failed: (error: unknown) => void,
  ) {
    const id = unique("map");
    this.select = h("select", { id, onchange: () => void this.draw(this.fen) });
    this.controls = h("div", { class: "row" }, h("label", { for: id }, "Map of"), this.select);
  }

  /** Draws the map of the man that is chosen, if any. */
  async draw(fen: string): Promise<void> {
    this.fen = fen;
    this.offer(men(fen));
    const chosen = men(fen).find((man) => letter(man) === this.select.value);
    if (!chosen) return this.clear();
    const mine = ++this.asked;
    try {
      const chart = await get<NetworkChart>(`/network/chart?fen=${encodeURIComponent(fen)}&piece=${letter(chosen)}${chosen.square}`);
      if (mine === this.asked) this.paint(chart, chosen);
    } catch (error) {
      if (mine === this.asked) this.failed(error);
    }
  }

  clear() {
    this.asked++;
    this.layer.remove();
    this.board.frame.classList.remove("heated");
    fill(this.legend);
  }

  /** The men that can be chosen: as before if it is still there. */
  private offer(there: Man[]) {
    const options = there.map((man) => [letter(man), `${man.color === "white" ? "White" : "Black"}'s ${ROLES[man.letter.toLowerCase() as "k"]}`]);
    const known = [...this.select.options].map((option) => option.value).join();
    if (known === ["", ...options.map(([value]) => value)].join()) return;
    const before = this.select.value;
    fill(this.select, [["", "nobody"], ...options].map(([value, name]) => h("option", { value, selected: value === before }, name)));
  }

  private paint(chart: NetworkChart, man: Man) {
    const on = new globalThis.Map(chart.squares.map((one) => [one.square, one]));
    const white = this.board.orientation === "white";
    const ranks = white ? [8, 7, 6, 5, 4, 3, 2, 1] : [1, 2, 3, 4, 5, 6, 7, 8];
    const files = white ? [..."abcdefgh"] : [..."hgfedcba"];
    fill(
      this.layer,
      ranks.flatMap((rank) => files.map((file) => cell(`${file}${rank}`, on.get(`${file}${rank}`), man.square))),
    );
    this.board.frame.prepend(this.layer);
    this.board.frame.classList.add("heated");
    const wrong = chart.squares.filter((square) => square.guess !== square.truth.outcome).length;
    fill(this.legend, `${chart.man} on every square. Colours: what the network expects for the side to move, from loss (red) to win (green). Figures: the truth, in moves; = a draw. Framed: the network is wrong, on ${wrong} of ${chart.squares.length} squares.`);
  }
}

const letter = (man: Man) => (man.color === "white" ? man.letter : man.letter.toLowerCase());

function cell(name: string, square: NetworkSquare | undefined, home: string): HTMLElement {
  const wrong = square !== undefined && square.guess !== square.truth.outcome;
  const classes = [name === home ? "self" : "", wrong ? "wrong" : ""].filter(Boolean).join(" ");
  const text = square ? (square.truth.outcome === "draw" ? "=" : String(square.truth.depth ?? "")) : "";
  return h("span", { "data-square": name, class: classes || null, style: { background: square ? shade(square.expected_score) : "var(--nowhere)" } }, text);
}

/** From loss over draw to win. */
function shade(score: number): string {
  const end = score >= 0.5 ? "--win" : "--loss";
  const share = (100 * Math.abs(score - 0.5) * 2).toFixed(0);
  return `color-mix(in oklab, var(${end}) ${share}%, var(--drawn))`;
}
