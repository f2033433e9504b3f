// Choosing the game of a page, with a newcomer's sentence about its rules.

import { h, segmented } from "./dom";
import { GAMES, RULES, type GameId } from "./games";

/** A row of games; `onpick` goes to the same page for another one. */
export function gameChoice(game: GameId, onpick: (to: GameId) => void): HTMLElement {
  return h("div", { id: "game", class: "game-choice" }, segmented("Game", GAMES, game, onpick), RULES[game] ? h("p", { class: "quiet", id: "rules" }, RULES[game]) : null);
}
