/**
 * Saves as they are read here: `node scripts/run.mjs tests/reading.ts FILE`, a list of JSON of texts that may be saves, prints
 * of each what is wrong with it, or its notes and its lines as they would be written anew.
 */

import { readFileSync } from "node:fs";
import { InputError } from "../src/errors";
import { parseSave } from "../src/session/saveReader";
import { SessionLog } from "../src/session/sessionLog";

const texts = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as string[];

function read(text: string): object {
  try {
    const { header, records, end, notes } = parseSave(new TextEncoder().encode(text), "x");
    return { notes, lines: new SessionLog(header, records, end).lines() };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { message: error.message, place: error.place };
  }
}

console.log(JSON.stringify(texts.map(read)));
