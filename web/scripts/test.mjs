// The tests, bundled and run: `npm test [-- NAME]`. GAMES names the folder of game files that they play.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const wanted = process.argv[2] ?? "";
const tests = readdirSync("tests").filter((name) => name.endsWith(".test.ts") && name.includes(wanted));
rmSync(".out", { recursive: true, force: true });
mkdirSync(".out");
await build({
  entryPoints: tests.map((name) => `tests/${name}`),
  outdir: ".out",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: ["node20"],
  sourcemap: "inline",
  logLevel: "warning",
});
const files = tests.map((name) => `.out/${name.replace(/\.ts$/, ".mjs")}`);
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit" });
process.exit(run.status ?? 1);
