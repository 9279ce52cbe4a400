// Plays for `python -m bench.web`: `node scripts/bench.mjs FILE MISSION SEED`.
import { mkdirSync } from "node:fs";
import { build } from "esbuild";

mkdirSync(".out", { recursive: true });
await build({
  entryPoints: ["bench/player.ts"],
  outfile: ".out/player.mjs",
  bundle: true,
  platform: "node",
  format: "esm",
  target: ["node20"],
  logLevel: "warning",
});
await import("../.out/player.mjs");
