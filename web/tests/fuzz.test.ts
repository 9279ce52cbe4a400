/** Whatever a file holds, and whatever somebody types: it is taken, or what is wrong with it is told in a sentence. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { SeededDice } from "../src/engine/dice";
import { compileGame } from "../src/engine/modules";
import { InputError } from "../src/errors";
import { previewMigration, renderProspect } from "../src/play/migrationPreview";
import { parseInput, parseOrderInput } from "../src/play/orders/inputParsing";
import { readOwnNames } from "../src/play/ownNames";
import { parsePins } from "../src/play/pins";
import { resumeGame } from "../src/play/start";
import { collectPhrases } from "../src/play/story/phrases";
import { explainSession } from "../src/play/why/why";
import { makeDice } from "../src/rules/dice";
import { InvalidGame, readGame } from "../src/rules/gamefile";
import { parseThrows } from "../src/session/diceSources";
import { parseSave, runToEnd } from "../src/session/saveReader";
import { LineBuffer } from "../src/session/sessionLog";
import { bytesOf } from "./carry";
import { game } from "./games";
import { SAVES } from "./kept";
import { seated, upTo } from "./questions";

/** How much is tried of each; what is tried is the same every time. */
const CASES = 300;

const dice = new SeededDice(15n);

function oneOf<T>(some: readonly T[]): T {
  return some[dice.drawBelow(some.length)]!;
}

/** Do something that may be refused in a sentence, and may do nothing worse; whether it was done. */
async function isDone(
  about: string,
  work: () => unknown,
  refusal: typeof InvalidGame | typeof InputError,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    assert.ok(error instanceof refusal, `${about}: ${error instanceof Error ? error.stack : error}`);
    assert.match(error.message, /\S/);
    return false;
  }
}

// --- saves

const lighthouse = await compileGame(await game("lighthouse"));

const VALUES = [
  "0",
  "-1",
  "1e3",
  "1.5",
  "null",
  "true",
  '""',
  '"none"',
  '"\\ud800"',
  "[]",
  "{}",
  "[1]",
  '{"0":1}',
  "99999999999999999999",
  '"fog"',
  '{"__proto__":1}',
  "[[[[[[[[[[[[[[1]]]]]]]]]]]]]]",
  "[".repeat(3000) + "]".repeat(3000),
  '"a\\u0000b"',
  '"keep"',
];

const LINES = [
  '{"undo":1}',
  '{"undo":3}',
  '{"undo":99999999999999999999}',
  '{"thrower":"hand"}',
  '{"thrower":""}',
  '{"d":[1,2],"at":"Weather"}',
  '{"a":"look","at":"choice:watch/order"}',
  '{"named":{"of":"","number":0,"name":"Ann"}}',
  "",
  "{",
  "null",
  '{"named":{"of":"","number":99999999999999999999,"name":"Ann"}}',
  '{"rules":"h","journal":1,"options":{},"overlays":[],"kept":1}',
  '{"end":{"result":"x","fault":"","journal":""}}',
];

/** A save with something wrong in it. */
function spoilt(data: Uint8Array): Uint8Array {
  const lines = new TextDecoder().decode(data).trimEnd().split("\n");
  const at = dice.drawBelow(lines.length);
  const line = lines[at]!;
  switch (dice.drawBelow(8)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, lines[dice.drawBelow(lines.length)]!);
      break;
    case 2:
      lines.splice(at, 0, oneOf(LINES));
      break;
    case 3:
      lines[at] = line.slice(0, dice.drawBelow(line.length + 1)) + line.slice(dice.drawBelow(line.length + 1));
      break;
    case 4: {
      const values = [...line.matchAll(/(?<=:)("[^"]*"|\d+|\[[^\]]*\]|null)/g)];
      const value = values[dice.drawBelow(Math.max(1, values.length))];
      if (value !== undefined)
        lines[at] = line.slice(0, value.index) + oneOf(VALUES) + line.slice(value.index + value[0].length);
      break;
    }
    case 5:
      lines[at] = line.replace(/\d/g, (digit) => (dice.drawBelow(4) ? digit : String(dice.drawBelow(10))));
      break;
    case 6:
      lines.length = at + 1;
      break;
    default: {
      // the rest: other bytes
      const bytes = bytesOf(lines);
      for (let count = 1 + dice.drawBelow(3); count > 0; count--)
        bytes[dice.drawBelow(bytes.length)] = dice.drawBelow(256);
      return bytes;
    }
  }
  return bytesOf(lines);
}

test("a save with anything wrong in it is taken up or refused", async () => {
  let taken = 0;
  for (let number = 0; number < CASES; number++) {
    let data = oneOf([...SAVES.values()]);
    for (let times = 1 + dice.drawBelow(2); times > 0; times--) data = spoilt(data);
    const about = new TextDecoder().decode(data);
    const isTaken = await isDone(
      about,
      () => {
        const saved = parseSave(data, "x");
        if (dice.drawBelow(2)) renderProspect(runToEnd(previewMigration(lighthouse, saved, "", "x")));
        const play = resumeGame(lighthouse, saved, new LineBuffer("x"));
        play.view();
        play.undo(2);
        play.view();
      },
      InputError,
    );
    taken += Number(isTaken);
  }
  assert.ok(0 < taken && taken < CASES);
});

// --- game files

const FILE = new Uint8Array(readFileSync(`${process.env.GAMES}/lighthouse.game`));
const INSIDE = new Uint8Array(gunzipSync(FILE));

test("a game file of other bytes, inside or outside, is read or refused", async () => {
  let read = 0;
  for (let number = 0; number < CASES; number++) {
    const inside = dice.drawBelow(2) === 1;
    let bytes = (inside ? INSIDE : FILE).slice();
    const span = dice.drawBelow(4) ? bytes.length : 300;
    if (dice.drawBelow(3) === 0) bytes = bytes.slice(0, dice.drawBelow(bytes.length));
    else for (let count = 1 + dice.drawBelow(4); count > 0; count--) bytes[dice.drawBelow(span)] = dice.drawBelow(256);
    const file = new Blob([inside ? new Uint8Array(gzipSync(bytes, { level: 1 })) : bytes]);
    read += Number(await isDone(`game ${number}`, async () => compileGame(await readGame(file)), InvalidGame));
  }
  assert.ok(0 < read && read < CASES, `${read} were read, ${CASES - read} refused`);
});

// --- what is typed

const WORDS = [
  "always",
  "this",
  "during",
  "until",
  "auto",
  "something",
  "happens",
  "the",
  "end",
  "1",
  "2",
  "0",
  "-",
  "none",
  "hold",
  "all",
  "north",
  "3",
  "99999999999999999999",
  "٣",
  "keep",
  "watch",
  "look",
  ",",
  ":",
  "=",
  "+",
  "#",
  "Weather",
  "Reef",
  "Landing",
  "night",
  "hour",
  "\ufeff",
  "\u0085",
  "\u001c",
  "🚢",
  "İ",
  "ẞ",
  "[",
  "(",
  "\\",
  "'",
  '"',
  "undefined",
  "__proto__",
  "constructor",
  "one",
  "Keeper",
  "fog",
  "\ud800",
];

function typed(): string {
  return Array.from({ length: 1 + dice.drawBelow(5) }, () => oneOf(WORDS))
    .join(oneOf([" ", " ", "", ", "]))
    .trim();
}

test("whatever is typed at a question is understood, or what is wrong is told", async () => {
  const night = await seated("lighthouse", 2n, "sensible");
  const hour = upTo(night, "Hour 2");
  const fort = await seated("fort", 2n, "sensible");
  const told = collectPhrases(lighthouse.program);
  for (let number = 0; number < CASES; number++) {
    const text = typed();
    for (const [steward, asked, group] of [
      [night, hour, null],
      [fort, fort.view().question!, fort.questionGroup()],
    ] as const) {
      const read = parseInput(steward, asked, group, text);
      if (read.is === "problem") assert.match(read.said, /\S/);
      if (read.is === "answer") assert.ok(read.index >= -1 && read.index < asked.options.length, text);
      parseOrderInput(steward, null, null, text);
    }
    await isDone(text, () => explainSession(night.play.session, told, text, hour), InputError);
    await isDone(text, () => parsePins(lighthouse.program, text, "x"), InputError);
    await isDone(text, () => readOwnNames(text, "x", lighthouse.program), InputError);
    await isDone(text, () => night.play.rename(text), InputError);
    for (const faces of [makeDice(2, 6), makeDice(1, 6), makeDice(2, 6, "digits")].map((dice) =>
      parseThrows(text, dice),
    )) {
      if (typeof faces !== "string")
        for (const each of faces)
          assert.ok(
            each.every((face) => Number.isSafeInteger(face)),
            text,
          );
    }
  }
});
