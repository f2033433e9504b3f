// Whom to play, how strong, and with which colour.

import { get } from "../../api";
import { described } from "../../chess";
import { action, fill, h, segmented, unique } from "../../dom";
import type { Leave } from "../../main";
import { complaint } from "../../parts";
import type { Color, SparringOffer, SparringOpponent } from "../../types";
import { play } from "./game";
import { keep, type Kept } from "./kept";

/** What was chosen last time. */
interface Choice {
  opponent: string;
  side: Color | "either";
  /** By opponent, for each has ratings of its own. */
  elo: Record<string, number>;
}

type Ratings = NonNullable<SparringOpponent["ratings"]>;

const KEY = "fallible-play";

function lastChoice(): Choice {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Choice | null;
    if (found && typeof found.opponent === "string" && found.elo) return found;
  } catch {
    // Begin anew.
  }
  return { opponent: "player", side: "white", elo: {} };
}

export async function setup(root: HTMLElement, fen: string | null): Promise<Leave | void> {
  const choice = lastChoice();
  const offer = await get<SparringOffer>("/sparring");
  if (!offer.opponents.some((one) => one.id === choice.opponent)) choice.opponent = offer.opponents[0].id;
  const [notice, strength] = [h("div", { "aria-live": "polite" }), h("div")];
  let leave: Leave | void;
  let gone = false;

  const chosen = () => offer.opponents.find((one) => one.id === choice.opponent) as SparringOpponent;
  const rating = () => {
    const { id, ratings } = chosen();
    if (!ratings) return null;
    const usual = Math.round((ratings.least + ratings.most) / 100) * 50;
    return Math.min(ratings.most, Math.max(ratings.least, choice.elo[id] ?? usual));
  };
  const showStrength = () => {
    const { id, ratings, values } = chosen();
    localStorage.setItem(KEY, JSON.stringify(choice));
    const slider = ratings
      ? ratingSlider(ratings, rating() ?? ratings.least, (elo) => {
          choice.elo[id] = elo;
          localStorage.setItem(KEY, JSON.stringify(choice));
        })
      : null;
    fill(strength, slider, h("p", { class: "small-print" }, `Its moves are valued by ${values}.`));
  };

  const begin = async () => {
    const you = choice.side === "either" ? (Math.random() < 0.5 ? "white" : "black") : choice.side;
    const game: Kept = { start: fen, moves: [], you, opponent: choice.opponent, elo: rating(), seed: Math.floor(Math.random() * 2 ** 32) };
    try {
      keep(game);
      if (location.hash !== "#/play") history.replaceState(null, "", "#/play");
      const left = await play(root, game);
      if (gone) left();
      else leave = left;
    } catch (error) {
      fill(notice, complaint(error));
    }
  };

  const name = unique("opponent");
  const card = (one: SparringOpponent) => {
    const input = h("input", { type: "radio", name, value: one.id, checked: one.id === choice.opponent });
    input.addEventListener("change", () => {
      choice.opponent = one.id;
      showStrength();
    });
    return h("label", null, input, one.name, h("small", null, one.description));
  };

  fill(
    root,
    h("div", { class: "title" }, h("h1", null, "Play"), h("p", null, "A whole game against somebody of your strength.")),
    h(
      "div",
      { class: "columns setup" },
      h("section", { class: "card" }, h("h2", null, "Opponent"), h("div", { class: "opponents" }, offer.opponents.map(card)), offer.hint ? h("p", { class: "remark" }, offer.hint) : null),
      h(
        "div",
        null,
        h("section", { class: "card stack" }, h("h2", null, "Strength"), strength),
        h(
          "section",
          { class: "card stack" },
          segmented("You play", [["white", "White"], ["black", "Black"], ["either", "Either"]] as const, choice.side, (side) => ((choice.side = side), localStorage.setItem(KEY, JSON.stringify(choice)))),
          fen ? h("p", null, "From this position: ", described(fen)) : null,
          action("Start", begin, { class: "primary large", id: "start" }),
          notice,
        ),
      ),
    ),
  );
  showStrength();
  return () => {
    gone = true;
    leave?.();
  };
}

/** A slider for ratings. */
function ratingSlider({ least, most, scale, says }: Ratings, elo: number, onchange: (elo: number) => void): HTMLElement {
  const id = unique("rating");
  const said = h("output", { for: id });
  const input = h("input", { id, type: "range", min: String(least), max: String(most), step: "25", value: String(elo) });
  const show = () => {
    fill(said, `${says} `, h("b", null, input.value), ` (${scale})`);
    input.setAttribute("aria-valuetext", `${input.value}, ${scale}`);
  };
  input.addEventListener("input", () => {
    show();
    onchange(input.valueAsNumber);
  });
  show();
  return h("div", { class: "slider" }, h("label", { for: id }, "Rating"), said, input);
}
