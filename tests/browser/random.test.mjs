// Random games in a real browser: sliders redraw game and theory, a depth shows its positions.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Bench, numbers } from "./bench.mjs";

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

test("random games: a slider changes the game and its theory", async () => {
  const page = await bench.page("#/random?n=1000&b=4&wins=0.5&seed=3");
  await page.locator("#verdict h2", { hasText: "A total win" }).waitFor();
  await page.locator(".random canvas").waitFor();
  const before = await numbers(page, ".random");
  // Depth, White won, its theory, Black lost, its theory: the terminal wins are at depth 1.
  assert.deepEqual(before[0].slice(0, 3), [1, 500, 500]);
  await page.getByLabel("Terminal wins t₀").fill("0.2");
  await page.locator("#verdict", { hasText: "The theory expects" }).filter({ hasText: "here it is 20.0 %" }).waitFor();
  const after = await numbers(page, ".random");
  assert.equal(after[0][1], 200);
  assert.match(await page.locator("#verdict h2").innerText(), /draw/);
  assert.match(page.url(), /wins=0\.2/);
});

test("random games: a depth shows its positions, with the keyboard too", async () => {
  const page = await bench.page("#/random?n=200&b=3&wins=0.4&seed=2");
  const cell = page.locator("#by-depth tbody tr").nth(1).locator("button").first();
  await cell.waitFor();
  const count = Number(await cell.innerText());
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.locator("#positions h2", { hasText: `White to move: ${count} wins in 2` }).waitFor();
  const rows = await page.locator("#positions tbody tr").count();
  assert.equal(rows, Math.min(count, 50));
  // Every win in 2 has an optimal move, into a loss in 1 for Black.
  const best = await page.locator("#positions tbody tr").evaluateAll((all) => all.map((row) => row.querySelector(".best")?.textContent ?? ""));
  assert.ok(best.every((text) => /win in 1$/.test(text)), best.join("; "));
});

test("random games: another game, and a phone's width", async () => {
  const page = await bench.page("#/random?n=100&b=2&wins=0.3&seed=1", { viewport: { width: 390, height: 844 } });
  await page.locator("#by-depth").waitFor();
  const first = await page.locator("#by-depth").innerText();
  await page.locator("#another").click();
  await page.waitForFunction((was) => document.querySelector("#by-depth")?.innerText !== was, first);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "wider than the phone");
});
