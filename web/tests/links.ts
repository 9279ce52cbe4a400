/**
 * Links here, for others to compare: `node scripts/run.mjs tests/links.ts GAME ORDERS`.
 *
 * ORDERS is a file of JSON, a list of {@link Order}. Of each, a line of JSON: the link of a save with its content, as JSON,
 * and what is said of it, the lines of the save that a link becomes, or the problem.
 */

import { readFileSync } from "node:fs";
import { encodeObject } from "../src/codec";
import { type CompiledGame, compileGame } from "../src/engine/modules";
import { InputError } from "../src/errors";
import { stringifyJson } from "../src/json";
import { LINK_CLASSES } from "../src/play/links/classes";
import { describeLink } from "../src/play/links/describing";
import { makeLink } from "../src/play/links/making";
import { packLink, readLink } from "../src/play/links/packing";
import { rebuildGame, saveLines } from "../src/play/links/rebuilding";
import { resumeGame } from "../src/play/start";
import { readGame } from "../src/rules/gamefile";
import { parseSave, runToEnd } from "../src/session/saveReader";
import { LineBuffer } from "../src/session/sessionLog";

/** What is done: a save is made a link, or a link a save. */
interface Order {
  readonly save?: string;
  readonly link?: string;
  /** The number of events that the player of the save has been shown; missing for all. */
  readonly shown?: number;
}

async function madeOf(compiled: CompiledGame, path: string, version: string, shown: number | null): Promise<object> {
  const play = resumeGame(compiled, parseSave(readFileSync(path), path), new LineBuffer(path));
  play.view();
  const link = runToEnd(makeLink(play.session, version, shown));
  const content = stringifyJson(encodeObject(link, "LinkedGame", LINK_CLASSES));
  return { packed: await packLink(link), content, described: describeLink(link) };
}

async function opened(compiled: CompiledGame, address: string, snapshot: string): Promise<object> {
  const link = await readLink(address);
  const session = runToEnd(rebuildGame(link, compiled, snapshot));
  return { lines: saveLines(session), described: describeLink(link) };
}

const [game = "", orders = ""] = process.argv.slice(2);
const read = await readGame(new Blob([readFileSync(game)]));
const compiled = await compileGame(read);
const { version = "", snapshot = "" } = read.head;
for (const { save, link, shown } of JSON.parse(readFileSync(orders, "utf8")) as Order[]) {
  const work = save === undefined ? opened(compiled, link!, snapshot) : madeOf(compiled, save, version, shown ?? null);
  const answer = await work.catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    return { problem: error.message, hint: error.hint };
  });
  console.log(JSON.stringify(answer));
}
