// The page's program, bundled: `npm run build [-- FOLDER]`. Without a folder it is written to where the package takes it from,
// and `built.json` then says what it was made of: a test sees whether that is what stands here.
// What is written lies as it lies in a site, but `offline.js`: whoever writes a site puts the list of its files before it;
// and `table`, which is of no site: the host of a table gives it to his guests.
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const [named] = process.argv.slice(2);
const folder = named ?? "../service/site/built";
rmSync(folder, { recursive: true, force: true });

const shared = {
  outdir: folder,
  bundle: true,
  target: ["es2022"],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  metafile: true,
};

const playing = await build({
  ...shared,
  entryPoints: {
    "play/app": "src/page/app.ts",
    "play/odds": "src/play/odds/worker.ts",
    "play/trial": "src/play/trial/worker.ts",
    "play/page": "src/page/page.css",
    "table/app": "src/page/guest/app.ts",
    "table/page": "src/page/guest/page.css",
    base: "src/page/base.css",
    offline: "src/page/serviceWorker.ts",
  },
  format: "iife", // browsers keep the code of plain scripts compiled as a worker puts them by, and of modules they do not
});
const workshop = await build({
  ...shared,
  entryPoints: {
    "workshop/desk": "src/workshop/desk/worker.ts",
    "workshop/player": "src/workshop/simulating/worker.ts",
    "workshop/workshop": "src/workshop/app.ts",
  },
  format: "esm", // the desk's worker imports Pyodide, a module
});
const looks = await build({ ...shared, entryPoints: { "workshop/workshop": "src/workshop/workshop.css" } });
cpSync("src/page/site", folder, { recursive: true });
cpSync("src/page/index.html", `${folder}/play/index.html`);
cpSync("src/page/guest/index.html", `${folder}/table/index.html`);
writeFileSync(`${folder}/workshop/index.html`, admitFrame(readFileSync("src/workshop/index.html", "utf8")));
writeFileSync(`${folder}/workshop/licences.txt`, collectLicences(workshop.metafile));

/** Let the workshop's page hold the playing page's program in a frame: its policy admits that script, by its digest. */
function admitFrame(page) {
  const script = readFileSync(`${folder}/play/app.js`, "utf8");
  if (/<\/script|<!--[\s\S]*<script|\r|\0/i.test(script))
    throw new Error("play/app.js cannot stand in a script element");
  const digest = createHash("sha256").update(script).digest("base64");
  return page.replace("script-src 'self'", `script-src 'self' 'sha256-${digest}'`);
}

/** The licences of the packages that a bundle holds. */
function collectLicences(metafile) {
  const inputs = Object.keys(metafile.inputs).map((path) => path.match(/^(node_modules\/(@[^/]+\/)?[^/]+)\//)?.[1]);
  const packages = [...new Set(inputs)].filter((path) => path !== undefined).sort();
  const texts = packages.map(
    (path) => `${path.slice("node_modules/".length)}\n\n${readFileSync(`${path}/LICENSE`, "utf8")}`,
  );
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

if (named === undefined) {
  const inputs = [playing, workshop, looks].flatMap((built) => Object.keys(built.metafile.inputs));
  const bundled = [...new Set(inputs)].filter((path) => !path.startsWith("node_modules/"));
  const copied = readdirSync("src/page/site", { recursive: true }).map((name) => `src/page/site/${name}`);
  const sources = [
    ...bundled,
    ...copied,
    "src/page/index.html",
    "src/page/guest/index.html",
    "src/workshop/index.html",
    "package-lock.json",
    "scripts/build.mjs",
  ];
  const digests = sources.sort().map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]);
  writeFileSync("built.json", `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
}
