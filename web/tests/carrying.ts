/**
 * Games carried here and back, for others to compare: `node scripts/run.mjs tests/carrying.ts ORDERS`.
 *
 * ORDERS is a file of JSON, a list of {@link Order}: each save is taken up, played on by chance, and written anew; beside
 * it, where that is asked for, all that has happened in it, an event a line, and all that a player reads of it.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { type CompiledGame, compileGame } from "../src/engine/modules";
import type { Question } from "../src/engine/question";
import type { Why } from "../src/modes";
import type { Play } from "../src/play/play";
import { resumeGame } from "../src/play/start";
import { dieSides, lowestFace, totalOf } from "../src/rules/dice";
import { readGame } from "../src/rules/gamefile";
import { completeLines, parseSave } from "../src/session/saveReader";
import { LineBuffer } from "../src/session/sessionLog";
import { bytesOf } from "./carry";
import { playerView } from "./playerView";

/** A save to be played on. */
interface Order {
  /** The game file. */
  readonly game: string;
  readonly save: string;
  /** Where it is written to. */
  readonly to: string;
  /** Where the events are written to; empty for nowhere. */
  readonly events: string;
  /** Where what a player reads is written to, a question or a line of the story a line; empty for nowhere. */
  readonly read: string;
  /** Of the moves, which are made by chance. */
  readonly seed: number;
  /** How many of them; afterwards the suggestion is taken, so many times. */
  readonly moves: number;
  readonly suggestions: number;
}

/** Numbers of chance below one, by a seed. */
type Chance = () => number;

const REASONS: readonly (readonly [Why, boolean])[] = [
  ["", false],
  ["routine", false],
  ["order", true],
  ["auto", false],
  ["together", false],
];
const NAMES = ["Zoë Ødegård", "O'Neil", 'Ann "Lantern" Lee', "Łukasz", "山田"];

/** Mulberry32. */
function chanceOf(seed: number): Chance {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function oneOf<T>(list: readonly T[], chance: Chance): T {
  return list[Math.floor(chance() * list.length)]!;
}

/** A move by chance: an answer, dice, or something taken back, named, or left to others. */
function moveByChance(play: Play, chance: Chance): void {
  const { question, roll, canUndo } = play.view();
  const kind = chance();
  if (kind < 0.08 && canUndo) play.undo(1 + Math.floor(chance() * 4));
  else if (kind < 0.14 && play.namedThings().length)
    play.renameThing(oneOf(play.namedThings(), chance), oneOf(NAMES, chance));
  else if (kind < 0.2) play.throwByHand(!play.byHand);
  else if (roll !== null && chance() < 0.2) play.throwForMe();
  else if (roll !== null) {
    const faces = dieSides(roll.dice).map((sides) => lowestFace(roll.dice) + Math.floor(chance() * sides));
    play.throw(roll.dice.single || chance() < 0.7 ? faces : [totalOf(faces, roll.dice)]);
  } else if (question !== null) answerByChance(play, question, chance);
}

function answerByChance(play: Play, question: Question, chance: Chance): void {
  const offered = [...question.options.map(({ name }) => name), ...(question.optional ? ["none"] : [])];
  const name = chance() < 0.5 ? suggestion(question) : oneOf(offered, chance);
  play.answer(name, ...oneOf(REASONS, chance));
}

function suggestion({ options, preferred }: Question): string {
  return options[preferred]?.name ?? "none";
}

/** The suggestion, or dice by the seed; whether there was anything to do. */
function goOn(play: Play): boolean {
  const { question, roll } = play.view();
  if (roll !== null) play.throwForMe();
  else if (question !== null) play.answer(suggestion(question));
  return roll !== null || question !== null;
}

function carried(compiled: CompiledGame, order: Order): void {
  const data = readFileSync(order.save);
  const saved = parseSave(data, order.save);
  const keeper = new LineBuffer(order.save);
  const play = resumeGame(compiled, saved, keeper);
  const chance = chanceOf(order.seed);
  for (let made = 0; made < order.moves && play.view().outcome === null; made += 1) moveByChance(play, chance);
  if (order.suggestions) play.throwByHand(false);
  for (let made = 0; made < order.suggestions && goOn(play); made += 1);
  play.view();
  writeFileSync(order.to, bytesOf([...completeLines(data, saved), ...keeper.takeLines()]));
  if (order.events) writeLines(order.events, play.events());
  if (order.read) writeLines(order.read, playerView(play));
}

function writeLines(path: string, values: Iterable<unknown>): void {
  writeFileSync(path, bytesOf([...values].map((each) => JSON.stringify(each))));
}

const orders = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as Order[];
const games = new Map<string, CompiledGame>();
for (const order of orders) {
  const compiled = games.get(order.game) ?? (await compileGame(await readGame(new Blob([readFileSync(order.game)]))));
  games.set(order.game, compiled);
  try {
    carried(compiled, order);
  } catch (error) {
    throw new Error(`${order.save}, moves by the seed ${order.seed}`, { cause: error });
  }
}
