// Whole games in a real browser: against a player of a rating, left and gone on with, and handed to Assess.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Bench, drag, resign, typed } from "./bench.mjs";

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

/** The moves played, without the marks that an assessment adds. */
const sans = async (page) => (await page.locator(".moves button").allInnerTexts()).map((text) => text.split("\n")[0]);

test("a game against a player of a rating is begun, left, gone on with, taken back and reviewed", async () => {
  const page = await bench.page("#/play");
  await page.locator(".opponents label", { hasText: "A player of a rating" }).click();
  const slider = page.getByRole("slider", { name: "Rating" });
  await slider.focus();
  await slider.fill("1500");
  assert.match(await page.locator(".slider output").innerText(), /plays like about 1500/);
  await page.locator(".segmented label", { hasText: "White" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator("#status").waitFor();
  assert.match(await page.locator("#strength").innerText(), /plays like about 1500/);
  await drag(page, "e2", "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await typed(page, "d4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 4);
  const before = await sans(page);
  // It is kept in this browser.
  await page.reload();
  await page.locator("#status").waitFor();
  assert.deepEqual(await sans(page), before);
  await page.locator("#takeback").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await typed(page, "d4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 4);
  assert.deepEqual(await sans(page), before, "a move taken back is answered as before");
  await resign(page);
  assert.match(await page.locator("#result").innerText(), /0-1[\s\S]*You have resigned/);
  await page.locator("#review").click();
  await page.waitForFunction(() => location.hash === "#/assess");
  // Assess has taken it.
  await page.locator(".review-setup select").first().waitFor();
  await page.locator("#review").waitFor({ timeout: 60_000 });
  assert.deepEqual(await sans(page), before);
  await page.context().close();
});

test("the partner tells what your moves speak for, and mates when it can", async () => {
  const page = await bench.page("#/play?fen=7k/5Q2/6K1/8/8/8/8/8%20w%20-%20-%200%201");
  await page.locator(".opponents label", { hasText: "The engine itself" }).click();
  await page.locator(".segmented label", { hasText: "Black" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator("#result").waitFor();
  assert.match(await page.locator("#result").innerText(), /1-0[\s\S]*You are mated/);
  await page.locator("#new").click();
  await page.locator(".opponents label", { hasText: "partner" }).click();
  await page.locator(".segmented label", { hasText: "White" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator("#shown").waitFor();
  assert.match(await page.locator("#shown").innerText(), /speak for about \d+ \(\d+ to \d+\)/);
  await typed(page, "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await page.context().close();
});
