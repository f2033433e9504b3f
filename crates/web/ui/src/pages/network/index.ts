// The network: what it holds a position for, beside the truth; drag the men and see both change.

import { get, whenSolved } from "../../api";
import { Board } from "../../board";
import { capital, turn, worth } from "../../chess";
import { announce, fill, h, segmented, settled } from "../../dom";
import type { Leave } from "../../main";
import { complaint, working } from "../../parts";
import type { Color, NetworkAbout, NetworkView, PlainMove } from "../../types";
import { aboutCard } from "./about";
import { Map } from "./map";
import { Puzzles } from "./puzzles";

export async function mount(root: HTMLElement, _path: string[], query: URLSearchParams): Promise<Leave> {
  let asked = 0;
  const leaving = new AbortController();
  const notice = h("div", { "aria-live": "polite" });
  const verdict = h("section", { class: "card", id: "verdict", "aria-live": "polite" });
  const board = new Board((move: PlainMove) => puzzles.play(move), "white");
  const map = new Map(board, (error) => fill(notice, complaint(error)));
  const about = await working(root, "Solving the endgame", (show, signal) => whenSolved<NetworkAbout>("/network/about", show, AbortSignal.any([signal, leaving.signal])));
  let fen = query.get("fen") ?? about.start;

  /** The men go where the hand puts them. */
  const free = () => {
    setting.hidden = false;
    board.show({ fen, mover: null });
    board.cg.set({ movable: { free: true, color: "both", dests: undefined }, events: { change: () => soon() }, highlight: { lastMove: false } });
  };
  const look = async () => {
    const mine = ++asked;
    history.replaceState(null, "", `#/network?fen=${encodeURIComponent(fen)}`);
    box.value = fen;
    try {
      const view = await get<NetworkView>(`/network?fen=${encodeURIComponent(fen)}`, leaving.signal);
      if (mine !== asked) return;
      fill(notice);
      fill(verdict, said(view));
      announce(`The network says ${view.said.guess}, the truth is ${worth(view.truth)}.`);
      await map.draw(fen);
    } catch (error) {
      if (mine !== asked || leaving.signal.aborted) return;
      fill(verdict, h("h2", null, "No such position"));
      fill(notice, complaint(error));
      map.clear();
    }
  };
  const soon = settled(60, () => {
    fen = `${board.cg.getFen()} ${turn(fen) === "white" ? "w" : "b"} - - 0 1`;
    void look();
  });
  /** Another position, by FEN. */
  const go = (next: string) => {
    fen = next;
    side(turn(fen));
    free();
    void look();
  };
  const side = (to: Color) => {
    fen = `${fen.split(" ")[0]} ${to === "white" ? "w" : "b"} - - 0 1`;
    const input = sides.querySelector<HTMLInputElement>(`input[value="${to}"]`);
    if (input) input.checked = true;
  };
  const sides = segmented("", [["white", "White to move"], ["black", "Black to move"]] as const, turn(fen), (to) => (side(to), void look()));
  const box = h("input", { id: "fen", value: fen, spellcheck: "false", autocomplete: "off", maxlength: "100" });
  const puzzles = new Puzzles(board, about, (next) => go(next), () => {
    asked++;
    map.clear();
    fill(notice);
    setting.hidden = true;
    fill(verdict, h("h2", null, "What would you play?"), h("p", { class: "quiet" }, "The network has this position wrong. One move alone keeps what it is worth."));
  });

  // A puzzle is set up already: what sets up positions is out of the way until it is left.
  const setting = h(
    "div",
    { id: "setting" },
    h("div", { class: "spread", style: { "margin-top": "10px" } }, sides, map.controls),
    map.legend,
    h(
      "form",
      { class: "fen-box", onsubmit: (event: Event) => (event.preventDefault(), go(box.value.trim())) },
      h("label", { for: "fen" }, "Position as FEN"),
      box,
      h("button", { type: "submit" }, "Show"),
    ),
  );

  fill(
    root,
    h("div", { class: "title" }, h("h1", null, "Network"), h("p", null, `${about.endgame} in ${about.bytes} bytes: what a small network has made of it, and where it is wrong.`)),
    h(
      "div",
      { class: "columns board-first" },
      h(
        "div",
        { class: "board-side" },
        board.element,
        setting,
        notice,
      ),
      h("div", { class: "beside" }, verdict, puzzles.card, aboutCard(about)),
    ),
  );
  free();
  await look();
  await puzzles.load(leaving.signal);
  return () => {
    leaving.abort();
    board.destroy();
  };
}

/** What the network says, and what is true. */
function said(view: NetworkView): HTMLElement[] {
  const { said, truth, is_right } = view;
  const percent = `${(100 * said.expected_score).toFixed(1)} %`;
  const corrected = said.value === null || is_right ? "" : " Its file lists this position as an exception.";
  return [
    h("h2", null, `${capital(view.turn)} to move`),
    h(
      "dl",
      { class: "figures" },
      h("div", null, h("dt", null, "The network alone"), h("dd", { id: "guess", class: `value ${said.guess}` }, said.guess, h("small", null, `expects a score of ${percent}`))),
      h("div", null, h("dt", null, "The truth"), h("dd", { id: "truth", class: `value ${truth.outcome}` }, worth(truth))),
    ),
    h("p", { id: "agrees", class: is_right ? "quiet" : "wrong" }, is_right ? "They agree." : `The network is wrong here.${corrected}`),
  ];
}
