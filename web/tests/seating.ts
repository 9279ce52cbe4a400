/**
 * What somebody sees who makes these moves, as JSON for others to compare:
 * `node scripts/run.mjs tests/seating.ts GAME MOVES`.
 *
 * The moves of each game are a list of what was done, and of what is to be typed behind it.
 */

import { readFileSync } from "node:fs";
import { unreachable } from "../src/closed";
import { compileGame } from "../src/engine/modules";
import { NO_OPTION, type Question } from "../src/engine/question";
import { InputError } from "../src/errors";
import type { Level } from "../src/modes";
import { complaint, inOrder, keys, readAnswer } from "../src/play/answers/answering";
import { readMatrix, readSeveral } from "../src/play/answers/answeringTogether";
import { toldRow } from "../src/play/answers/asking";
import { type Group, indexAt, leastOf, type Matrix, type Several } from "../src/play/answers/groups";
import { begin } from "../src/play/opening";
import { NoOrder, readOrder } from "../src/play/orders/ordering";
import { toldOrder } from "../src/play/orders/standing";
import { Steward } from "../src/play/orders/steward";
import { decisions, toldDecision, unaskedBefore } from "../src/play/story/decisions";
import { where } from "../src/play/story/headings";
import { plainText } from "../src/play/story/parts";
import { type Phrases, phrases } from "../src/play/story/phrases";
import { Story } from "../src/play/story/story";
import { why } from "../src/play/why/why";
import { readGame } from "../src/rules/gamefile";

/** What a move is. */
type Made = "answer" | "throw" | "rows" | "several" | "order" | "ask" | "undo";

/** What was done, with what, and last what is to be typed. */
type Move = readonly [kind: Made, ...given: unknown[]];

interface Moves {
  readonly seed: number;
  readonly byHand: boolean;
  readonly moves: readonly Move[];
}

/** Make a move. */
function make(steward: Steward, [kind, given]: Move): void {
  switch (kind) {
    case "undo":
      steward.undo(2);
      break;
    case "throw":
      steward.play.throw(given as number[]);
      break;
    case "order":
      steward.order(readOrder(steward, steward.play.question, given as string)!);
      break;
    case "ask":
      steward.ask(given as Level);
      break;
    case "rows":
      steward.answerRows(steward.group() as Matrix, given as number[]);
      break;
    case "several":
      steward.answerSeveral(steward.group() as Several, given as number[]);
      break;
    case "answer":
      steward.answer(given as string);
      break;
    default:
      unreachable(kind);
  }
}

/** All that a player would see. */
function seen(steward: Steward, called: Phrases, typed: readonly string[]): unknown {
  const { play } = steward;
  const { session } = play;
  const { question: asked, outcome } = steward.view();
  const story = new Story({ phrases: called, behind: (event) => steward.why(event) });
  return {
    question: questionSeen(asked),
    keys: asked === null ? [] : [keys(asked), inOrder(asked)],
    group: groupSeen(steward.group()),
    where: where(steward.headings.open),
    orders: steward.orders.map(toldOrder),
    isOver: outcome !== null,
    journal: session.journal.digest(),
    decided: decisions(session).map(toldDecision),
    unasked: unaskedBefore(session),
    askedNothing: steward.askedNothing,
    lines: story.whole([...play.events()]).slice(-8),
    why: ["", "2", "99", "weather", "drawn"].map((word) => whySeen(steward, called, word)),
    read: typed.map((text) => read(steward, asked, text)),
  };
}

function questionSeen(asked: Question | null): unknown {
  if (asked === null) return null;
  const { id, prompt, by, optional, offer, preferred, remarks, routine, together } = asked;
  const options = asked.options.map(({ name, title, beside, grave }) => [name, title, beside, grave]);
  return { id, prompt, by, optional, offer, preferred, remarks, routine, together, options };
}

function groupSeen(group: Group | null): unknown {
  if (group === null) return null;
  if (group.is === "several") return [group.title, group.most, leastOf(group), group.preferred];
  const columns = [...group.columns.keys(), NO_OPTION];
  const marked = group.rows.map((row, number) => toldRow(group, number, row.preferred));
  const cells = group.rows.map((_, number) => columns.map((column) => indexAt(group, number, column)));
  return [group.title, group.labels, group.asks, group.columns.map((column) => column.name), marked, cells];
}

function whySeen(steward: Steward, called: Phrases, word: string): string[] {
  const { session, question } = steward.play;
  try {
    return why(session, called, word, question).map(({ depth, parts }) => "  ".repeat(depth) + plainText(parts));
  } catch (error) {
    if (error instanceof InputError) return [error.message, error.hint];
    throw error;
  }
}

/** What is made of a text: an answer, an order, answers to many. */
function read(steward: Steward, asked: Question | null, text: string): unknown[] {
  const found = asked === null ? null : readAnswer(asked, text);
  const told: unknown[] = [asked !== null && typeof found === "string" ? complaint(asked, found, text) : found];
  try {
    const order = readOrder(steward, asked, text);
    told.push(order === null ? null : toldOrder(order));
  } catch (error) {
    if (!(error instanceof NoOrder)) throw error;
    told.push(error.message);
  }
  const group = steward.group();
  if (group !== null) told.push(group.is === "matrix" ? readMatrix(group, text) : readSeveral(group, text));
  return told;
}

const [gamePath, movesPath] = process.argv.slice(2);
const compiled = await compileGame(await readGame(new Blob([readFileSync(gamePath!)])));
const called = phrases(compiled.program);
const runs = JSON.parse(readFileSync(movesPath!, "utf8")) as Moves[];
const told = runs.map(({ seed, byHand, moves }) => {
  const steward = new Steward(begin(compiled, { seed: BigInt(seed), byHand }, null));
  return moves.map((move) => {
    make(steward, move);
    return seen(steward, called, move.at(-1) as string[]);
  });
});
console.log(JSON.stringify(told));
