// A server that wants a token of any letters and signs: its own page has it, nobody else gets in.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { Bench, serve } from "./bench.mjs";

const TOKEN = "a+b/c=d&e Schl\u00fcssel-\u043a\u043b\u044e\u0447";
let bench;
let guarded;
let folder;

before(async () => {
  bench = await Bench.open();
  folder = mkdtempSync(join(tmpdir(), "fallible-token-"));
  guarded = await serve(folder, 0, { FALLIBLE_TOKEN: TOKEN });
});

after(async () => {
  await guarded.stop();
  rmSync(folder, { recursive: true, force: true });
  await bench.close();
});

test("the printed address lets in, and the token does not stay in it", async () => {
  const context = await bench.browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${guarded.page}#/endgames`);
  await page.getByText("Queen against rook").first().waitFor();
  assert.ok(!page.url().includes("token"), page.url());
  // A file is fetched through the same door.
  await page.goto(`${guarded.address}/#/progress`);
  const waiting = page.waitForEvent("download");
  await page.locator("#export").click();
  assert.equal(readFileSync(await (await waiting).path(), "utf8"), "");
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "token.png") });
  await context.close();
});

test("without the token nothing is told", async () => {
  const context = await bench.browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${guarded.address}/#/endgames`);
  await page.getByText("this server wants its token", { exact: false }).first().waitFor();
  await context.close();
});
