// Every page judged by axe-core, in both themes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { Bench, game, resign } from "./bench.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const KQK = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

let bench;
before(async () => (bench = await Bench.open()));
after(() => bench.close());

test("axe finds nothing on any page, in either theme", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await bench.page("", { colorScheme });
    const id = await game(page, { fen: KQK });
    await resign(page);
    await page.locator("#competence").waitFor();
    for (const route of ["today", "today/five", "practise", `practise/${id}`, "sets", "play", "explore", "assess", "assess/endgames", "endgames", "endgames/KQK", "random", "network", "progress"]) {
      // A fresh page each time: what is judged is not what was there before.
      await page.goto("about:blank");
      await page.goto(`${bench.address}/#/${route}`);
      await page.locator(`main > .${route.split("/")[0]} h1`).first().waitFor();
      // What is worked out for longer is judged as it stands.
      await page.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => undefined);
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`));
      assert.deepEqual(found, [], `${route}, ${colorScheme}`);
    }
    await page.context().close();
  }
});
