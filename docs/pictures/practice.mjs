// A practice game after a few moves, with the best moves and what each was worth in sight.
import { Bench, game, ranked, typed } from "./bench.mjs";

const bench = await Bench.open();
const page = await bench.page("", { viewport: { width: 1160, height: 880 }, colorScheme: "light" });
await game(page, { fen: "8/8/8/8/Q7/5k2/8/K3r3 w - - 0 1", side: "white", opponent: "player:20", seed: 1 });
// Mostly good moves, with two that give something away.
for (const rank of [0, 0, 2, 0, 0, 4, 0]) {
  const moves = await ranked(page);
  await typed(page, moves[Math.min(rank, moves.length - 1)]);
  await page.waitForFunction(() => document.querySelector(".board[data-answered]"));
}
await page.getByRole("switch").check();
await page.locator(".best button").first().waitFor();
await page.waitForTimeout(500);
await page.screenshot({ path: process.argv[2] });
await bench.close();
