// The page's program, bundled: `npm run build [-- FOLDER]`. Without a folder it is written to where the package takes it from.
import { build } from "esbuild";

const folder = process.argv[2] ?? "../service/site/built";

await build({
  entryPoints: { app: "src/page/app.ts", odds: "src/play/odds/worker.ts", offline: "src/page/offline.ts" },
  outdir: folder,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
});
