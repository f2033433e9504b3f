// The list of endgames: the best known first, all of them under a search box.

import { capital } from "../../chess";
import { fill, h, unique } from "../../dom";
import type { GameId } from "../../games";
import { difficulty, men } from "../../parts";
import type { Endgame } from "../../types";

const FIRST_ANTICHESS = ["NNvR", "RRvK", "KvR", "QRvK", "KNvR", "BvP", "PvP", "QvR"];
const KNOWN = ["KQK", "KRK", "KPK", "KBBK", "KBNK", "KQKR", "KQKP", "KRKP", "KRPKR", "KRKB", "KRKN", "KBBKN"];

/** Where to begin in the other games. */
const FIRST: Record<GameId, string[]> = { chess: KNOWN, antichess: FIRST_ANTICHESS, suicide: FIRST_ANTICHESS, checkers: ["KKvK", "KKvM", "KMvK", "KKvKM", "KKKvK", "KKvKK"] };

/** The endgame that was typed by its very name: KBNK is not KBNKN. */
export const exact = (endgames: readonly Endgame[], typed: string) => endgames.filter((one) => one.material.toLowerCase() === typed.trim().toLowerCase());

/** A searchable radio group. */
export function picker(game: GameId, endgames: Endgame[], chosen: string, onpick: (material: string) => void): HTMLElement {
  const name = unique("endgame");
  const list = h("div", { class: "picker", role: "radiogroup", "aria-labelledby": "which" });
  const search = h("input", { type: "search", placeholder: game === "checkers" ? "Search: king, man, KKvM …" : `Search: rook, pawn, ${game === "chess" ? "KQKR" : "KQvR"} …`, "aria-label": "Search endgames", autocomplete: "off" });
  let now = chosen;

  const option = (one: Endgame) => {
    const input = h("input", { type: "radio", name, value: one.material, checked: one.material === now });
    input.addEventListener("change", () => {
      now = one.material;
      onpick(now);
    });
    return h("label", null, input, h("b", null, capital(one.name), h("span", { class: "unseen" }, ` ${one.material}`)), men(one.material, game), one.difficulty === null && game !== "chess" ? null : difficulty(one.difficulty));
  };
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (one: Endgame) => words.every((word) => `${one.name} ${one.material} ${one.men} men`.toLowerCase().includes(word));
    const known = FIRST[game].map((material) => endgames.find((one) => one.material === material)).filter((one): one is Endgame => one !== undefined && fits(one));
    const named = exact(endgames, search.value);
    const group = (men: number) => endgames.filter((one) => one.men === men && fits(one) && !known.includes(one) && !named.includes(one));
    const section = (title: string, some: Endgame[]) => (some.length ? [h("h3", null, title), ...some.map(option)] : []);
    fill(list, section("What you typed", named), section("Start here", known.filter((one) => !named.includes(one))), ...[2, 3, 4, 5].map((men) => section(`${["Two", "Three", "Four", "Five"][men - 2]} men`, group(men))));
    if (!list.childElementCount) fill(list, h("p", { class: "quiet", style: { padding: "12px" } }, `No endgame of up to ${game === "chess" ? "five" : "four"} men is called that.`));
  };
  search.addEventListener("input", show);
  show();
  requestAnimationFrame(() => {
    const at = list.querySelector<HTMLElement>("label:has(:checked)");
    if (at && at.offsetTop + at.offsetHeight > list.offsetTop + list.clientHeight) list.scrollTop = at.offsetTop - list.offsetTop - 60;
  });
  return h("div", null, search, list);
}
