// Antichess and checkers in a real browser: explored and practised on boards of their own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Bench, click, game, numbers, resign, typed } from "./bench.mjs";

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

const address = (page, query) => `#/${page}?${new URLSearchParams(query)}`;
const moves = (page) => page.locator(".moves button");
/** A position as the server has it. */
const asked = (page, query) => page.evaluate(async (about) => (await fetch(`/api/position?${about}`)).json(), new URLSearchParams(query).toString());

/** Where a square of checkers is on the screen, White below. */
async function field(page, number) {
  const frame = page.locator(".board-frame").first();
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  const row = Math.floor((number - 1) / 4);
  const column = 2 * ((number - 1) % 4) + (row % 2 === 0 ? 1 : 0);
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

async function press(page, number) {
  const at = await field(page, number);
  await page.mouse.click(at.x, at.y);
}

/** Plays the best move, hints unasked, until the game is over; `make` is how. */
async function playedOut(page, about, make) {
  for (let turn = 0; turn < 60 && !(await page.locator("#result").count()); turn++) {
    const before = await moves(page).count();
    const state = await page.evaluate(async () => (await fetch(`/api/practice/${location.hash.split("/")[2]}`)).json());
    const position = await asked(page, { ...about, fen: state.fen });
    await make(position.moves.find((move) => move.optimal));
    await page.waitForFunction((count) => document.querySelectorAll(".moves button").length > count || document.getElementById("result"), before);
  }
  await page.locator("#result").waitFor();
}

test("antichess: explored, a capture is forced, the rules stand above the board", async () => {
  const page = await bench.page(address("explore", { game: "antichess", fen: "8/8/8/2k5/8/8/5R2/8 w - - 0 1" }));
  await page.locator("#verdict", { hasText: "White to move: win in" }).waitFor();
  assert.match(await page.locator("#rules").innerText(), /loses all men.*wins/);
  assert.equal(await page.locator("#heat").count(), 0, "the chart is about chess");
  await page.locator("#curves canvas").waitFor();
  await page.locator("#forecast td").first().waitFor({ timeout: 60_000 });
  const { value } = await asked(page, { game: "antichess", fen: "8/8/8/2k5/8/8/5R2/8 w - - 0 1" });
  assert.match(await page.locator("#verdict").innerText(), new RegExp(`${value.outcome} in ${value.depth}`));
  // The rook gives itself up: Black has one move, and White, without men, has won.
  await page.goto(`${bench.address}/${address("explore", { game: "antichess", fen: "8/8/8/8/8/8/1k6/R7 b - - 0 1" })}`);
  await page.locator("#verdict", { hasText: "Black to move: loss in 0" }).waitFor();
  assert.equal(await page.locator("#moves tbody tr").count(), 1);
  await page.locator("#moves tbody tr").click();
  await page.locator("#verdict", { hasText: "One side has no men: White has won" }).waitFor();
  await page.goBack();
  await page.locator("#verdict", { hasText: "Black to move" }).waitFor();
});

test("antichess: a pawn becomes a king, on the board", async () => {
  const page = await bench.page(address("explore", { game: "antichess", fen: "8/4P3/8/8/8/2k5/8/8 w - - 0 1" }));
  await page.locator("#moves tbody tr").first().waitFor();
  assert.equal(await page.locator("#moves tbody tr").count(), 5);
  await click(page, "e7");
  await click(page, "e8");
  await page.getByRole("button", { name: "Promote to king" }).click();
  await page.locator("piece.white.king").waitFor();
  await page.locator("#verdict", { hasText: "Black to move" }).waitFor();
});

test("antichess: an endgame is chosen, practised to the win and looked back on", async () => {
  const page = await bench.page("#/practise");
  await page.locator("#game label", { hasText: "Antichess" }).click();
  await page.getByPlaceholder("Search: rook").fill("QvR");
  await page.locator(".picker label", { hasText: "Queen against rook" }).first().click();
  await page.locator("#options > summary").click();
  await page.locator(".segmented label", { hasText: "Any" }).click();
  await page.locator(".opponents label", { hasText: "The infallible player" }).click();
  await page.locator("#start").click();
  await page.locator("#status").waitFor();
  await playedOut(page, { game: "antichess" }, async (move) => {
    await page.getByLabel("Type a move").fill(move.uci);
    await page.keyboard.press("Enter");
  });
  assert.match(await page.locator("#result").innerText(), /You won/);
});

test("checkers: explored by pressing squares, by dragging and by keys", async () => {
  const page = await bench.page(address("explore", { game: "checkers", fen: "W:WK14,K15:BK4" }));
  await page.locator("#verdict", { hasText: "White to move: win in 2" }).waitFor();
  await press(page, 15);
  await page.locator(".draughts-board .move-dest").first().waitFor();
  assert.equal(await page.locator(".draughts-board .move-dest").count(), 4);
  await press(page, 11);
  await page.locator("#verdict", { hasText: "Black to move: loss in 1" }).waitFor();
  await page.waitForFunction(() => document.getElementById("fen").value === "B:WK11,K14:BK4");
  const [from, to] = [await field(page, 4), await field(page, 8)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.locator("#verdict", { hasText: "White to move: win in 1" }).waitFor();
  await page.goBack();
  await page.locator("#verdict", { hasText: "Black to move: loss in 1" }).waitFor();
  await page.goBack();
  await page.locator("#verdict", { hasText: "White to move: win in 2" }).waitFor();
  // The keyboard alone: a man is looked for, taken up and put down.
  await page.locator(".board-frame").first().focus();
  const cursor = () => page.locator(".board-frame").first().getAttribute("data-cursor");
  await page.keyboard.press("ArrowLeft");
  for (const [key, times] of [["ArrowUp", 8], ["ArrowLeft", 8]]) for (let n = 0; n < times; n++) await page.keyboard.press(key);
  for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowDown");
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowRight");
  assert.equal(await cursor(), "15");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  assert.equal(await cursor(), "11");
  await page.keyboard.press("Enter");
  await page.locator("#verdict", { hasText: "Black to move: loss in 1" }).waitFor();
});

test("checkers: a capture of two men is pressed square by square, or typed by its ends", async () => {
  const fen = "B:W6,15:BK1";
  const page = await bench.page(address("explore", { game: "checkers", fen }));
  await page.locator("#moves tbody tr").first().waitFor();
  assert.deepEqual((await asked(page, { game: "checkers", fen })).moves.map((move) => move.san), ["1x10x19"]);
  await press(page, 1);
  await press(page, 10);
  await press(page, 19);
  await page.locator("#verdict", { hasText: "One side has no men: White has lost" }).waitFor();
  await page.goBack();
  await page.locator("#moves tbody tr").first().waitFor();
  await page.getByLabel("Type a move").fill("1x19");
  await page.keyboard.press("Enter");
  await page.locator("#verdict", { hasText: "One side has no men: White has lost" }).waitFor();
});

test("checkers: a position is set up and judged; nonsense is told in a sentence", async () => {
  const page = await bench.page(address("explore", { game: "checkers" }));
  await page.locator("#moves tbody tr").first().waitFor();
  await page.locator(".segmented label", { hasText: "Set up" }).click();
  await page.getByRole("button", { name: "Clear the board" }).click();
  await page.getByRole("button", { name: "white king" }).click();
  await press(page, 14);
  await press(page, 15);
  await page.getByRole("button", { name: "black man" }).click();
  await press(page, 4);
  assert.equal(await page.locator("#fen").inputValue(), "W:WK14,K15:B4");
  await page.getByRole("button", { name: "remove men" }).click();
  await press(page, 14);
  assert.equal(await page.locator("#fen").inputValue(), "W:WK15:B4");
  await page.locator("#done").click();
  const { value } = await asked(page, { game: "checkers", fen: "W:WK15:B4" });
  await page.locator("#verdict", { hasText: value.depth === null ? value.outcome : `${value.outcome} in ${value.depth}` }).waitFor();
  await page.locator("#fen").fill("W:W1:BK9");
  await page.keyboard.press("Enter");
  await page.locator(".complaint", { hasText: "would be a king" }).waitFor();
  await page.locator("#fen").fill("W:WK1,K2,K3:BK9,K10");
  await page.keyboard.press("Enter");
  await page.locator(".complaint", { hasText: "at most 4" }).waitFor();
});

test("checkers: practised to the win, with a hint; it stands in the history", async () => {
  const page = await bench.page("#/practise?game=checkers&material=KKvK");
  await page.locator("#options > summary").click();
  await page.locator(".opponents label", { hasText: "The infallible player" }).click();
  await page.locator("#start").click();
  await page.locator("#status").waitFor();
  await page.locator("#hint").click();
  const hinted = await page.locator("#hinted").getAttribute("data-uci");
  await page.locator(".pointers polyline").waitFor();
  await typed(page, hinted);
  await playedOut(page, { game: "checkers" }, async (move) => {
    for (const square of move.uci.match(/\d+/g)) await press(page, Number(square));
  });
  assert.match(await page.locator("#result").innerText(), /You won/);
  await page.locator("#trajectory canvas").waitFor();
  await page.goto(`${bench.address}/#/progress`);
  await page.locator("h2", { hasText: "Two kings against king" }).waitFor();
  assert.match(await page.locator("#history tbody tr").first().innerText(), /won/);
});

test("checkers: lost men can be resisted with, resigned, and the board turned", async () => {
  const page = await bench.page();
  await game(page, { game: "checkers", fen: "B:WK14,K15:BK4", side: "black", opponent: "player:5", seed: 1 });
  assert.ok((await page.locator(".draught.black").boundingBox()).y > (await page.locator(".draught.white").first().boundingBox()).y, "Black's men are not below");
  await resign(page);
  await page.locator("#result").waitFor();
});

test("endgames of another game are listed, one is solved, its deepest positions explored and practised", async () => {
  const page = await bench.page("#/endgames");
  await page.locator("#game label", { hasText: "Checkers" }).click();
  await page.locator('#atlas tr[data-material="KMvK"]').waitFor();
  assert.equal(await page.locator("#atlas tbody tr").count(), 23);
  await page.getByLabel("Search").fill("KMvM");
  const row = page.locator('#atlas tr[data-material="KMvM"]');
  await row.getByRole("button", { name: "Solve" }).click();
  await row.getByRole("button", { name: "Solve" }).waitFor({ state: "detached", timeout: 60_000 });
  await row.getByRole("link").first().click();
  await page.locator(".boards figure").first().waitFor({ timeout: 60_000 });
  const most = async (side) => Math.max(...(await numbers(page, side)).map((cells) => cells[0]));
  const deepest = Math.max(await most("#white-to-move"), await most("#black-to-move"));
  assert.ok(deepest > 3, `the deepest is ${deepest}`);
  await page.locator(".boards figure a", { hasText: "Explore" }).first().click();
  await page.locator("#verdict", { hasText: `in ${deepest}` }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Practise it" }).click();
  await page.locator("#summary", { hasText: "King and man against man" }).waitFor();
});

test("other games on a phone: nothing is wider, and a man is moved with the finger", async () => {
  const page = await bench.page("", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const name of ["antichess", "checkers"]) {
    for (const route of ["explore", "practise", "endgames"]) {
      await page.goto(`${bench.address}/#/${route}?game=${name}`);
      await page.locator("#rules").waitFor();
      await page.waitForTimeout(400);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${name}, ${route}: wider than the phone`);
    }
  }
  await page.goto(`${bench.address}/${address("explore", { game: "checkers", fen: "W:WK14,K15:BK4" })}`);
  await page.locator("#verdict", { hasText: "win in 2" }).waitFor();
  for (const square of [15, 11]) {
    const at = await field(page, square);
    await page.touchscreen.tap(at.x, at.y);
  }
  await page.locator("#verdict", { hasText: "loss in 1" }).waitFor();
});
