// What is told during a game when wanted: depth, best moves, what each move cost.

import { capital, figurine, worth } from "../../chess";
import { h } from "../../dom";
import type { Listed } from "../../parts";
import type { Game, GameMove, PlainMove } from "../../types";

/** The sign beside a move in the list. */
export function marked(move: GameMove): Listed["mark"] {
  if (!move.value_before || !move.value_after) return null;
  if (move.value_before.outcome !== move.value_after.outcome) return { text: "??", kind: "bad", title: `${worth(move.value_before)} became ${worth(move.value_after)}` };
  if (move.only_move) return { text: "□", kind: "only", title: "the only good move" };
  if (move.optimal) return { text: "✓", kind: "good", title: "a best move" };
  if (move.conceded) return { text: `+${move.conceded}`, kind: move.conceded > 3 ? "bad" : "fair", title: `gave away ${move.conceded} ${move.conceded === 1 ? "move" : "moves"}` };
  return null;
}

/** Depth and best moves, if the server has told them. */
export function helped(game: Game, point: (uci: string | null) => void, make: (move: PlainMove) => void): HTMLElement | null {
  if (!game.value && !game.best) return null;
  const lost = game.moves.filter((move) => move.by === "you").reduce((sum, move) => sum + (move.conceded ?? 0), 0);
  const best = (game.best ?? []).map((one) => game.position.moves.find((move) => move.san === one || move.uci === one)).filter((one): one is PlainMove => one !== undefined);
  return h(
    "dl",
    { class: "figures two", id: "judged" },
    h("div", null, h("dt", null, "For you"), h("dd", null, game.value ? capital(worth(game.value)) : "–")),
    h("div", null, h("dt", null, "Moves conceded"), h("dd", null, String(lost))),
    game.over || !best.length
      ? null
      : h(
          "div",
          { class: "wide" },
          h("dt", null, best.length === 1 ? "Only best move" : "Best moves"),
          h(
            "dd",
            { class: "best" },
            best.map((move) =>
              h(
                "button",
                {
                  type: "button",
                  class: "san",
                  "data-uci": move.uci,
                  onpointerenter: () => point(move.uci),
                  onpointerleave: () => point(null),
                  onfocus: () => point(move.uci),
                  onblur: () => point(null),
                  onclick: () => make(move),
                },
                figurine(move.san),
              ),
            ),
          ),
        ),
  );
}
