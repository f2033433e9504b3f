// A whole game: chosen from a PGN, valued move by move in the server, shown when it is done or stopped.

import { follow, get, postText, Refused } from "../../api";
import { capital } from "../../chess";
import { fill, h, unique } from "../../dom";
import { handed } from "../../handed-game";
import type { Leave } from "../../main";
import { complaint, progressBar } from "../../parts";
import type { GameReview, OfferedEngines, OfferedGame } from "../../types";
import { checkSize, dropBox } from "./drop";
import { reviewView } from "./review";

const POOLS = [
  ["", "as the game says"],
  ["fide", "FIDE, classical"],
  ["rapid", "FIDE, online rapid"],
  ["lichess", "Lichess, blitz"],
  ["fics", "FICS"],
] as const;

/** Stays while one looks at other pages. */
let kept: { pgn: string; games: OfferedGame[]; chosen: number; id: number; review: GameReview } | null = null;
const wishes = { engine: "", pool: "" };

interface Before {
  pgn: string;
  chosen: number;
  id: number;
}

const KEY = "fallible-review";

function remember(before: Before) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(before));
  } catch {
    // A browser without room keeps nothing.
  }
}

function remembered(): Before | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

export async function loadReview(id: number): Promise<GameReview> {
  return get<GameReview>(`/review/${id}`);
}

export function mount(root: HTMLElement): Leave {
  const [list, waiting, stage, setup] = [h("div"), h("div", { "aria-live": "polite" }), h("div"), h("div", { class: "review-setup" })];
  let leave: Leave | void;
  let running: AbortController | null = null;
  let gone = false;
  /** Assesses the game that is looked at once more: with another engine, or by other ratings. */
  let again: () => void = () => undefined;

  const clear = () => {
    running?.abort();
    leave?.();
    leave = undefined;
    fill(stage);
    fill(waiting);
  };
  const show = () => {
    if (!kept || gone) return;
    leave?.();
    const now = kept;
    leave = reviewView(stage, kept.review, async () => {
      now.review = await loadReview(now.id);
      if (kept === now) show();
    });
  };

  const review = async (pgn: string, games: OfferedGame[], chosen: number) => {
    clear();
    again = () => void review(pgn, games, chosen);
    drawList(pgn, games, chosen);
    const mine = (running = new AbortController());
    const bar = progressBar("Valuing the moves", () => mine.abort());
    bar.element.querySelector("button")?.replaceChildren("Stop");
    fill(waiting, bar.element);
    const finished = async (id: number, trouble: unknown) => {
      const found = await loadReview(id);
      if (gone || running !== mine) return;
      fill(waiting, trouble ? complaint(trouble) : null);
      if (!found.valued) return;
      kept = { pgn, games, chosen, id, review: found };
      remember({ pgn, chosen, id });
      show();
    };
    let id = 0;
    try {
      const query = new URLSearchParams({ game: String(chosen), ...(wishes.engine ? { engine: wishes.engine } : {}), ...(wishes.pool ? { pool: wishes.pool } : {}) });
      ({ job: id } = (await (await postText(`/review?${query}`, pgn, mine.signal)).json()) as { job: number });
      if (mine.signal.aborted) throw new Refused(499, "Stopped.");
      await follow(id, bar.show, mine.signal);
      await finished(id, null);
    } catch (error) {
      if (gone || running !== mine) return;
      const stopped = mine.signal.aborted;
      if (!id) return fill(waiting, complaint(stopped ? new Refused(499, "Stopped before the first move.") : error));
      const told = stopped ? null : error;
      await finished(id, told).catch((other) => fill(waiting, complaint(other)));
      if (stopped && !kept?.review.valued) fill(waiting, complaint(new Refused(499, "Stopped before the first move.")));
    }
  };

  const drawList = (pgn: string, games: OfferedGame[], chosen: number | null) => {
    drop.shrink();
    if (games.length < 2) return fill(list);
    const row = (game: OfferedGame) => {
      const names = `${game.white} – ${game.black}`;
      const pick = () => void review(pgn, games, game.index);
      return h(
        "tr",
        { class: game.problem ? null : "pick", "aria-selected": String(game.index === chosen), onclick: game.problem ? null : pick },
        h("td", null, String(game.index)),
        h("td", null, game.problem ? h("span", { class: "quiet" }, `${names}: ${game.problem}`) : h("button", { type: "button", class: "link" }, names)),
        h("td", { class: "hide-narrow" }, [game.event, game.date].filter(Boolean).join(", ")),
        h("td", { class: "figure hide-narrow" }, game.problem ? "" : String(Math.ceil(game.plies / 2))),
        h("td", { class: "nowrap" }, game.result.replaceAll("1/2", "½")),
      );
    };
    const heads = h("tr", null, ["Number", "Game", "Event", "Moves", "Result"].map((name, at) => h("th", { scope: "col", class: at === 2 || at === 3 ? "hide-narrow" : null }, at ? name : h("span", { class: "unseen" }, name))));
    fill(list, h("section", { class: "card", style: { "margin-top": "20px" } }, h("h2", null, chosen === null ? `${games.length} games: choose one` : `${games.length} games`), h("div", { class: "scroll", style: { "max-height": "240px" } }, h("table", { id: "games" }, h("thead", null, heads), h("tbody", null, games.map(row))))));
  };

  const take = async (pgn: string) => {
    clear();
    again = () => undefined;
    fill(list);
    try {
      checkSize(pgn);
      const games = (await (await postText("/review/games", pgn)).json()) as OfferedGame[];
      if (gone) return;
      const good = games.filter((game) => !game.problem);
      if (games.length === 1 && games[0].problem) throw new Refused(400, `This game cannot be assessed: ${games[0].problem}`);
      if (good.length === 1) await review(pgn, games, good[0].index);
      else drawList(pgn, games, null);
    } catch (error) {
      if (!gone) fill(waiting, complaint(error));
    }
  };
  const drop = dropBox("Every move is valued by an engine on this machine, and the last ones by the tables. Nothing leaves this machine.", { path: "/example-game.pgn", name: "example-game.pgn" }, take);

  /** After a reload: the server still knows the review, and this tab its number. */
  const found = async () => {
    const before = remembered();
    if (!before) return;
    try {
      const [games, review] = await Promise.all([postText("/review/games", before.pgn).then((answer) => answer.json() as Promise<OfferedGame[]>), loadReview(before.id)]);
      if (gone || kept || !review.valued) return;
      kept = { ...before, games, review };
      drawList(before.pgn, games, before.chosen);
      show();
    } catch {
      // It is gone: the page begins as ever.
    }
  };

  const settings = async () => {
    const offered = await get<OfferedEngines>("/engines");
    if (!offered.engines.some((one) => one.engine === wishes.engine)) wishes.engine = offered.engines[0].engine;
    const [engineId, poolId] = [unique("engine"), unique("pool")];
    const engine = h("select", { id: engineId }, offered.engines.map((one) => h("option", { value: one.engine, selected: one.engine === wishes.engine }, `${capital(one.name)}, depth ${one.depth}`)));
    const pool = h("select", { id: poolId }, POOLS.map(([value, text]) => h("option", { value, selected: value === wishes.pool }, text)));
    engine.addEventListener("change", () => {
      wishes.engine = engine.value;
      again();
    });
    pool.addEventListener("change", () => {
      wishes.pool = pool.value;
      again();
    });
    fill(setup, h("div", null, h("label", { for: engineId }, "Engine"), engine), h("div", null, h("label", { for: poolId }, "Ratings are"), pool), offered.hint ? h("p", { class: "remark", id: "engine-hint" }, offered.hint) : null);
  };

  fill(root, drop.element, setup, waiting, list, stage);
  settings().catch((error) => fill(setup, complaint(error)));
  // A game that was played here.
  const given = handed();
  if (given) void take(given);
  else if (kept) {
    const { pgn, games, chosen } = kept;
    again = () => void review(pgn, games, chosen);
    drawList(pgn, games, chosen);
    show();
  } else void found();
  return () => {
    gone = true;
    running?.abort();
    leave?.();
  };
}
