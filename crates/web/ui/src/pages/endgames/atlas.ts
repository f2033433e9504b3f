// The table of all endgames, sorted as one likes, solved where one asks.

import { follow, get, post } from "../../api";
import { capital } from "../../chess";
import { action, fill, h, segmented } from "../../dom";
import { gameChoice } from "../../game-choice";
import { gameQuery, type GameId } from "../../games";
import { complaint, difficulty, men, working } from "../../parts";
import type { Endgame } from "../../types";
import { exact } from "../practise/picker";

type Column = "name" | "men" | "positions" | "deepest" | "difficulty";
const COLUMNS: [Column, string, boolean][] = [
  ["name", "Endgame", false],
  ["men", "Men", true],
  ["positions", "Positions", true],
  ["deepest", "Deepest", true],
  ["difficulty", "Difficulty", false],
];

const view = { sort: "men" as Column, down: false, size: "all" as "all" | "2" | "3" | "4" | "5", pawns: "all" as "all" | "with" | "without", search: "" };

/** Where an endgame is practised. */
export const practise = (game: GameId, material: string) => `#/practise?${new URLSearchParams({ ...(game === "chess" ? {} : { game }), material })}`;

export async function atlas(root: HTMLElement, game: GameId) {
  const list = () => get<Endgame[]>(`/endgames${gameQuery(game)}`);
  let endgames = await list();
  const sizes = game === "chess" ? (["3", "4", "5"] as const) : (["2", "3", "4"] as const);
  // The filters stay as they were left where they mean something.
  if (view.size !== "all" && !sizes.some((size) => size === view.size)) view.size = "all";
  if (game === "checkers") view.pawns = "all";
  const body = h("tbody");
  const heads = COLUMNS.map(([column, name, figure]) =>
    h(
      "th",
      { scope: "col", class: `${figure ? "figure" : ""} ${["positions", "men", "deepest"].includes(column) ? "hide-narrow" : ""}` },
      h("button", { type: "button", onclick: () => ((view.down = view.sort === column ? !view.down : figure && column !== "men"), (view.sort = column), show()) }, name),
    ),
  );
  const count = h("p", { class: "small-print", role: "status" });
  const notice = h("div");

  const key = (one: Endgame) => (view.sort === "name" ? one.name : view.sort === "men" ? one.men : one[view.sort]);
  const compare = (a: Endgame, b: Endgame) => {
    const [x, y] = [key(a), key(b)];
    // What is not known yet stays at the end, whichever way one sorts.
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    const way = typeof x === "string" ? x.localeCompare(String(y)) : x - Number(y);
    return (view.down ? -way : way) || a.men - b.men || a.name.localeCompare(b.name);
  };
  const fits = (one: Endgame) =>
    (view.size === "all" || one.men === Number(view.size)) &&
    (view.pawns === "all" || one.pawns === (view.pawns === "with")) &&
    view.search.toLowerCase().split(/\s+/).every((word) => `${one.name} ${one.material}`.toLowerCase().includes(word));

  const show = () => {
    heads.forEach((head, index) => (COLUMNS[index][0] === view.sort ? head.setAttribute("aria-sort", view.down ? "descending" : "ascending") : head.removeAttribute("aria-sort")));
    const named = exact(endgames, view.search);
    const shown = [...named, ...endgames.filter((one) => fits(one) && !named.includes(one)).sort(compare)];
    fill(body, shown.map(row));
    fill(count, `${shown.length} of ${endgames.length} endgames, ${endgames.filter((one) => one.solved).length} solved on this machine`);
  };

  const row = (one: Endgame) => {
    const place = h("div");
    const solve = async () => {
      try {
        await working(place, "Solving", async (progress, signal) => {
          const { job } = await post<{ job: string }>(`/endgames/${one.material}/solve${gameQuery(game)}`);
          await follow(job, progress, signal);
        });
        endgames = await list();
        show();
      } catch (error) {
        fill(place, complaint(error, () => void solve()));
      }
    };
    return h(
      "tr",
      { "data-material": one.material },
      h("td", null, h("div", { class: "named" }, h("a", { href: `#/endgames/${one.material}${gameQuery(game)}` }, capital(one.name)), men(one.material, game))),
      h("td", { class: "figure hide-narrow" }, String(one.men)),
      h("td", { class: "figure hide-narrow" }, one.positions.toLocaleString("en")),
      h("td", { class: "figure hide-narrow" }, one.deepest === null ? "–" : String(one.deepest)),
      h("td", null, one.difficulty === null && game !== "chess" ? null : difficulty(one.difficulty)),
      h("td", { class: "doing" }, h("div", { class: "row" }, one.solved ? null : action("Solve", solve, { class: "plain hide-narrow" }), one.deepest === null && game === "chess" ? h("span", { class: "quiet" }, "never won") : h("a", { class: "button", href: practise(game, one.material) }, "Practise")), place),
    );
  };

  const search = h("input", { type: "search", placeholder: { chess: "rook pawn, KBNK …", checkers: "king man, KKvM …" }[game as string] ?? "rook pawn, NNvR …", value: view.search, "aria-label": "Search" });
  search.addEventListener("input", () => ((view.search = search.value), show()));
  fill(
    root,
    h("div", { class: "title" }, h("h1", null, "Endgames"), h("p", null, `All endgames of ${game === "chess" ? "three to five" : "two to four"} men. Each is solved from nothing when you first need it.`)),
    gameChoice(game, (to) => void location.assign(`#/endgames${gameQuery(to)}`)),
    h(
      "div",
      { class: "filters" },
      search,
      segmented("Men", [["all", "All"] as const, ...sizes.map((size) => [size, size] as const)], view.size, (to) => ((view.size = to), show())),
      game === "checkers" ? null : segmented("Pawns", [["all", "All"], ["with", "With"], ["without", "Without"]] as const, view.pawns, (to) => ((view.pawns = to), show())),
    ),
    count,
    notice,
    h("section", { class: "card" }, h("div", { class: "scroll" }, h("table", { class: "atlas", id: "atlas" }, h("thead", null, h("tr", null, heads, h("th", null, h("span", { class: "unseen" }, "Do")))), body))),
  );
  show();
}
