// Small pieces several pages share: complaints, progress bars, the competence slider, stars, move lists.

import { Refused, type Progress } from "./api";
import { capital, figurine, figures, numbering, spoken } from "./chess";
import { h, svg, unique } from "./dom";
import type { GameId } from "./games";
import type { CompetenceWord, EndgamePeople, Model } from "./types";

/** What went wrong, in a sentence, with a way on. */
export function complaint(error: unknown, again?: () => void): HTMLElement {
  const sentence = capital(error instanceof Error ? error.message : String(error));
  return h("div", { class: "complaint", role: "alert" }, h("p", null, sentence), again ? h("button", { type: "button", onclick: again }, "Try again") : null);
}

export interface Bar {
  element: HTMLElement;
  show(now: Progress): void;
}

/** Work that goes on in the server, and a way to stop it. */
export function progressBar(what: string, stop?: () => void): Bar {
  const bar = h("progress", { max: "1", "aria-label": what });
  const text = h("span", null, what);
  return {
    element: h("div", { class: "working", role: "status" }, text, bar, stop ? h("button", { type: "button", onclick: stop }, "Cancel") : null),
    show({ done, total, what: doing }) {
      if (total > 0) bar.value = done / total;
      const share = total > 0 ? ` · ${Math.round((100 * done) / total)} %` : "";
      text.textContent = `${what}${doing && doing !== what ? `: ${doing}` : ""}${share}`;
    },
  };
}

/** Shows progress in `place` while `work` goes on; the cancel button aborts it. */
export async function working<T>(place: HTMLElement, what: string, work: (show: (now: Progress) => void, signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const bar = progressBar(what, () => stop.abort());
  bar.element.hidden = true;
  place.replaceChildren(bar.element);
  const late = setTimeout(() => (bar.element.hidden = false), 250);
  try {
    return await work(bar.show, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) throw new Refused(499, "Cancelled. Nothing was changed.");
    throw error;
  } finally {
    clearTimeout(late);
    bar.element.remove();
  }
}

/** The model behind a competence, in the words of the command line. */
export function modelSaid(model: Model): string {
  const more = [model.avoid_losses ? "losses avoided" : "", model.horizon === null ? "" : `horizon ${model.horizon}`, model.weights === null ? "" : `weights ${model.weights}`];
  return ["Model: kappa " + model.kappa, "concede " + model.concede, ...more].filter(Boolean).join(", ");
}

/** The nearest word at or below a competence. */
export function wordFor(c: number, words: readonly CompetenceWord[]): string {
  return [...words].sort((a, b) => a.c - b.c).filter((one) => one.c <= c)?.at(-1)?.word ?? "";
}

/** Which people play an endgame with this competence: "plays like about 2200 (FIDE)". Where nobody has measured it, nothing. */
export function likePeople(c: number, material: string, role: EndgamePeople["role"], all: readonly EndgamePeople[]): string {
  const found = all.find((one) => one.material === material && one.role === role);
  if (!found) return "";
  const { ratings, scale } = found;
  const of = `people do in ${material} when they ${role === "wins" ? "have the win" : "are lost"}`;
  const [least, most] = [ratings[0], ratings[ratings.length - 1]];
  if (c < least.c) return `Worse than players of about ${least.elo} (${scale}): measured as ${of}.`;
  if (c > most.c) return `Better than players of about ${most.elo} (${scale}): measured as ${of}.`;
  const above = Math.max(1, ratings.findIndex((one) => one.c >= c));
  const [a, b] = [ratings[above - 1], ratings[above]];
  const elo = b.c > a.c ? a.elo + ((c - a.c) / (b.c - a.c)) * (b.elo - a.elo) : a.elo;
  return `Plays like about ${Math.round(elo / 50) * 50} (${scale}), as ${of}.`;
}

/** A slider for competence, with words on it; `like` says below it who plays so. Players are told the word, and not the number. */
export function competenceSlider(label: string, c: number, most: number, words: readonly CompetenceWord[], onchange: (c: number) => void, like?: (c: number) => string, isBare = true): HTMLElement {
  const id = unique("competence");
  const list = unique("words");
  const said = h("output", { for: id });
  const people = h("p", { class: "small-print like-people" });
  const input = h("input", { id, type: "range", min: "0", max: String(most), step: "1", value: String(c), list });
  const show = () => {
    const word = wordFor(input.valueAsNumber, words);
    said.replaceChildren(...(isBare ? [h("b", null, `c = ${input.value}`), word ? ` · ${word}` : ""] : [h("b", null, capital(word))]));
    input.setAttribute("aria-valuetext", isBare ? `${input.value}, ${word}` : word);
    people.textContent = like?.(input.valueAsNumber) ?? "";
  };
  input.addEventListener("input", () => {
    show();
    onchange(input.valueAsNumber);
  });
  show();
  const ends = [...words].filter((one) => one.c <= most);
  return h(
    "div",
    { class: "slider" },
    h("label", { for: id }, label),
    said,
    input,
    h("datalist", { id: list }, ends.map((one) => h("option", { value: String(one.c) }))),
    h(
      "div",
      { class: "words", "aria-hidden": "true" },
      spaced(ends, most / 6).map((one, index, all) => h("span", { class: index % 2 && index < all.length - 1 ? "hide-narrow" : null, style: { left: `${(100 * one.c) / most}%` } }, one.word)),
    ),
    like ? people : null,
  );
}

/** As many words as can stand side by side: the first and the last always. */
function spaced(words: readonly CompetenceWord[], gap: number): CompetenceWord[] {
  const last = words.at(-1);
  const kept: CompetenceWord[] = [];
  for (const word of words) {
    const from = kept.at(-1)?.c ?? -gap;
    if (word === last || (word.c - from >= gap && (!last || last.c - word.c >= gap))) kept.push(word);
  }
  return kept;
}

/** Difficulty from 1 to 5, in words. */
export const LEVELS = ["easy", "fair", "tricky", "hard", "very hard"];

/** The same as dots. */
export function difficulty(level: number | null): HTMLElement {
  if (level === null) return h("span", { class: "dots unknown", title: "never won" }, "–");
  return h(
    "span",
    { class: "dots", role: "img", "aria-label": `difficulty ${level} of 5, ${LEVELS[level - 1]}`, title: LEVELS[level - 1] },
    [1, 2, 3, 4, 5].map((at) => h("i", { class: at <= level ? "on" : null })),
  );
}

/** An endgame's men. */
export const men = (material: string, game: GameId = "chess") => h("span", { class: "men", "aria-label": material, role: "img", title: material }, figures(material, game));

/** A move in figurines, heard in words. */
export const moveText = (san: string) => h("span", { class: "san", "aria-label": spoken(san), role: "img" }, figurine(san));

export interface Listed {
  ply: number;
  san: string;
  mark?: { text: string; kind: "good" | "fair" | "bad" | "only"; title: string } | null;
}

/** Moves in two columns, each of which can be pressed. */
export function moveList(startFen: string, moves: readonly Listed[], at: number | null, onpick: (index: number) => void): HTMLElement {
  const { first, blackFirst } = numbering(startFen);
  const list = h("ol", { class: "moves", "aria-label": "Moves" });
  let row: HTMLElement | null = null;
  moves.forEach((move, index) => {
    const black = (index + (blackFirst ? 1 : 0)) % 2 === 1;
    if (!row || !black) {
      const number = first + Math.floor((index + (blackFirst ? 1 : 0)) / 2);
      row = h("li", null, h("span", { class: "number", "aria-hidden": "true" }, `${number}.`), black ? h("span", { class: "empty" }, "…") : null);
      list.append(row);
    }
    row.append(
      h(
        "button",
        { type: "button", "data-index": index, "aria-current": index === at ? "true" : null, onclick: () => onpick(index) },
        moveText(move.san),
        move.mark ? h("small", { class: move.mark.kind, title: move.mark.title, role: "img", "aria-label": move.mark.title }, move.mark.text) : null,
      ),
    );
  });
  return list;
}

/** Small drawings used in buttons. */
export const icon = (path: string) => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: path }));
export const ICONS = {
  flip: "M7 4v14M7 18l-3-3M7 18l3-3M17 20V6M17 6l-3 3M17 6l3 3",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  back: "M9 7l-5 5 5 5M4 12h11a5 5 0 0 1 0 10h-2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.5.4.8 1 .8 1.6h5.4c0-.6.3-1.2.8-1.6A6 6 0 0 0 12 3z",
  flag: "M5 21V4h11l-2 4 2 4H5",
};
