// Position sets: pasted, named, shared by one link or file, and played one after the other.

import { get, postText, save } from "../../api";
import { picture } from "../../board";
import { capital, turn } from "../../chess";
import { copyButton, linkTo } from "../../copy";
import { action, fill, h, unique } from "../../dom";
import { complaint } from "../../parts";
import { opponentSaid } from "../../strength";
import type { Agents, PastGame } from "../../types";
import { startOfSet } from "../practise/context";
import { allSets, fileOf, findSet, forgetSet, idOf, keepSet, linkOf, setOfLink, type PositionSet } from "./kept";

interface Read {
  positions: { fen: string; title: string }[];
  left_out: string[];
}

/** `#/sets` lists and makes them, `#/sets/ID` is one, `#/sets?name=…&positions=…` is one that somebody shares. */
export async function mount(root: HTMLElement, path: string[], query: URLSearchParams): Promise<void> {
  const shared = setOfLink(query);
  if (shared) return one(root, await checked(shared), true);
  const found = findSet(path[0] ?? null);
  if (found) return one(root, found, false);
  return list(root);
}

/** What a link carries is read by the server as if it were pasted. */
async function checked(set: PositionSet): Promise<PositionSet> {
  const text = set.positions.map(({ fen, title }) => (title ? `${title.replaceAll(": ", " ")}: ${fen}` : fen)).join("\n");
  const read = (await (await postText("/positions", text)).json()) as Read;
  return { ...set, positions: read.positions };
}

async function one(root: HTMLElement, set: PositionSet, isNew: boolean) {
  const [{ words, agents }, games] = await Promise.all([get<Agents>("/agents"), get<PastGame[]>("/practice?limit=1000")]);
  const place = h("div", { "aria-live": "polite" });
  const kind = agents.find((agent) => agent.id === set.opponent.split(/[:,]/)[0]);
  const c = Number(/:(\d+)/.exec(set.opponent)?.[1] ?? NaN);
  const opponent = opponentSaid({ name: kind ? (kind.needs_competence ? `${kind.name} of competence ${c}` : kind.name) : set.opponent, spec: set.opponent }, words);
  const start = (at: number) => {
    keepSet(set);
    return startOfSet(set, at, place).catch((error) => fill(place, complaint(error)));
  };
  const reached = (fen: string) => games.some((game) => game.reached && game.start_fen === fen);
  const tile = ({ fen, title }: PositionSet["positions"][number], at: number) =>
    action([picture(fen, turn(fen)), h("span", { class: "tile-name" }, capital(title)), h("span", { class: "tile-task" }, `${capital(turn(fen))} to move`), reached(fen) ? h("span", { class: "tile-done", role: "img", "aria-label": "done" }, "✓") : null], () => start(at), { class: "tile" });
  fill(
    root,
    h("div", { class: "title" }, h("h1", null, set.name), h("p", null, `${set.positions.length} ${set.positions.length === 1 ? "position" : "positions"}, against ${opponent.charAt(0).toLowerCase()}${opponent.slice(1)}.`), h("div", { class: "end" }, h("a", { class: "button", href: "#/sets" }, "All sets"))),
    set.positions.length
      ? h(
          "div",
          { class: "row", style: { "margin-bottom": "18px" } },
          action("Start", () => start(0), { class: "primary large", id: "start-set" }),
          copyButton("Copy link", () => linkTo(linkOf(set)), "copy-set-link"),
          action("Save as a file", () => save(new Blob([fileOf(set)], { type: "application/x-chess-pgn" }), `${set.id}.pgn`), { id: "save-set" }),
          isNew
            ? action("Keep this set", () => (keepSet(set), void (location.hash = `#/sets/${encodeURIComponent(set.id)}`)), { id: "keep-set" })
            : action("Remove", () => (forgetSet(set.id), void (location.hash = "#/sets")), { class: "danger" }),
        )
      : h("p", { class: "complaint" }, "There is no position of up to five men in this link."),
    place,
    h("div", { class: "tiles", id: "set" }, set.positions.map(tile)),
  );
}

async function list(root: HTMLElement) {
  const { agents } = await get<Agents>("/agents");
  const [nameId, textId, opponentId] = [unique("name"), unique("text"), unique("opponent")];
  const name = h("input", { id: nameId, maxlength: "80", placeholder: "Rook endings, lesson 3", autocomplete: "off" });
  const text = h("textarea", { id: textId, rows: "7", placeholder: "A FEN on each line, with a name and a colon before it if you like:\nLucena: 1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1\n\nor games as PGN" });
  const opponent = h("select", { id: opponentId }, agents.map((agent) => (agent.needs_competence ? [[5, "fair"], [16, "expert"]].map(([c, word]) => h("option", { value: agent.spec.replace("{c}", String(c)) }, `${agent.name}, ${word}`)) : h("option", { value: agent.spec, selected: agent.id === "infallible" }, agent.name))));
  const said = h("div", { "aria-live": "polite" });
  const take = async (content: string) => {
    try {
      if (!content.trim()) throw new Error("Paste positions first: a FEN on each line, or games as PGN.");
      const read = (await (await postText("/positions", content)).json()) as Read;
      if (!read.positions.length) throw new Error(read.left_out[0] ?? "There is no position in this text.");
      const title = name.value.trim() || "A set of positions";
      const set = { id: idOf(title), name: title, opponent: opponent.value, positions: read.positions };
      keepSet(set);
      if (read.left_out.length) fill(said, h("div", { class: "remark" }, h("p", null, `${read.positions.length} read, ${read.left_out.length} left out:`), h("ul", null, read.left_out.slice(0, 10).map((line) => h("li", null, line))), h("a", { class: "button primary", href: `#/sets/${encodeURIComponent(set.id)}` }, "Show the set")));
      else location.hash = `#/sets/${encodeURIComponent(set.id)}`;
    } catch (error) {
      fill(said, complaint(error));
    }
  };
  const file = h("input", { type: "file", accept: ".pgn,.txt,.fen,text/plain", "aria-label": "File with positions" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (!name.value) name.value = chosen.name.replace(/\.[a-z]+$/i, "");
    await take(await chosen.text());
    file.value = "";
  });
  const sets = allSets();
  fill(
    root,
    h("div", { class: "title" }, h("h1", null, "Position sets"), h("p", null, "For yourself, or for pupils: one link carries all of it."), h("div", { class: "end" }, h("a", { class: "button", href: "#/today" }, "Lessons"))),
    h(
      "div",
      { class: "columns halves" },
      h(
        "section",
        { class: "card stack" },
        h("h2", null, "A new set"),
        h("div", null, h("label", { for: nameId }, "Name"), name),
        h("div", null, h("label", { for: textId }, "Positions"), text),
        h("div", null, h("label", { for: opponentId }, "Opponent"), opponent),
        h("div", { class: "row file-row" }, action("Make the set", () => take(text.value), { class: "primary", id: "make" }), h("label", { class: "button" }, "From a file", file)),
        said,
      ),
      h(
        "section",
        { class: "card" },
        h("h2", null, "Yours"),
        sets.length ? h("ul", { class: "plain" }, sets.map((set) => h("li", null, h("a", { href: `#/sets/${encodeURIComponent(set.id)}` }, set.name), h("span", { class: "quiet" }, ` · ${set.positions.length} ${set.positions.length === 1 ? "position" : "positions"}`)))) : h("p", { class: "quiet" }, "None yet. They are kept in this browser; a link or a file takes them anywhere."),
      ),
    ),
  );
}
