/**
 * What the page makes of a seat's messages, for the tests beside Python: `node scripts/run.mjs tests/seatMessages.ts
 * HOST_LINES SEAT_FILE`, each a file with a message a line.
 */

import { readFileSync } from "node:fs";
import type { View } from "../src/engine/classes";
import { Story } from "../src/play/story/story";
import { explainThrow, findThrows } from "../src/seat/explaining";
import { decodeHostMessage, decodeStoredMessage, encodeMessage } from "../src/seat/messages";
import { restoreGame } from "../src/seat/seatGame";

const [hostFile = "", seatFile = ""] = process.argv.slice(2);

/** The lines of a file. */
const linesOf = (path: string): string[] => readFileSync(path, "utf8").split("\n").slice(0, -1);

/** A value with maps as objects, sets as sorted lists, and all names and keys in camel case. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (value instanceof Set) return [...value].sort();
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== "document" && name !== "event");
  return Object.fromEntries([
    ...members.map(([name, each]) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), plain(each)]),
    ...("event" in value && typeof value.event === "number" ? [["event", value.event]] : []),
  ]);
}

const stored = linesOf(seatFile).map(decodeStoredMessage);
const game = restoreGame(stored);
if (game === null) throw new Error("no game in the file");
const views: readonly View[] = game.views;
const { phrases } = game.seated;
process.stdout.write(
  JSON.stringify({
    messages: linesOf(hostFile).map((line) => plain(decodeHostMessage(line))),
    own: stored
      .filter(({ document }) => ["root", "hello", "answer", "share", "seen_state"].includes(document))
      .map(encodeMessage),
    story: plain(new Story({ phrases, detail: "books", answers: true }).tellAll(views)),
    reasons: findThrows(views).map((at) =>
      explainThrow(views, at, [], phrases).map(({ parts }) => parts.map(({ text }) => text).join("")),
    ),
  }),
);
