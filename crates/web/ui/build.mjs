// Bundles the pages into dist/: files named by their content, each with a gzip copy beside it.
//
// node build.mjs [--watch]     (--watch rebuilds dist/ uncompressed while somebody writes pages)
import { build, context } from "esbuild";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const watching = process.argv.includes("--watch");
const out = "dist";

const options = {
  entryPoints: { app: "src/main.ts" },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: !watching,
  metafile: true,
  legalComments: "linked",
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  logLevel: "warning",
  plugins: [{ name: "page", setup: (it) => it.onEnd((result) => page(result.metafile)) }],
};

/** index.html names the bundle's files, so that they can be kept by the browser for ever. */
function page(metafile) {
  if (!metafile) return;
  const [script, made] = Object.entries(metafile.outputs).find(([, made]) => made.entryPoint === "src/main.ts");
  const name = (path) => path.slice(out.length + 1);
  const preload = made.imports
    .filter((used) => used.kind === "import-statement")
    .map((used) => `<link rel="modulepreload" href="/${name(used.path)}">`)
    .join("");
  const html = readFileSync("index.html", "utf8")
    .replace("<!-- styles -->", `<link rel="stylesheet" href="/${name(made.cssBundle)}">`)
    .replace("<!-- scripts -->", `${preload}<script type="module" src="/${name(script)}"></script>`);
  writeFileSync(join(out, "index.html"), html);
  for (const file of ["favicon.svg", "example.pgn", "example-game.pgn"]) if (existsSync(file)) writeFileSync(join(out, file), readFileSync(file));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
if (watching) {
  await (await context(options)).watch();
} else {
  await build(options);
  for (const file of readdirSync(out)) {
    const path = join(out, file);
    if (statSync(path).isFile()) writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  }
}
