// The page's program, bundled: `npm run build [-- FOLDER]`. Without a folder it is written to where the package takes it from.
// What is written lies as it lies in a site, but `offline.js`: whoever writes a site puts the list of its files before it.
import { cpSync, rmSync } from "node:fs";
import { build } from "esbuild";

const folder = process.argv[2] ?? "../service/site/built";
rmSync(folder, { recursive: true, force: true });

await build({
  entryPoints: {
    "play/app": "src/page/app.ts",
    "play/odds": "src/play/odds/worker.ts",
    "play/page": "src/page/page.css",
    base: "src/page/base.css",
    offline: "src/page/offline.ts",
  },
  outdir: folder,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
});
cpSync("src/page/site", folder, { recursive: true });
cpSync("src/page/index.html", `${folder}/play/index.html`);
