/**
 * What counted on the cards of a save's throws, and what pages of tables are called, as JSON for others to compare:
 * `node scripts/run.mjs tests/cards.ts GAME SAVE TABLE...`.
 */

import { readFileSync } from "node:fs";
import { compileGame } from "../src/engine/modules";
import { Pause } from "../src/engine/policies";
import { namePages } from "../src/page/games/tablePages";
import { findCardMarks, tableOfThrow } from "../src/play/why/cardMarks";
import { findThrows } from "../src/play/why/otherResults";
import { readGame } from "../src/rules/gamefile";
import { seededDice } from "../src/session/diceSources";
import { parseSave } from "../src/session/saveReader";
import { Session } from "../src/session/session";

const [gamePath = "", path = "", ...tables] = process.argv.slice(2);
const game = await readGame(new Blob([readFileSync(gamePath)]));
const { header, records, end } = parseSave(readFileSync(path), path);
const session = new Session(await compileGame(game), header, seededDice(header), { records, end });
session.play(() => {
  throw new Pause();
});

const cards = new Map(game.cards().tables.map((card) => [card.id, card]));
const marks = findThrows(session).flatMap((event) => {
  const card = cards.get(tableOfThrow(session, event) ?? "");
  if (card === undefined) return [];
  const { lines, cell } = findCardMarks(session, event, card);
  const keys = [...card.before, ...card.rows].filter((line) => lines.has(line)).map(({ key }) => key);
  const labels = card.modifiers.filter((line) => lines.has(line)).map(({ label }) => label);
  return [[event, card.id, keys, labels, cell]];
});
console.log(JSON.stringify({ marks, pages: [...namePages(tables)] }));
