// Practising in a real browser: whole games, by every way of moving there is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Bench, click, drag, game, numbers, ranked, resign, typed } from "./bench.mjs";

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

const moves = (page) => page.locator(".moves button");

test("a whole game is chosen, played to the win, and looked back on", async () => {
  const page = await bench.page("#/practise");
  await page.getByPlaceholder("Search: rook").fill("KQKR");
  await page.locator(".picker label", { hasText: "queen against rook" }).click();
  await page.locator("#options > summary").click();
  await page.locator(".segmented label", { hasText: "By depth" }).click();
  await page.getByLabel("from", { exact: true }).fill("4");
  await page.getByLabel("to", { exact: true }).fill("6");
  await page.locator(".opponents label", { hasText: "The infallible player" }).click();
  const pressed = performance.now();
  assert.match(await page.locator("#summary").innerText(), /Queen against rook, to win as White · 4 to 6 moves deep · against the infallible player/);
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator("#status").waitFor();
  console.log(`# from Start to the board, KQKR solved from nothing, ms: ${(performance.now() - pressed).toFixed(0)}`);
  const answered = [];
  assert.match(await page.locator("#left").innerText(), /^50$/);
  await page.locator("#hint").click();
  const hinted = await page.locator("#hinted").getAttribute("data-uci");
  await page.getByRole("switch").check();
  await page.locator(".best button").first().waitFor();
  const best = await page.locator(".best button").evaluateAll((buttons) => buttons.map((button) => button.dataset.uci));
  assert.ok(best.includes(hinted), `the hint ${hinted} is none of the best moves ${best}`);
  await page.locator("#assisted").waitFor();
  await page.getByRole("switch").uncheck();
  await page.locator("#judged").waitFor({ state: "detached" });
  for (let turn = 0; turn < 12 && !(await page.locator("#result").count()); turn++) {
    const before = await moves(page).count();
    const [uci] = await ranked(page);
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
    if (turn % 3 === 0) await drag(page, from, to);
    else if (turn % 3 === 1) {
      await click(page, from);
      await page.locator("square.move-dest").first().waitFor();
      await click(page, to);
    } else {
      await page.getByLabel("Type a move").fill(uci);
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction((count) => document.querySelectorAll(".moves button").length > count, before);
    await page.waitForFunction(() => document.querySelector(".board[data-answered]"));
    answered.push(Number(await page.locator(".board").getAttribute("data-answered")));
  }
  await page.locator("#result").waitFor();
  assert.match(await page.locator("#result").innerText(), /You won/);
  await page.locator("#trajectory canvas").waitFor();
  const depths = (await numbers(page, "#trajectory")).map((row) => row[1]);
  assert.ok(depths[0] >= 4 && depths[0] <= 6 && depths.at(-1) === 0, `depths ${depths}`);
  await page.locator("#quality summary").click();
  assert.deepEqual(await page.locator("#quality tr", { hasText: "Gave the win" }).locator("td").allInnerTexts(), ["0", "0"]);
  assert.match(await page.locator("#summary-of-game").innerText(), /^(Won in \d+ moves?|Mate in \d+)\. Every move was a best one\.$/);
  assert.match(await page.locator("#competence .big").innerText(), /^[A-Z]/);
  assert.equal(await page.locator("#retry-all").count(), 0, "there is nothing to retry");
  const made = depths.length - 1;
  assert.match(await page.locator("#competence").innerText(), new RegExp(`Judged by ${made - 1} of your ${made} moves`), "the move after the hint does not count");
  assert.equal(await page.locator("#turning-point").count(), 0, "best moves have no moment where it went wrong");
  console.log(`# move answered in the browser, ms: ${answered.join(" ")}`);
  const before = page.url();
  await page.locator("#next").click();
  await page.waitForFunction((url) => location.href !== url && document.getElementById("status"), before);
  assert.match(await page.locator("main h1").innerText(), /Queen against rook/);
});

test("a pawn becomes the man that was chosen", async () => {
  const page = await bench.page();
  await game(page, { fen: "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", side: "white", to_mate: true });
  await drag(page, "e7", "e8");
  await page.getByRole("button", { name: "Promote to rook" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  assert.match(await moves(page).first().innerText(), /e8=♖\uFE0E/);
  await page.locator("piece.white.rook:not(.ghost)").waitFor();
});

test("a promotion can be thought over", async () => {
  const page = await bench.page();
  await game(page, { fen: "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", side: "white", to_mate: true });
  await drag(page, "e7", "e8");
  await page.locator(".promotion button:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".promotion").waitFor({ state: "detached" });
  assert.equal(await moves(page).count(), 0);
  await page.locator("piece.white.pawn:not(.ghost)").waitFor();
});

test("a move is taken back, the board turned, the judgement shown when wanted, an illegal move told", async () => {
  const page = await bench.page();
  await game(page, { fen: "8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1", side: "white" });
  const king = async () => (await page.locator("piece.white.king").boundingBox()).x;
  const left = await king();
  await page.getByRole("button", { name: "Flip" }).click();
  await page.locator(".orientation-black").waitFor();
  assert.ok((await king()) > left, "a1 did not move to the right");
  await page.getByRole("button", { name: "Flip" }).click();
  await page.locator(".orientation-white").waitFor();
  assert.equal(await page.locator("#judged").count(), 0);
  await page.getByLabel("Type a move").fill("Ra8");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".typing .note").innerText(), /no legal move/);
  await page.getByLabel("Type a move").fill("kb1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await page.getByRole("switch").check();
  await page.locator("#judged").waitFor();
  assert.match(await page.locator("#judged").innerText(), /Win in \d+/);
  await page.locator("#takeback").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 0);
  assert.ok((await page.locator(".best button").count()) >= 1);
});

test("a bad move is found again and tried again from there", async () => {
  const page = await bench.page();
  await game(page, { fen: "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", side: "white" });
  await page.getByLabel("Type a move").fill("Qe4");
  await page.keyboard.press("Enter");
  await page.locator("#turning-point").waitFor();
  assert.match(await page.locator("#result").innerText(), /Drawn/);
  assert.match(await page.locator("#turning-point").innerText(), /♕\uFE0Ee4\+, which gave the result away/);
  const before = page.url();
  await page.locator("#again").click();
  await page.waitForFunction((url) => location.href !== url && document.getElementById("status")?.textContent.startsWith("Your move"), before);
  const start = await page.getByRole("link", { name: "Explore the start" }).getAttribute("href");
  assert.match(decodeURIComponent(start), /8\/8\/8\/3k4\/8\/8\/8\/KQ6 w/);
});

test("two tabs on one game: the slower one is told and shows the game as it is", async () => {
  const page = await bench.page();
  const id = await game(page, { fen: "8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1", side: "white" });
  const other = await page.context().newPage();
  await other.goto(`${bench.address}/#/practise/${id}`);
  await other.getByLabel("Type a move").fill("Kb1");
  await other.keyboard.press("Enter");
  await other.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await page.getByLabel("Type a move").fill("Ka2");
  await page.keyboard.press("Enter");
  await page.locator(".remark").waitFor();
  assert.equal(await moves(page).count(), 2);
  assert.match(await moves(page).first().innerText(), /♔\uFE0Eb1/);
});

test("the board is played with the arrow keys alone", async () => {
  const page = await bench.page();
  await game(page, { fen: "8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1", side: "white" });
  await page.locator(".board-frame").focus();
  // The cursor starts on e4: to a1, take the king, to b1, put it down.
  for (const key of [..."LLLL"].map(() => "ArrowLeft").concat([..."DDD"].map(() => "ArrowDown"))) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  assert.match(await moves(page).first().innerText(), /♔\uFE0Eb1/);
  await page.waitForFunction(() => /Black plays/.test(document.getElementById("announcer").textContent));
});

test("a surprise stays one until the end", async () => {
  const page = await bench.page();
  await game(page, { material: "KRK", side: "white", opponent: "surprise", depth: 8 });
  assert.match(await page.locator(".beside").innerText(), /Opponent: a secret/);
  await resign(page);
  await page.locator("#result").waitFor();
  assert.doesNotMatch(await page.locator("#result").innerText(), /secret/);
});

test("moves made with the best ones in sight do not count, and the page says so", async () => {
  const page = await bench.page();
  await game(page, { fen: "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", side: "white" });
  await page.getByRole("switch").check();
  await page.locator("#assisted").waitFor();
  await typed(page, (await ranked(page))[0]);
  await resign(page);
  await page.locator("#competence").waitFor();
  assert.match(await page.locator("#competence").innerText(), /No move of this game counts/);
});

test("a draw to hold: the Predator sets a trap, and afterwards says which", async () => {
  const page = await bench.page();
  for (let seed = 1; seed <= 20; seed++) {
    await game(page, { material: "KQKR", stronger: false, goal: "hold", side: "black", difficulty: 5, opponent: "predator:uniform", seed });
    assert.match(await page.locator(".beside").innerText(), /Hold the draw[^]*hold out for 25 more/);
    await typed(page, (await ranked(page))[0]);
    if (await page.locator("#result").count()) continue;
    await typed(page, (await ranked(page)).at(-1));
    if (!(await page.locator("#result").count())) await resign(page);
    await page.locator("#competence").waitFor();
    if (!(await page.locator("#traps .sprung").count())) continue;
    assert.match(await page.locator("#traps .sprung").first().innerText(), /held the draw: you fell for it with/);
    await page.locator("#traps .sprung button").first().click();
    await page.getByRole("button", { name: "Back to the game" }).waitFor();
    return;
  }
  assert.fail("no trap in twenty games");
});

test("what it knows about you is shown if you ask", async () => {
  const page = await bench.page();
  await game(page, { material: "KRK", side: "white", depth: 8 });
  await typed(page, (await ranked(page))[0]);
  await page.goto(`${bench.address}/#/practise`);
  await page.locator(".knowledge summary").click();
  await page.locator(".knowledge tbody tr").first().waitFor();
  assert.match(await page.locator(".knowledge").innerText(), /From 1 move in 1 game it takes you for: |From \d+ moves in \d+ games it takes you for: /);
  const chances = (await page.locator(".knowledge .chance").allInnerTexts()).map(parseFloat);
  assert.ok(Math.abs(chances.reduce((a, b) => a + b, 0) - 100) <= 3, `${chances}`);
});
