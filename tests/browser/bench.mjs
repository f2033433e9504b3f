// The server and the browser for the tests: a fresh folder for each, nothing of the user's is touched.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const program = process.env.FALLIBLE ?? "target/release/fallible";

/** Starts `fallible serve`; answers when it listens. */
export async function serve(folder, port = 0, env = {}) {
  const server = spawn(program, ["serve", "--port", String(port), "--no-open", "--data", join(folder, "data"), "--tables", join(folder, "tables")], {
    env: { ...process.env, HOME: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const hear = (bytes) => {
      said += bytes;
      const found = /http:\/\/[\w.:[\]]+/.exec(said);
      if (found) resolve(found[0].replace(/\/$/, ""));
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return {
    address,
    /** The first page as it was printed, with the token if there is one. */
    page: /http:\S+/.exec(said)[0],
    stop: () =>
      new Promise((resolve) => {
        server.removeAllListeners("exit");
        server.on("exit", resolve);
        server.kill("SIGKILL");
      }),
  };
}

export class Bench {
  static async open() {
    const bench = new Bench();
    bench.folder = mkdtempSync(join(tmpdir(), "fallible-browser-"));
    bench.server = await serve(bench.folder);
    bench.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
    bench.strangers = [];
    bench.errors = [];
    return bench;
  }

  get address() {
    return this.server.address;
  }

  /** A page whose every request and error is watched. */
  async page(route = "", options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.address) && !/^(data|blob|about):/.test(url)) this.strangers.push(url);
    });
    page.on("pageerror", (error) => this.errors.push(String(error)));
    await page.goto(`${this.address}/${route}`);
    return page;
  }

  async close() {
    await this.browser?.close();
    await this.server?.stop();
    rmSync(this.folder, { recursive: true, force: true });
    assert.deepEqual(this.strangers, [], "a page asked another machine");
    assert.deepEqual(this.errors, [], "a page threw an error");
  }
}

/** Where a square is on the screen. */
export async function square(page, name) {
  const frame = page.locator(".board-frame").first();
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  const white = await page.locator(".cg-wrap.orientation-white").count();
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
  const [column, row] = white ? [file, 7 - rank] : [7 - file, rank];
  return { x: box.x + ((column + 0.5) * box.width) / 8, y: box.y + ((row + 0.5) * box.height) / 8 };
}

export async function drag(page, from, to) {
  const [a, b] = [await square(page, from), await square(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

export async function click(page, name) {
  const at = await square(page, name);
  await page.mouse.click(at.x, at.y);
}

/** Starts a practice game through the API, for tests that are about something later. */
export async function game(page, body) {
  const id = await page.evaluate(async (wanted) => {
    for (;;) {
      const answer = await fetch("/api/practice", { method: "POST", headers: { "Content-Type": "application/json", "X-Fallible": "1" }, body: JSON.stringify(wanted) });
      const said = await answer.json();
      if (answer.ok) return said.id;
      if (answer.status !== 503) throw new Error(said.error);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }, { stronger: true, opponent: "infallible", ...body });
  await page.evaluate((to) => (location.hash = `#/practise/${to}`), id);
  await page.locator("#status").waitFor();
  return id;
}

/** The legal moves where a game stands, the best first, as the tables have it. */
export const ranked = (page) =>
  page.evaluate(async () => {
    const game = await (await fetch(`/api/practice/${location.hash.split("/")[2]}`)).json();
    const position = await (await fetch(`/api/position?fen=${encodeURIComponent(game.fen)}`)).json();
    return position.moves.map((move) => move.uci);
  });

/** Gives a game up, and means it. */
export async function resign(page) {
  await page.locator("#resign").click();
  await page.locator("#yes").click();
}

/** Types a move and waits for the reply, or for the end. */
export async function typed(page, move) {
  const before = await page.locator(".moves button").count();
  await page.getByLabel("Type a move").fill(move);
  await page.keyboard.press("Enter");
  await page.waitForFunction((count) => document.querySelectorAll(".moves button").length > count, before);
}

/** The numbers under a plot, read as its table shows them. */
export const numbers = (page, plot) =>
  page.locator(`${plot} .data table tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => (cell.textContent === "" ? null : Number(cell.textContent.replace(/[.…]$/, ""))))));
