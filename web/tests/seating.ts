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
import { displayOrder, explainRejection, optionKeys, parseOption } from "../src/play/answers/answers";
import { parseChoices, parseMatrixAnswers } from "../src/play/answers/jointAnswers";
import { type MatrixTable, makeTables } from "../src/play/answers/matrixTables";
import { describeRow } from "../src/play/answers/offeredAnswers";
import {
  answerIndexAt,
  type Matrix,
  minChoices,
  type QuestionGroup,
  type RepeatedQuestion,
} from "../src/play/answers/questionGroups";
import { QuestionFilter } from "../src/play/orders/autoAnswer";
import { InvalidOrder, parseStandingOrder } from "../src/play/orders/orderParsing";
import { describeOrder } from "../src/play/orders/standingOrders";
import { startGame } from "../src/play/start";
import { countLeadingAutomaticAnswers, decisionsOf, renderDecision } from "../src/play/story/decisions";
import { headingTitles } from "../src/play/story/headings";
import { plainText } from "../src/play/story/lineParts";
import { collectPhrases, type Phrases } from "../src/play/story/phrases";
import { Story } from "../src/play/story/story";
import { explainSession } from "../src/play/why/why";
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
function make(steward: QuestionFilter, [kind, given]: Move): void {
  switch (kind) {
    case "undo":
      steward.undo(2);
      break;
    case "throw":
      steward.play.throw(given as number[]);
      break;
    case "order":
      steward.giveOrder(parseStandingOrder(steward, steward.play.question, given as string)!);
      break;
    case "ask":
      steward.setLevel(given as Level);
      break;
    case "rows":
      steward.answerRows(steward.questionGroup() as Matrix, given as number[]);
      break;
    case "several":
      steward.answerSeveral(steward.questionGroup() as RepeatedQuestion, given as number[]);
      break;
    case "answer":
      steward.answer(given as string);
      break;
    default:
      unreachable(kind);
  }
}

/** All that a player would see. */
function seen(steward: QuestionFilter, called: Phrases, typed: readonly string[]): unknown {
  const { play } = steward;
  const { session } = play;
  const { question: asked, outcome } = steward.view();
  const story = new Story({ phrases: called, reasonOf: (event) => steward.reasonOf(event) });
  return {
    question: questionSeen(asked),
    keys: asked === null ? [] : [optionKeys(asked), displayOrder(asked)],
    group: groupSeen(steward.questionGroup()),
    where: headingTitles(steward.headings.open),
    orders: steward.orders.map(describeOrder),
    isOver: outcome !== null,
    journal: session.journal.digest(),
    decided: decisionsOf(session).map(renderDecision),
    unasked: countLeadingAutomaticAnswers(session),
    askedNothing: steward.hasAskedNothing,
    lines: story.tellAll([...play.events()]).slice(-8),
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

function groupSeen(group: QuestionGroup | null): unknown {
  if (group === null) return null;
  if (group.is === "several") return [group.title, group.most, minChoices(group), group.preferred];
  const columns = [...group.columns.keys(), NO_OPTION];
  const marked = group.rows.map((row, number) => describeRow(group, number, row.preferred));
  const cells = group.rows.map((_, number) => columns.map((column) => answerIndexAt(group, number, column)));
  const names = group.columns.map((column) => column.name);
  return [group.title, group.labels, group.asks, names, marked, cells, makeTables(group).map(tableSeen)];
}

/** A table of a group, as a player beside sees it. */
function tableSeen({ asks, caption, columns, rows }: MatrixTable): unknown {
  return [
    asks,
    caption,
    columns.map(({ place, title, short, facts }) => [place, title, short, facts]),
    rows.map(({ place, label, facts, cells }) => [place, label, facts, cells]),
  ];
}

function whySeen(steward: QuestionFilter, called: Phrases, word: string): string[] {
  const { session, question } = steward.play;
  try {
    return explainSession(session, called, word, question).map(
      ({ depth, parts }) => "  ".repeat(depth) + plainText(parts),
    );
  } catch (error) {
    if (error instanceof InputError) return [error.message, error.hint];
    throw error;
  }
}

/** What is made of a text: an answer, an order, answers to many. */
function read(steward: QuestionFilter, asked: Question | null, text: string): unknown[] {
  const found = asked === null ? null : parseOption(asked, text);
  const told: unknown[] = [asked !== null && typeof found === "string" ? explainRejection(asked, found, text) : found];
  try {
    const order = parseStandingOrder(steward, asked, text);
    told.push(order === null ? null : describeOrder(order));
  } catch (error) {
    if (!(error instanceof InvalidOrder)) throw error;
    told.push(error.message);
  }
  const group = steward.questionGroup();
  if (group !== null) told.push(group.is === "matrix" ? parseMatrixAnswers(group, text) : parseChoices(group, text));
  return told;
}

const [gamePath, movesPath] = process.argv.slice(2);
const compiled = await compileGame(await readGame(new Blob([readFileSync(gamePath!)])));
const called = collectPhrases(compiled.program);
const runs = JSON.parse(readFileSync(movesPath!, "utf8")) as Moves[];
const told = runs.map(({ seed, byHand, moves }) => {
  const steward = new QuestionFilter(startGame(compiled, { seed: BigInt(seed), byHand }, null));
  return moves.map((move) => {
    make(steward, move);
    return seen(steward, called, move.at(-1) as string[]);
  });
});
console.log(JSON.stringify(told));
