/** What the sentences of catalogues come to: reads `[module, function, arguments]` from a file, and prints the texts. */

import { readFileSync } from "node:fs";
import * as codec from "../src/codecSentences";
import * as engine from "../src/engine/sentences";
import * as links from "../src/play/links/sentences";
import * as play from "../src/play/sentences";
import * as story from "../src/play/storySentences";

type Catalogue = Readonly<Record<string, unknown>>;

const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  "codecSentences.ts": codec,
  "engine/sentences.ts": engine,
  "play/links/sentences.ts": links,
  "play/sentences.ts": play,
  "play/storySentences.ts": story,
};

const calls = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as [string, string, unknown[]][];
const texts = calls.map(([module, name, values]) => {
  const sentence = CATALOGUES[module]![name];
  return typeof sentence === "function" ? sentence(...values) : sentence;
});
console.log(JSON.stringify(texts));
