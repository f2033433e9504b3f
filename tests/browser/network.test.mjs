// The network in a real browser: its verdict beside the truth follows the men, a map, puzzles, the phone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Bench, click, drag } from "./bench.mjs";

const START = "8/8/8/3k4/8/8/3PK3/8 w - - 0 1";

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

const open = async (fen = START, options = {}) => {
  const page = await bench.page(`#/network?fen=${encodeURIComponent(fen)}`, options);
  await page.locator("#guess").waitFor({ timeout: 60_000 });
  return page;
};

test("network: the verdict follows a man that is dragged", async () => {
  const page = await open();
  assert.match(await page.locator("#truth").innerText(), /win in/);
  await drag(page, "d5", "d4");
  await page.locator("#truth", { hasText: "draw" }).waitFor();
  assert.equal(await page.locator("#fen").inputValue(), "8/8/8/8/3k4/8/3PK3/8 w - - 0 1");
  assert.match(decodeURIComponent(page.url()), /3k4\/8\/3PK3/);
  await page.locator(".segmented label", { hasText: "Black to move" }).click();
  await page.locator("#verdict h2", { hasText: "Black to move" }).waitFor();
  // Beside the other king: no position, in a sentence, and back again.
  await drag(page, "d4", "e3");
  await page.locator(".complaint").waitFor();
  await drag(page, "e3", "a8");
  await page.locator("#truth", { hasText: "loss in" }).waitFor();
  assert.equal(await page.locator(".complaint").count(), 0);
});

test("network: a map of a man says the same as the position", async () => {
  const page = await open();
  await page.getByLabel("Map of").selectOption({ label: "Black's king" });
  await page.locator(".network-map span").first().waitFor();
  const depth = /\d+/.exec(await page.locator("#truth").innerText())[0];
  assert.equal(await page.locator('.network-map span[data-square="d5"]').innerText(), depth);
  assert.equal(await page.locator(".network-map span").count(), 64);
  const said = /wrong, on (\d+) of (\d+)/.exec(await page.locator("#map-legend").innerText());
  assert.equal(await page.locator(".network-map span.wrong").count(), Number(said[1]));
  // The map moves with another man.
  await drag(page, "d2", "a2");
  await page.locator('.network-map span[data-square="a2"]', { hasText: /^$/ }).waitFor();
  const moved = await page.locator("#truth").innerText();
  const home = await page.locator('.network-map span[data-square="d5"]').innerText();
  assert.equal(home, /\d+/.exec(moved)?.[0] ?? "=", moved);
});

test("network: an exception is solved as a puzzle", async () => {
  const page = await open();
  const all = await page.evaluate(async () => (await fetch("/api/network/puzzles?count=500")).json());
  const [puzzle] = all.filter((one) => one.only_move);
  await page.locator("#next-puzzle").click();
  await page.locator("#task", { hasText: puzzle.value === "win" ? "win" : "draw" }).waitFor();
  assert.equal(await page.locator("#setting").isVisible(), false);
  const { moves } = await page.evaluate(async (fen) => (await fetch(`/api/position?fen=${encodeURIComponent(fen)}`)).json(), puzzle.fen);
  const wrong = moves.find((move) => move.san !== puzzle.only_move && !move.promotion);
  await click(page, wrong.from);
  await click(page, wrong.to);
  await page.locator("#answer.wrong").waitFor();
  const right = moves.find((move) => move.san === puzzle.only_move);
  await click(page, right.from);
  await click(page, right.to);
  await page.locator("#answer.good").waitFor();
  await page.locator("#leave-puzzle").click();
  await page.locator("#agrees.wrong").waitFor();
  assert.equal(await page.locator("#fen").inputValue(), puzzle.fen);
});

test("network: the phone, and the dark", async () => {
  for (const options of [{ viewport: { width: 390, height: 844 } }, { colorScheme: "dark" }]) {
    const page = await open(START, options);
    await page.locator("#about td").first().waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "wider than the screen");
  }
});
