// Programs of tests/browser, bundled and run in a real browser: `node scripts/browse.mjs NAME [ARGUMENT...]`.
// SITE names the folder of a site, BROWSER is chromium or firefox.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const [name, ...args] = process.argv.slice(2);
mkdirSync("node_modules/.cache", { recursive: true });
const folder = mkdtempSync(join("node_modules", ".cache", "browse-"));
const outfile = join(folder, "program.mjs");
try {
  await build({
    entryPoints: [`tests/browser/${name}.ts`],
    outfile,
    bundle: true,
    packages: "external",
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
