// The other pages in a real browser: explore, assess, endgames, progress; phone width; a server that goes and comes back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bench, drag, game, numbers, resign, serve, square } from "./bench.mjs";

const PGN = fileURLToPath(new URL("../../experiments/games/browne-belle.pgn", import.meta.url));
const BROWNE = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

test("explore: values, a line, curves, a chart, Back", async () => {
  const page = await bench.page(`#/explore?fen=${encodeURIComponent(BROWNE)}`);
  await page.locator("#verdict", { hasText: "win in 31" }).waitFor();
  await page.locator("#line button").first().waitFor();
  await page.locator("#curves canvas").waitFor();
  assert.equal((await numbers(page, "#curves")).length, 51);
  await page.locator('#heat button[data-man="Qa5"]').click();
  await page.locator(".heat span").first().waitFor();
  assert.equal(await page.locator('.heat span[data-square="a5"]').innerText(), "31");
  await page.locator("#moves tbody tr").first().click();
  await page.locator("#verdict", { hasText: "loss in 30" }).waitFor();
  await page.goBack();
  await page.locator("#verdict", { hasText: "win in 31" }).waitFor();
});

test("explore: how it will go, by the model and exactly", async () => {
  const page = await bench.page(`#/explore?fen=${encodeURIComponent("8/8/8/3k4/8/8/8/KR6 w - - 0 1")}&c=12`);
  await page.locator("#forecast td").first().waitFor({ timeout: 120_000 });
  const cells = (await page.locator("#forecast td").allInnerTexts()).map(parseFloat);
  // Won within 50 moves, expected moves, half are won by move: Markov and exact.
  assert.deepEqual(cells, [53.4, 67.9, 59.6, 45.9, 48, 41]);
});

test("explore: chances follow the slider as the formula says", async () => {
  const fen = "8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1";
  const page = await bench.page(`#/explore?fen=${encodeURIComponent(fen)}`);
  await page.locator("#moves tbody tr").first().waitFor();
  const { moves } = await page.evaluate(async (asked) => (await fetch(`/api/position?fen=${encodeURIComponent(asked)}`)).json(), fen);
  for (const c of [0, 7, 20, 50]) {
    await page.locator(".slider input").first().fill(String(c));
    const shown = await page.locator("#moves tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[1].textContent, row.querySelector(".chance span").textContent]));
    const sum = moves.reduce((all, move) => all + (move.weight ? move.weight * Math.exp(-c * move.cost) : 0), 0);
    for (const [worth, share] of shown) {
      const like = moves.find((move) => `${move.value.outcome} in ${move.value.depth}` === worth || move.value.outcome === worth);
      const wanted = like.weight ? (100 * like.weight * Math.exp(-c * like.cost)) / sum : 0;
      const told = share === "–" ? 0 : share.startsWith("<") ? 0.05 : parseFloat(share);
      assert.ok(Math.abs(told - wanted) <= (wanted < 10 ? 0.0501 : 0.501), `c = ${c}, ${worth}: ${share} is not ${wanted} %`);
    }
  }
});

test("explore: a position is set up by drag and judged; nonsense is told in a sentence", async () => {
  const page = await bench.page("#/explore");
  await page.locator("#moves").waitFor();
  await page.locator(".segmented label", { hasText: "Set up" }).click();
  await page.getByRole("button", { name: "Only the kings" }).click();
  // The board scrolls into view first: then both stay where they are.
  const to = await square(page, "d1");
  const man = await page.getByRole("button", { name: "white queen" }).boundingBox();
  await page.mouse.move(man.x + 20, man.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => document.getElementById("fen").value === "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
  await drag(page, "e1", "e2");
  await page.locator("#done").click();
  await page.locator("#verdict", { hasText: "win in" }).waitFor();
  await page.locator("#fen").fill("8/8/8/8/8/8/8/K7 w - - 0 1");
  await page.keyboard.press("Enter");
  await page.locator(".complaint").waitFor();
  assert.match(await page.locator(".complaint").innerText(), /king/i);
});

test("explore: a man is put on the board with the keyboard alone", async () => {
  const page = await bench.page("#/explore");
  await page.locator("#moves").waitFor();
  await page.locator(".segmented label", { hasText: "Set up" }).click();
  await page.getByRole("button", { name: "Only the kings" }).press("Enter");
  await page.getByRole("button", { name: "white rook" }).press("Enter");
  await page.locator(".board-frame").focus();
  // The cursor starts on e4.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("fen").value === "4k3/8/8/8/5R2/8/8/4K3 w - - 0 1");
});

test("endgames assessed: a PGN is dropped, plots and board move together, the annotated file is handed out", async () => {
  const page = await bench.page("#/assess/endgames");
  await page.locator("#drop").waitFor();
  const text = readFileSync(PGN, "utf8");
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "browne-belle.pgn", { type: "application/x-chess-pgn" }));
    return data;
  }, text);
  await page.dispatchEvent("#drop", "drop", { dataTransfer: transfer });
  await page.locator("#games tbody tr").nth(1).waitFor();
  assert.equal(await page.locator("#games tbody tr").count(), 2);
  await page.locator(".assessed canvas").nth(1).waitFor();
  const depths = await numbers(page, ".assessed section:nth-of-type(2)");
  assert.equal(depths[0][1], 30, "after 1. Kb7 White wins in 30");
  const board = () => page.locator("#told").innerText();
  const start = await board();
  const over = await page.locator(".assessed .u-over").first().boundingBox();
  await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2);
  await page.mouse.click(over.x + over.width / 2, over.y + over.height / 2);
  assert.notEqual(await board(), start);
  await page.locator("h1").click();
  const there = await board();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await board(), there);
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#annotated").click()]);
  const annotated = readFileSync(await file.path(), "utf8");
  assert.ok(annotated.includes("Browne") && annotated.length > text.length / 2 && /\{[^}]*\}/.test(annotated));
});

test("endgames assessed: what has to be solved first is solved, and a game that cannot be read is named", async () => {
  const page = await bench.page("#/assess/endgames");
  await page.locator("summary", { hasText: "paste" }).click();
  const from = (fen) => `[SetUp "1"]\n[FEN "${fen}"]\n\n`;
  await page.getByLabel("PGN text").fill(`${from("8/8/3k4/8/3n4/8/8/KBB5 w - - 0 1")}1. Kb2 *\n\n${from("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")}1. Qz9 *\n`);
  await page.getByRole("button", { name: "Assess" }).click();
  await page.locator("#told").waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: "One move on" }).click();
  assert.match(await page.locator("#told").innerText(), /White has a (win in \d+|draw)/);
  assert.match(await page.locator("details.card li").first().textContent(), /^Game 2: /);
});

test("endgames assessed: a file that is no PGN is answered with a sentence", async () => {
  const page = await bench.page("#/assess/endgames");
  await page.locator('input[type="file"]').setInputFiles({ name: "empty.pgn", mimeType: "text/plain", buffer: Buffer.from("  ") });
  await page.locator(".complaint").waitFor();
  assert.match(await page.locator(".complaint").innerText(), /empty/);
});

test("endgames: all 145, sorted and searched; one is solved on demand and shown", async () => {
  const page = await bench.page("#/endgames");
  await page.locator("#atlas tbody tr").first().waitFor();
  assert.equal(await page.locator("#atlas tbody tr").count(), 145);
  await page.getByLabel("Search").fill("KBNK");
  const row = page.locator('#atlas tr[data-material="KBNK"]');
  assert.match(await row.textContent(), /33/, "its depth is known before it is solved");
  assert.equal(await row.locator('[aria-label="difficulty 3 of 5, tricky"]').count(), 1);
  await row.getByRole("button", { name: "Solve" }).click();
  await row.getByRole("button", { name: "Solve" }).waitFor({ state: "detached", timeout: 60_000 });
  await row.getByRole("link").first().click();
  await page.locator(".boards figure").first().waitFor();
  await page.locator(".plot canvas").first().waitFor();
  const wins = await numbers(page, "#white-to-move");
  assert.equal(wins.at(-1)[0], 33);
});

test("endgames: what takes long shows its progress and is stopped", async () => {
  const page = await bench.page("#/endgames");
  const row = page.locator('#atlas tr[data-material="KQPKQ"]');
  await row.getByRole("button", { name: "Solve" }).click();
  await row.locator("progress").waitFor();
  await row.getByRole("button", { name: "Cancel" }).click();
  await row.locator(".complaint").waitFor();
  assert.match(await row.locator(".complaint").innerText(), /Cancelled/);
});

test("progress: games survive a reload, are exported, and are deleted only when confirmed", async () => {
  const page = await bench.page();
  const id = await game(page, { material: "KRK", side: "white", depth: 6 });
  await resign(page);
  await page.locator("#result").waitFor();
  await page.reload();
  await page.locator("#result").waitFor();
  await page.goto(`${bench.address}/#/progress`);
  await page.locator(`#history tr[data-id="${id}"]`).waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
  assert.match(readFileSync(await file.path(), "utf8"), /\[FEN /);
  await page.locator("#delete").click();
  await page.getByRole("button", { name: "Keep them" }).click();
  assert.ok(await page.locator(`#history tr[data-id="${id}"]`).count());
  await page.locator("#delete").click();
  await page.locator("#yes").click();
  await page.getByText("No games yet").waitFor();
});

test("a phone: every page fits, and a move is made with the finger", async () => {
  const page = await bench.page("", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const route of ["today", "today/five", "practise", "sets", "explore", "assess", "assess/endgames", "endgames", "random", "progress"]) {
    await page.goto(`${bench.address}/#/${route}`);
    await page.locator("main h1").waitFor();
    await page.waitForTimeout(300);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${route} is wider than the phone`);
  }
  await game(page, { fen: "8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1", side: "white" });
  for (const name of ["a1", "b1"]) {
    const at = await square(page, name);
    await page.touchscreen.tap(at.x, at.y);
  }
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
});

test("colours follow the system until the reader chooses", async () => {
  const page = await bench.page("", { colorScheme: "dark" });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  await page.locator("#theme").click();
  assert.notEqual(await ground(), dark);
  const light = await ground();
  await page.reload();
  assert.equal(await ground(), light);
});

test("a page whose answer comes after the reader has moved on does not come back", async () => {
  const page = await bench.page("#/random");
  await page.locator("main h1").waitFor();
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await page.route("**/api/endgames", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/endgames");
  await page.evaluate(() => (location.hash = "#/practise"));
  await asked;
  await game(page, { fen: "8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1", side: "white" });
  const answered = page.waitForResponse("**/api/endgames");
  answer();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  assert.equal(await page.locator("#start").count(), 0, "the choosing page came back over the game");
  assert.equal(await page.locator("#status").count(), 1);
});

test("the server is killed in mid-game: a banner, then the game goes on where it was", async () => {
  const page = await bench.page();
  await game(page, { fen: "8/8/3k4/8/3r4/8/2Q5/K7 w - - 0 1", side: "white" });
  await page.getByLabel("Type a move").fill("Kb1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  const port = Number(new URL(bench.address).port);
  await bench.server.stop();
  await page.locator("#hint").click();
  await page.locator("#banner:not([hidden])").waitFor();
  bench.server = await serve(bench.folder, port);
  await page.locator("#banner").waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await page.locator("#hint").click();
  await page.locator("#hinted").waitFor();
});

test("first paint and page weight are told", async () => {
  const page = await bench.page();
  await page.locator("#today").waitFor();
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const weight = await page.evaluate(() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation")).filter((one) => !one.name.includes("/api/")).reduce((sum, one) => [sum[0] + one.encodedBodySize, sum[1] + one.decodedBodySize], [0, 0]));
  console.log(`# first paint ${paint?.toFixed(0)} ms; ${weight[0]} bytes sent, ${weight[1]} unpacked`);
  assert.ok(weight[1] < 500_000);
});
