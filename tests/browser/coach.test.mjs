// The coach in a real browser: today's five, lessons, a shared set, mistakes retried, settings, and a phone held sideways.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Bench, game, ranked, resign, typed } from "./bench.mjs";

const KQK = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

/** The moves of a position as the tables have them, the best first. */
const moves = (page, fen) =>
  page.evaluate(async (at) => {
    const position = await (await fetch(`/api/position?fen=${encodeURIComponent(at)}`)).json();
    return position.moves;
  }, fen);

const today = (page) => page.evaluate(async () => (await fetch("/api/today")).json());

test("today's five are answered to the end, and a streak begins", async () => {
  const page = await bench.page();
  await page.locator("#start-today").click();
  for (let turn = 0; turn < 5; turn++) {
    await page.locator("#place", { hasText: `${turn + 1} of 5` }).waitFor();
    const { positions } = await today(page);
    const list = await moves(page, positions[turn].fen);
    await page.waitForFunction(() => document.querySelector("cg-board piece"));
    if (turn === 1) {
      await page.getByLabel("Type a move").fill(list.at(-1).uci);
      await page.keyboard.press("Enter");
      await page.locator("#told.bad", { hasText: "Not yet" }).waitFor();
    }
    await page.getByLabel("Type a move").fill(list[0].uci);
    await page.keyboard.press("Enter");
    await page.locator("#told.good", { hasText: "Right" }).waitFor();
    await page.locator(turn < 4 ? "#next-of-five" : "#finish").click();
  }
  await page.locator("#day-done", { hasText: "4 of 5 right at the first try" }).waitFor();
  assert.match(await page.locator("#day-done").innerText(), /1 day in a row/);
  await page.getByRole("link", { name: "Done" }).click();
  await page.locator("#today", { hasText: "Done: 4 of 5 right" }).waitFor();
  assert.equal((await today(page)).streak, 1);
});

test("a lesson is a picture, a task and an idea; reached, it is ticked, and the next one follows", async () => {
  const page = await bench.page();
  await page.locator('[data-lesson="queen-mate"]').click();
  await page.locator("#lesson", { hasText: "stalemate" }).waitFor();
  while (!(await page.locator("#result").count())) await typed(page, (await ranked(page))[0]);
  await page.locator("#summary-of-game", { hasText: /Mate in \d+\. Every move was a best one/ }).waitFor();
  assert.match(await page.locator("#next").innerText(), /^Next: Mate with the rook$/);
  await page.goto(`${bench.address}/#/today`);
  await page.locator('[data-lesson="queen-mate"] .tile-done').waitFor();
  assert.equal(await page.locator(".tile-done").count(), 1);
});

test("a coach's set: pasted, shared by one link, opened by somebody else and played", async () => {
  const page = await bench.page("#/sets");
  await page.getByLabel("Name").fill("First mates");
  await page.getByRole("textbox", { name: "Positions" }).fill(`Queen: ${KQK}\nRook: 8/8/8/3k4/8/8/8/KR6 w - - 0 1\nno position\n`);
  await page.locator("#make").click();
  await page.locator(".remark", { hasText: "2 read, 1 left out" }).waitFor();
  await page.getByRole("link", { name: "Show the set" }).click();
  await page.locator("#set button").nth(1).waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#save-set").click()]);
  assert.equal(readFileSync(await file.path(), "utf8").match(/\[FEN "/g).length, 2);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("#copy-set-link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // Another browser, which has never heard of it.
  const pupil = await bench.page();
  await pupil.goto(link);
  await pupil.locator("h1", { hasText: "First mates" }).waitFor();
  assert.equal(await pupil.locator("#set button").count(), 2);
  await pupil.locator("#start-set").click();
  await pupil.locator("#status").waitFor();
  assert.match(await pupil.locator("main h1").innerText(), /Queen/);
  await resign(pupil);
  await pupil.locator("#next", { hasText: "Next: 2 of 2" }).click();
  await pupil.locator("main h1", { hasText: "Rook" }).waitFor();
  await pupil.locator("#status").waitFor();
});

test("a link carries position, task and opponent; the position and the moves can be copied", async () => {
  const page = await bench.page();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await game(page, { fen: KQK, opponent: "player:5" });
  await typed(page, "Qe1");
  await page.locator(".share summary").click();
  const copied = async (id) => {
    await page.locator(id).click();
    await page.locator(id, { hasText: "Copied" }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied("#copy-pgn"), /\[FEN "8\/8\/8\/3k4\/8\/8\/8\/KQ6 w - - 0 1"\]\n\n1\. Qe1 \S+ \*/);
  assert.match(await copied("#copy-fen"), /^8\/.* w - - /);
  await page.goto(await copied("#copy-link"));
  await page.locator("#summary", { hasText: /Your position as White · against a fallible player \(fair\)/ }).waitFor();
});

test("a game is reviewed: one sentence, marks, arrow keys, the better move, all mistakes retried", async () => {
  const page = await bench.page();
  await game(page, { fen: KQK });
  // A slow move, another one, and then best play.
  for (let slow = 0, turn = 0; slow < 2 && turn < 6; turn++) {
    const fen = await page.evaluate(async () => (await (await fetch(`/api/practice/${location.hash.split(/[/?]/)[2]}`)).json()).fen);
    const list = await moves(page, fen);
    const bad = list.findLast((move) => move.keeps_value && move.conceded >= 2);
    if (bad) slow++;
    await typed(page, (bad ?? list[0]).uci);
  }
  while (!(await page.locator("#result").count())) await typed(page, (await ranked(page))[0]);
  await page.locator("#summary-of-game", { hasText: /^Mate in \d+\. Two slips, the costliest: \d\..*; \d\..* was quicker\.$/ }).waitFor();
  assert.equal(await page.locator("#takeback").count(), 0, "a game that is over stays as it is");
  assert.equal(await page.locator(".moves small").count(), 2);
  // With the board in focus too: there is nothing to move on it.
  await page.locator(".board-frame").first().focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 12 && !(await page.locator("#told", { hasText: "was quicker" }).count()); step++) await page.keyboard.press("ArrowRight");
  await page.locator("#told", { hasText: "was quicker" }).waitFor();
  await page.locator(".cg-shapes line").first().waitFor({ state: "attached" });
  assert.match(await page.locator('.moves [aria-current="true"]').innerText(), /\?!?/);
  await page.locator("#retry-all", { hasText: "Retry all 2 mistakes" }).click();
  for (let at = 1; at <= 2; at++) {
    await page.locator("#retry h2", { hasText: `Retry ${at} of 2` }).waitFor();
    const played = /You played \d+\.(\S+)\./.exec(await page.locator("#retry").innerText())[1];
    const report = await page.evaluate(async () => (await fetch(`/api/practice/${location.hash.split(/[/?]/)[2]}/report`)).json());
    const { fen, better, san } = report.slips[at - 1];
    await page.getByLabel("Type a move").fill(san);
    await page.waitForFunction(() => document.querySelectorAll("#retry .working").length === 0);
    await page.keyboard.press("Enter");
    await page.locator("#verdict-of-retry.bad", { hasText: "Not yet" }).waitFor();
    assert.ok(fen && played);
    await page.getByLabel("Type a move").fill(better[0].uci);
    await page.keyboard.press("Enter");
    await page.locator("#verdict-of-retry.good", { hasText: "as good as it gets" }).waitFor();
    await page.locator(at === 1 ? "#next-slip" : "#retry-done").click();
  }
  await page.locator("#summary-of-game").waitFor();
  await page.locator(".share summary").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#save-page").click()]);
  const html = readFileSync(await file.path(), "utf8");
  assert.ok(html.includes("Two slips") && html.includes("<svg") && !/(src|href)="http/.test(html));
});

test("explore: undo, the moves so far, the competence in the address", async () => {
  const page = await bench.page(`#/explore?fen=${encodeURIComponent("8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1")}`);
  await page.locator("#moves tbody tr").first().click();
  await page.locator("#trail button[data-index='0']").waitFor();
  await page.locator("#moves tbody tr").first().waitFor();
  await page.locator("#moves tbody tr").first().click();
  await page.locator("#trail button[data-index='1']").waitFor();
  await page.locator("#undo").click();
  await page.locator("#trail button[data-index='1']").waitFor({ state: "detached" });
  await page.locator(".slider input").first().fill("12");
  assert.match(page.url(), /c=12/);
  await page.reload();
  await page.locator(".slider output", { hasText: "c = 12" }).waitFor();
  assert.equal(await page.locator("#trail button[data-index='0']").count(), 1, "a reload keeps the moves");
});

test("search finds the endgame that was typed first", async () => {
  const page = await bench.page("#/practise");
  await page.getByPlaceholder("Search: rook").fill("KBNK");
  assert.match(await page.locator(".picker label").first().innerText(), /Bishop and knight against king/);
  await page.goto(`${bench.address}/#/endgames`);
  await page.getByLabel("Search").fill("KBNK");
  assert.equal(await page.locator("#atlas tbody tr").first().getAttribute("data-material"), "KBNK");
});

test("games of which some reach the tables: one sentence counts them, and a reload keeps them", async () => {
  const page = await bench.page("#/assess/endgames");
  await page.locator("summary", { hasText: "paste" }).click();
  const from = (fen, text) => `[SetUp "1"]\n[FEN "${fen}"]\n\n${text}\n\n`;
  await page.getByLabel("PGN text").fill(`1. e4 e5 2. Nf3 Nc6 *\n\n${from(KQK, "1. Qe4+ Kxe4 1/2-1/2")}1. d4 d5 2. Kd3 *\n`);
  await page.getByRole("button", { name: "Assess" }).click();
  await page.locator("#counted", { hasText: "3 games; 1 reaches five men and was judged; 1 has no position of the tables; 1 has an error." }).waitFor();
  assert.equal(await page.locator("#games tbody .blunders").innerText(), "1");
  assert.match(await page.locator("details.card li").first().textContent(), /^Game 3: .*2\. Kd3/);
  await page.reload();
  await page.locator("#counted", { hasText: "3 games" }).waitFor();
});

test("a phone held sideways: the board is in sight as a whole, and what is below can be reached", async () => {
  const page = await bench.page("", { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  await game(page, { fen: KQK });
  const box = await page.locator(".board-frame").first().boundingBox();
  assert.ok(box.height <= 390 && box.height >= 220, `the board is ${box.height} high`);
  const status = await page.locator("#status").boundingBox();
  assert.ok(status.x >= box.x + box.width, "what is said stands beside the board");
  await page.getByRole("switch").scrollIntoViewIfNeeded();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  // At twice the size a desktop has 640 by 400 points.
  const large = await bench.page("", { viewport: { width: 640, height: 400 } });
  await game(large, { fen: KQK });
  const board = await large.locator(".board-frame").boundingBox();
  assert.ok(board.height <= 400, `the board is ${board.height} high`);
});

test("settings: a larger board, a clock that runs on one's own move, a hint beside its button", async () => {
  const page = await bench.page("", { viewport: { width: 1920, height: 1080 } });
  await page.locator("#settings").click();
  for (const choice of ["Small", "3 min"]) await page.locator("dialog label", { hasText: choice }).click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await game(page, { fen: KQK });
  const width = async () => (await page.locator(".board-frame").first().boundingBox()).width;
  const small = await width();
  assert.equal(await page.locator("#clock").innerText(), "3:00");
  await typed(page, "Kb2");
  await page.waitForFunction(() => document.getElementById("clock").textContent === "2:59");
  await page.locator("#hint").click();
  await page.locator("#hinted", { hasText: "does not count" }).waitFor();
  await page.locator("#settings").click();
  await page.locator("dialog label", { hasText: "Large" }).click();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  assert.ok((await width()) > small + 200, `${await width()} is not larger than ${small}`);
  // A game is not given up by a slip of the hand.
  await page.locator("#resign").click();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.locator("#status").count(), 1);
});

test("a game pasted on any page is taken to Assess, and a reload keeps its review", async () => {
  const page = await bench.page("#/endgames");
  await page.locator("#atlas").waitFor();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", '[Event "Rated blitz game"]\n[Site "https://lichess.org/x"]\n[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n1. e4 { [%clk 0:03:00] } 1... e5 2. Qh5 Ke7 3. Qxe5# 1-0\n');
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const title = page.locator(".review-head h2", { hasText: "Anna – Bert" });
  await title.waitFor({ timeout: 90_000 });
  await page.reload();
  await title.waitFor();
});
