// A game as two lines: how good the players look, and how far the end is.

import { plot, type Drawn, type Line } from "../../plots";
import type { AssessedGame, Color, CompetenceWord } from "../../types";
import { number, type Shown } from "./game";

/** The part of the game the tables know, so that a long opening does not squeeze it. */
function known(moves: readonly Shown[]): { first: number; moves: readonly Shown[] } | null {
  const first = moves.findIndex((move) => move.judged);
  return first < 0 ? null : { first, moves: moves.slice(first) };
}

function frame(game: AssessedGame, first: number, count: number, go: (index: number) => void) {
  return {
    xLabel: "move of the game",
    x: Array.from({ length: count }, (_, index) => index),
    xNames: Array.from({ length: count }, (_, index) => number(game, first + index)),
    onpick: (index: number) => go(first + index),
    height: 230,
  };
}

/** Marks count from the game's first move; plots from the first move known. */
function shifted(drawn: Drawn, first: number): Drawn {
  return { ...drawn, mark: (index) => drawn.mark(index === null || index < first ? null : index - first) };
}

export function competencePlot(game: AssessedGame, moves: readonly Shown[], words: readonly CompetenceWord[], go: (index: number) => void): Drawn | null {
  const part = known(moves);
  if (!part) return null;
  const line = (color: Color, name: string, ink: string): Line | null => {
    type Moments = { mean: number; sd: number };
    let last: Moments | null = null;
    const points = part.moves.map((move) => (move.mover === color && move.judged ? (last = move.judged.competence) : last));
    if (!last) return null;
    const at = (of: (point: Moments) => number) => points.map((point) => (point ? of(point) : null));
    return { label: name, values: at(({ mean }) => mean), low: at(({ mean, sd }) => Math.max(0, mean - sd)), high: at(({ mean, sd }) => mean + sd), color: ink };
  };
  const lines = [line("white", game.white, "--accent"), line("black", game.black, "--violet")].filter((one) => one !== null);
  if (!lines.length) return null;
  return shifted(plot({ title: "How strong they looked, more or less", yLabel: "strength", yRange: [0, 50], yWords: [...words].sort((a, b) => a.c - b.c).map((one) => [one.c, one.word] as const), lines, ...frame(game, part.first, part.moves.length, go) }), part.first);
}

export function depthPlot(game: AssessedGame, moves: readonly Shown[], go: (index: number) => void): Drawn | null {
  const part = known(moves);
  if (!part) return null;
  const winner = (move: Shown): Color | "draw" | null => {
    const after = move.judged?.after;
    if (!after) return null;
    if (after.outcome === "draw") return "draw";
    return (after.outcome === "win") === (move.mover === "white") ? "white" : "black";
  };
  const depths = (who: Color) => part.moves.map((move) => (winner(move) === who ? (move.judged?.after.depth ?? null) : null));
  const lines: Line[] = [
    { label: "White wins in", values: depths("white"), color: "--blue", dots: part.moves.length < 60 },
    { label: "Black wins in", values: depths("black"), color: "--bad", dots: part.moves.length < 60 },
    { label: "drawn", values: part.moves.map((move) => (winner(move) === "draw" ? 0 : null)), color: "--muted", dots: true },
  ].filter((line) => line.values.some((value) => value !== null));
  // A draw from end to end is no line: the words beside the board say it.
  if (!lines.length || lines.every((one) => one.label === "drawn")) return null;
  return shifted(plot({ title: "Moves to go", yLabel: "moves to go", yRange: [0, null], lines, digits: 0, ...frame(game, part.first, part.moves.length, go) }), part.first);
}
