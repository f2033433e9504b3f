// A whole game assessed in a real browser: pasted, valued, looked at; stopped; left; refused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bench } from "./bench.mjs";

/** 105 half-moves of a blitz game whose win is given away by stalemate in the end. */
const GAME = readFileSync(fileURLToPath(new URL("../../crates/web/ui/example-game.pgn", import.meta.url)), "utf8");

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

async function paste(page, text) {
  if (!(await page.getByLabel("PGN text").isVisible())) await page.locator("#drop summary").click();
  await page.getByLabel("PGN text").fill(text);
  await page.getByRole("button", { name: "Assess", exact: true }).click();
}

test("a whole game: intervals, graph, exact zone, and a moment on the board", async () => {
  const page = await bench.page("#/assess");
  await page.locator(".review-setup select").first().waitFor();
  await paste(page, GAME);
  await page.locator(".working progress").waitFor();
  await page.locator("#review").waitFor({ timeout: 150_000 });
  for (const side of ["white", "black"]) {
    const said = await page.locator(`.player[data-side="${side}"] .said`).innerText();
    assert.match(said, /^Plays like about \d+ \(Lichess, blitz\), 95 % between \d+ and \d+\.$/);
    const [about, low, high] = said.match(/\d+/g).map(Number).filter((number) => number !== 95);
    assert.ok(low < about && about < high, said);
    const rows = await page.locator(`.player[data-side="${side}"] .phases tbody tr`).allInnerTexts();
    assert.deepEqual(rows.map((row) => row.split(/\s/)[0]), ["Opening", "Middlegame", "Endgame"]);
    assert.equal(await page.locator(`.player[data-side="${side}"] .figures dd`).count(), 3);
  }
  const points = await page.locator("#graph .score").evaluate((line) => line.getAttribute("points").split(" ").length);
  assert.equal(points, 106, "a point for every half-move and one for the start");
  assert.equal(await page.locator("#graph .exact-zone").count(), 1);
  assert.match(await page.locator("#exact-zone").innerText(), /12 moves with at most 5 men on the board: by the tables 1 gave a win or a draw away/);
  // The stalemate is a moment: half a point, whatever the engine.
  const moments = page.locator("#moments button");
  assert.ok((await moments.count()) >= 2);
  assert.equal(await page.locator("#graph .moment").count(), await moments.count());
  const stalemate = page.locator('#moments button[data-ply="105"]');
  assert.match(await stalemate.innerText(), /53\. c7[\s\S]*−0\.50[\s\S]*1\.00 → 0\.50 · tables/);
  await stalemate.click();
  assert.match(await page.locator("#told").innerText(), /53\. c7: by the tables White had a win in \d+ and now has a draw\. It gave away 0\.50 of a game\. Better: /);
  // The position before the move, once the men have arrived.
  const men = (count) => page.waitForFunction((wanted) => document.querySelectorAll("cg-board piece:not(.fading)").length === wanted, count);
  await men(4);
  // The move played and the better one.
  await page.locator(".cg-shapes line").nth(1).waitFor({ state: "attached" });
  assert.equal(await stalemate.getAttribute("aria-pressed"), "true");
  await page.locator("h1").click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Home");
  await men(32);
  await page.locator("#graph .evaluation").click();
  assert.match(await page.locator("#told").innerText(), /^2\d(\.|…) /);
  // It stays while one looks at other pages.
  await page.goto(`${bench.address}/#/endgames`);
  await page.locator("#atlas").waitFor();
  await page.goto(`${bench.address}/#/assess`);
  await page.locator("#review").waitFor();
});

test("a review is stopped and shows what it has; who leaves the page stops it", async () => {
  const page = await bench.page("#/assess");
  await paste(page, GAME);
  await page.locator(".working", { hasText: "%" }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator("#partial").waitFor();
  assert.match(await page.locator("#partial").innerText(), /Stopped after \d+ of 105 half-moves/);
  await paste(page, GAME);
  await page.locator(".working", { hasText: "%" }).waitFor();
  const stopped = page.waitForRequest((request) => request.method() === "DELETE" && request.url().includes("/api/jobs/"));
  await page.evaluate(() => (location.hash = "#/endgames"));
  await stopped;
});

test("one of several games is chosen; those that cannot be assessed say why", async () => {
  const page = await bench.page("#/assess");
  const from = (tag, moves) => `[White "A"]\n[Black "B"]\n${tag}\n${moves} *\n\n`;
  await paste(page, from("", "1. e4 e5 2. Ke3") + from('[Variant "Crazyhouse"]\n', "1. e4") + from("", "1. e4 e5 2. Nf3") + from("", "1. d4 d5"));
  const rows = page.locator("#games tbody tr");
  await rows.nth(3).waitFor();
  assert.match(await rows.nth(0).innerText(), /2\. Ke3 is not legal/);
  assert.match(await rows.nth(1).innerText(), /Crazyhouse/);
  await rows.nth(2).click();
  await page.locator("#review").waitFor();
  assert.equal(await page.locator(".moves button").count(), 3);
  assert.match(await page.locator('.player[data-side="white"] .said').innerText(), /too few to speak for a rating/);
  for (const [text, wanted] of [["Dear Sir, thank you for your letter.", /no PGN/], ["  ", /empty/], ['[White "A"]\n\n1-0\n', /no moves/], ["1. e4 e5 2. Ke3 *", /2\. Ke3 is not legal/]]) {
    await page.getByLabel("PGN text").fill(text);
    await page.getByRole("button", { name: "Assess", exact: true }).click();
    await page.locator(".complaint", { hasText: wanted }).waitFor();
  }
});

test("without an engine the page says how to get one; a phone shows it all", async () => {
  const page = await bench.page("", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
  await page.route("**/api/engines", async (route) => {
    const answer = await (await route.fetch()).json();
    answer.engines = answer.engines.filter((engine) => engine.own);
    await route.fulfill({ json: { ...answer, hint: answer.hint ?? "`apt install stockfish`" } });
  });
  await page.goto(`${bench.address}/#/assess`);
  await page.locator("#engine-hint", { hasText: "apt install stockfish" }).waitFor();
  await paste(page, GAME.split("\n\n")[0] + "\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n");
  await page.locator("#review").waitFor({ timeout: 60_000 });
  assert.match(await page.locator(".review-head").innerText(), /Fallible/);
  assert.match(await page.locator("#remarks").innerText(), /No model has been measured|not a rating/);
  const moment = page.locator('#moments button[data-ply="4"]');
  assert.match(await moment.innerText(), /2… ♔︎e7/);
  // Who chooses other ratings means the game that is looked at.
  const again = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("pool=lichess"));
  await page.getByLabel("Ratings are").selectOption("lichess");
  await again;
  await page.locator("#review").waitFor({ timeout: 60_000 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "wider than the phone");
});
