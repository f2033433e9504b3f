// The day's five positions: one good move in each, judged by the tables.

import { get, post, solvedFirst } from "../../api";
import { Board } from "../../board";
import { capital, figurine, spoken, turn } from "../../chess";
import { action, announce, fill, h } from "../../dom";
import type { Leave } from "../../main";
import { complaint, working } from "../../parts";
import type { PlainMove, Position, Today, TodaysAnswer } from "../../types";
import { dots } from ".";
import { today as ours } from "./day";

export async function five(root: HTMLElement): Promise<Leave> {
  let today = await get<Today>(`/today?day=${ours()}`);
  let at = Math.max(0, today.positions.findIndex((one) => one.right === null));
  let position: Position | null = null;
  let board: Board | null = null;
  let busy = false;
  let gone = false;
  const side = h("div", { class: "beside" });
  const stage = h("div", { class: "board-side" });
  const notice = h("div", { "aria-live": "polite" });

  const task = () => (position?.value.outcome === "win" ? "Find a move that wins quickest." : position?.value.outcome === "draw" ? "Find a move that holds the draw." : "Find the move that lasts longest.");
  const isLast = () => today.positions.every((one) => one.right !== null);

  const panel = (told: HTMLElement | null, over: boolean) => {
    const one = today.positions[at];
    fill(
      side,
      h(
        "section",
        { class: "card", id: "five" },
        h("div", { class: "status" }, h("b", { id: "place" }, `${at + 1} of ${today.positions.length}`), dots(today, at)),
        h("h2", null, capital(one.title)),
        h("p", { class: "quiet" }, figurine(one.why)),
        h("p", null, h("b", null, `${capital(turn(one.fen))} to move. `), over ? "" : task()),
        told,
        h("div", { class: "row" }, over ? null : action("Show the answer", () => give(), { id: "show-answer" }), over ? onward() : null, over && position ? h("a", { class: "button", href: `#/practise?fen=${encodeURIComponent(one.fen)}` }, "Play it out") : null),
      ),
    );
  };

  const onward = () => {
    const next = [...today.positions.keys()].map((step) => (at + 1 + step) % today.positions.length).find((index) => today.positions[index].right === null);
    if (next !== undefined) return action("Next", () => open(next), { class: "primary", id: "next-of-five" });
    return action(isLast() ? "Finish" : "Back", () => finish(), { class: "primary", id: "finish" });
  };

  /** The best moves shown: an answer that was not found. */
  const give = () => {
    const worst = position?.moves.at(-1);
    if (worst) void answer(worst, true);
  };

  const answer = async (made: PlainMove, gaveUp = false) => {
    if (busy || !position) return;
    busy = true;
    const one = today.positions[at];
    const first = one.right === null;
    try {
      const said = await working(notice, "Preparing this endgame, once only", (show, signal) => solvedFirst(() => post<TodaysAnswer>("/today", { day: today.day, fen: one.fen, uci: made.uci }), show, signal));
      today = said.today;
      const move = position.moves.find((each) => each.uci === made.uci);
      if (said.right && move && !gaveUp) board?.show({ fen: move.fen_after, last: move.uci });
      else board?.show({ fen: one.fen, check: position.check, moves: said.right || gaveUp ? [] : position.moves });
      const over = said.right || gaveUp;
      board?.arrows(gaveUp || (said.right && !move?.optimal) ? said.best.slice(0, 3).map(({ uci }) => ({ uci, brush: "green" })) : []);
      const best = said.best.slice(0, 3).map(({ san }) => figurine(san)).join(", ");
      const told = gaveUp ? h("p", { class: "verdict bad", id: "told" }, "Best is ", h("b", { class: "san" }, best), ".") : h("p", { class: `verdict ${said.right ? "good" : "bad"}`, id: "told" }, h("b", null, said.right ? "Right: " : "Not yet: "), figurine(said.sentence), said.right ? "" : first ? " It comes back tomorrow; find the better move now." : " Try another one.");
      panel(told, over);
      announce(told.textContent ?? "");
    } catch (error) {
      board?.restore();
      fill(notice, complaint(error));
    } finally {
      busy = false;
    }
  };

  const open = async (index: number) => {
    at = index;
    position = null;
    const one = today.positions[at];
    board?.destroy();
    board = new Board((move) => void answer(move), turn(one.fen));
    const typing = board.typing();
    fill(stage, board.element, typing, notice);
    board.show({ fen: one.fen });
    panel(null, one.right !== null);
    try {
      const found = await working(notice, "Preparing this endgame, once only", (show, signal) => solvedFirst(() => get<Position>(`/position?fen=${encodeURIComponent(one.fen)}`, signal), show, signal));
      if (gone || at !== index) return;
      position = found;
      board.show({ fen: one.fen, check: found.check, moves: found.moves });
      panel(one.right === null ? null : h("p", { class: "quiet" }, `Answered today: ${one.right ? "right" : "not right at first"}.`), one.right !== null);
      announce(`${spoken(capital(turn(one.fen)))} to move. ${task()}`);
    } catch (error) {
      if (!gone) fill(notice, complaint(error));
    }
  };

  const finish = () => {
    const right = today.positions.filter((one) => one.right).length;
    fill(
      root,
      h("div", { class: "title" }, h("h1", null, "Today")),
      h(
        "section",
        { class: "card empty-page", id: "day-done" },
        h("h2", null, `${right} of ${today.positions.length} right at the first try`),
        dots(today),
        h("p", { class: "streak" }, h("b", null, `${today.streak} ${today.streak === 1 ? "day" : "days"} in a row`)),
        h("p", { class: "quiet" }, right === today.positions.length ? "They come back in a while, later each time." : "What was wrong comes back tomorrow, the others later each time."),
        h("a", { class: "button primary", href: "#/today" }, "Done"),
      ),
    );
  };

  fill(root, h("div", { class: "title" }, h("h1", null, "Today"), h("div", { class: "end" }, h("a", { class: "button", href: "#/today" }, "Back"))), h("div", { class: "columns board-first" }, stage, side));
  void open(at);
  return () => {
    gone = true;
    board?.destroy();
  };
}
