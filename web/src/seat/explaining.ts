/** The answer to `why` at a seat: what a throw rests on, of the events that the seat may see. */

import type { View } from "../engine/classes";
import type { Question } from "../engine/question";
import { isThrow } from "../engine/views";
import { InputError } from "../errors";
import { findBestMatches } from "../nameSearch";
import { DRAWN_TITLE } from "../play/dice/throws";
import { makePart } from "../play/story/lineParts";
import { type Phrases, tableLabel } from "../play/story/phrases";
import * as sentences from "../play/storySentences";
import { explainDraw, explainRoll, explainUnprinted, type Reason } from "../play/why/explanation";
import { needsOtherResults, type ResultRange } from "../play/why/otherResults";
import { findRowsOfCall } from "../play/why/rowsOfCall";
import { isDecimal } from "../text";

/** Maximum digits of a number of throws back. */
const MAX_DIGITS = 6;

/** Find the indices of the events that are throws, draws, or results without dice, in order. */
export function findThrows(views: readonly View[]): number[] {
  return views.flatMap((view, at) => (isThrow(view) ? [at] : []));
}

/**
 * Find the index of a throw's event: the last, the n-th last (1 is the last), or the last on a table.
 *
 * `word` is empty, a number, or the id of a table, or a part of its title. Throws an {@link InputError} if there is no
 * such throw.
 */
export function findThrow(views: readonly View[], word: string): number {
  const events = findThrows(views);
  const last = events.at(-1);
  if (last === undefined) throw new InputError(sentences.NO_THROWS);
  if (!word) return last;
  if (isDecimal(word) && word.length <= MAX_DIGITS) {
    const event = events.at(-Number(word));
    if (event !== undefined && Number(word) > 0) return event;
    throw new InputError(sentences.noThrow(word), "", sentences.throwCountHint(events.length));
  }
  const tables = events.map((at) => {
    const view = views[at]!;
    if (view.event !== "roll" && view.event !== "beforehand") return { at, table: "", title: DRAWN_TITLE };
    return { at, table: view.table ?? "", title: tableLabel(view.table, view.title) };
  });
  const lastByName = new Map(tables.map((each) => [JSON.stringify([each.table, each.title]), each]));
  const matches = findBestMatches(
    word,
    [...lastByName.values()],
    ({ table, title }) => [table, title],
    ({ title }) => title,
  );
  if (matches.length > 0) return Math.max(...matches.map(({ at }) => at));
  throw new InputError(sentences.noThrowFor(word), "", sentences.THROWS_HINT);
}

/** Whether the explanation of a throw shows what other results of its dice lead to: only its host knows. */
export function wantsOtherResults(views: readonly View[], at: number): boolean {
  const thrown = thrownAmong(views, at);
  return thrown !== null && needsOtherResults(thrown);
}

/** Explain the throw, draw or table result without dice of an event; `others` are the results of neighbouring dice. */
export function explainThrow(
  views: readonly View[],
  at: number,
  others: readonly ResultRange[],
  phrases: Phrases,
): Reason[] {
  const view = views[at]!;
  if (view.event === "draw") return explainDraw(view, views[at - 1] ?? null);
  const thrown = thrownAmong(views, at);
  if (thrown === null) throw new InputError(sentences.NO_THROWS);
  const beside = rowsAround(views, at).filter((each) => each !== thrown);
  return explainRoll(thrown, needsOtherResults(thrown) ? others : [], phrases, beside);
}

/** Explain which events since the last throw, and whether the open question, rest on rules that are not printed. */
export function explainSince(views: readonly View[], question: Question | null): Reason[] {
  return explainUnprinted(views.slice((findThrows(views).at(-1) ?? -1) + 1), question);
}

/** The explanation where no dice were thrown yet. */
export const NO_DICE_YET: Reason = { depth: 0, parts: [makePart("text", "No dice were thrown yet.")] };

/** The events of the rows in the call of a table that the event at an index belongs to. */
function rowsAround(views: readonly View[], at: number) {
  const source = {
    length: views.length,
    rowAt: (index: number) => {
      const view = views[index]!;
      return view.event === "roll" || view.event === "beforehand" ? view : null;
    },
  };
  return findRowsOfCall(source, at).map(({ view }) => view);
}

/** The roll of the call that the event at an index belongs to, or the first row without dice; null for no throw. */
function thrownAmong(views: readonly View[], at: number) {
  const rows = rowsAround(views, at);
  return rows.find((each) => each.event === "roll") ?? rows[0] ?? null;
}
