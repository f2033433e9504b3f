// Going through a game that is over: marks beside moves, and what was better, in words.

import { figurine } from "../../chess";
import type { Listed } from "../../parts";
import type { Game, GameMove, Slip } from "../../types";
import { marked } from "./judged";

const KINDS = { "??": "bad", "?": "bad", "?!": "fair" } as const;
const NAMES = { "??": "a blunder: the result went", "?": "a mistake", "?!": "a slip" } as const;

/** The mark of a move: of a slip when it is known, else what the reader has asked to see. */
export function markOf(move: GameMove, slips: readonly Slip[] | null): Listed["mark"] {
  const slip = slips?.find((one) => one.ply === move.ply);
  if (slip) return { text: slip.mark, kind: KINDS[slip.mark], title: NAMES[slip.mark] };
  return marked(move);
}

/** What stands beneath the board while one goes through the game. */
export function toldOf(game: Game, index: number, slips: readonly Slip[] | null): string {
  const move = game.moves[index];
  if (!move) return "The start.";
  const slip = slips?.find((one) => one.ply === move.ply);
  return figurine(slip ? slip.sentence : `${move.by === "you" ? "You" : "Your opponent"} played ${move.san}.`);
}

/** The moves of a game as PGN. */
export function pgnOf(game: Game): string {
  const parts = game.start_fen.split(" ");
  let number = Number(parts[5] ?? 1) || 1;
  let white = parts[1] !== "b";
  const text: string[] = [];
  game.moves.forEach((move, index) => {
    if (white) text.push(`${number}.`);
    else if (index === 0) text.push(`${number}...`);
    text.push(move.san);
    if (!white) number++;
    white = !white;
  });
  const result = game.over?.result ?? "*";
  const players = game.you === "white" ? ["You", game.opponent?.name ?? "?"] : [game.opponent?.name ?? "?", "You"];
  const tags = [["Event", "Practice with Fallible"], ["Site", "?"], ["White", players[0]], ["Black", players[1]], ["Result", result], ["SetUp", "1"], ["FEN", game.start_fen]];
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${[...text, result].join(" ")}\n`;
}
