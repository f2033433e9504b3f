// A finished game as one HTML file: the sentence, the slips with diagrams, the moves. It needs nothing else to be read.

import { get, solvedFirst } from "../../api";
import { capital, men } from "../../chess";
import { opponentSaid } from "../../strength";
import type { Color, CompetenceWord, Game, Report, Slip } from "../../types";
import { pgnOf } from "./moments";

const SIGNS: Record<string, string> = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:32px auto;padding:0 16px;color:#22211d;background:#fffefb}
h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:28px 0 8px}.first{font-size:1.2rem}figure{margin:0;display:inline-block;width:260px;max-width:100%;vertical-align:top;margin:0 18px 18px 0}
svg{width:100%;height:auto;display:block;border-radius:4px}pre{white-space:pre-wrap;background:#f1eee5;padding:12px;border-radius:8px}small{color:#5f5b51}`;

/** A board as a drawing, with arrows. */
function diagram(fen: string, you: Color, arrows: { uci: string; color: string }[]): string {
  const place = (square: string): [number, number] => {
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
    return you === "white" ? [file, 7 - rank] : [7 - file, rank];
  };
  const squares = Array.from({ length: 64 }, (_, at) => {
    const [x, y] = [at % 8, Math.floor(at / 8)];
    return `<rect x="${x}" y="${y}" width="1" height="1" fill="${(x + y) % 2 ? "#8ba58f" : "#eeebdc"}"/>`;
  });
  const pieces = men(fen).map(({ square, letter, color }) => {
    const [x, y] = place(square);
    const ink = color === "white" ? 'fill="#fff" stroke="#111" stroke-width=".03"' : 'fill="#111"';
    return `<text x="${x + 0.5}" y="${y + 0.82}" font-size=".9" text-anchor="middle" ${ink}>${SIGNS[letter]}\uFE0E</text>`;
  });
  const lines = arrows.map(({ uci, color }) => {
    const [a, b] = [place(uci.slice(0, 2)), place(uci.slice(2, 4))];
    return `<line x1="${a[0] + 0.5}" y1="${a[1] + 0.5}" x2="${b[0] + 0.5}" y2="${b[1] + 0.5}" stroke="${color}" stroke-width=".14" stroke-linecap="round" opacity=".8"/><circle cx="${b[0] + 0.5}" cy="${b[1] + 0.5}" r=".2" fill="${color}" opacity=".8"/>`;
  });
  return `<svg viewBox="0 0 8 8" role="img" aria-label="${escaped(fen)}">${squares.join("")}${lines.join("")}${pieces.join("")}</svg>`;
}

function figure(slip: Slip, game: Game): string {
  const made = game.moves.find((move) => move.ply === slip.ply)?.uci;
  const arrows = [...(made ? [{ uci: made, color: "#ae2d1f" }] : []), ...slip.better.slice(0, 1).map(({ uci }) => ({ uci, color: "#1b684f" }))];
  return `<figure>${diagram(slip.fen, game.you, arrows)}<figcaption>${escaped(slip.sentence)}</figcaption></figure>`;
}

/** The whole file. */
export async function reportPage(game: Game, words: readonly CompetenceWord[]): Promise<string> {
  const report = await solvedFirst(() => get<Report>(`/practice/${encodeURIComponent(game.id)}/report`), () => undefined);
  const name = escaped(capital(game.name));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${name}</title><style>${STYLE}</style></head><body>
<h1>${name}</h1><p class="first">${escaped(report.summary)}</p><p><small>You were ${capital(game.you)}; opponent: ${escaped(opponentSaid(game.opponent, words))}.</small></p>
${report.slips.length ? `<h2>Moments</h2>${report.slips.map((slip) => figure(slip, game)).join("")}<p><small>Red was played, green was better.</small></p>` : ""}
<h2>The start</h2><figure>${diagram(game.start_fen, game.you, [])}</figure><h2>Moves</h2><pre>${escaped(pgnOf(game))}</pre><p><small>Made with Fallible.</small></p></body></html>\n`;
}
