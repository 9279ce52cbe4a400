// A program of the tests, bundled and run: `node scripts/run.mjs tests/NAME.ts [ARGUMENT...]`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const [program, ...args] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "bombsight-"));
const outfile = join(folder, "program.mjs");
try {
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: ["node20"],
    sourcemap: "inline",
    logLevel: "warning",
  });
  const run = spawnSync(process.execPath, ["--enable-source-maps", outfile, ...args], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
