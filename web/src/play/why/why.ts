/** The answer to `why`: the derivation of a roll, and later events that are not printed. */

import type { Question } from "../../engine/question";
import type { Session } from "../../session/session";
import { describePins } from "../story/introduction";
import { makePart } from "../story/lineParts";
import type { Phrases } from "../story/phrases";
import { explainDraw, explainRoll, explainUnprinted, type Reason } from "./explanation";
import { countThrowsToRow, findOtherResults, findThrow, findThrows, needsOtherResults, throwAt } from "./otherResults";
import { findRowsOfCall, type RowSource } from "./rowsOfCall";

/**
 * Explain a roll of a session; for the last roll, also unprinted rules used since, and pins.
 *
 * `word` selects it: empty for the last, a number, a table; `question` is the open question. Only the first `eventCount`
 * events count: those that the player has seen. Throws an {@link InputError} if there is no such roll.
 */
export function explainSession(
  session: Session,
  phrases: Phrases,
  word: string,
  question: Question | null,
  eventCount = session.eventCount,
): Reason[] {
  const last = findThrows(session, eventCount).at(-1);
  const views = [...session.journal.views((last ?? -1) + 1)].slice(0, eventCount - (last ?? -1) - 1);
  const since = word ? [] : explainUnprinted(views, question);
  if (!word && last === undefined)
    return [{ depth: 0, parts: [makePart("text", "No dice were thrown yet.")] }, ...since];
  const reasons = [...deriveThrow(session, phrases, findThrow(session, word, eventCount)), ...since];
  const number = word ? 0 : countThrowsToRow(session, eventCount);
  const row = [makePart("text", "The row: "), makePart("word", `why ${number}`), makePart("text", ".")];
  return [...reasons, ...pinReasons(session), ...(number > 0 ? [{ depth: 0, parts: row }] : [])];
}

/**
 * Find the event of the throw that {@link explainSession} explains, by its index; null if no dice were thrown yet.
 *
 * Throws an {@link InputError} if there is no such throw.
 */
export function findExplained(session: Session, word: string, eventCount = session.eventCount): number | null {
  return !word && findThrows(session, eventCount).length === 0 ? null : findThrow(session, word, eventCount);
}

/** Explain the throw or draw of the event at an index. */
export function explainThrow(session: Session, phrases: Phrases, at: number): Reason[] {
  return [...deriveThrow(session, phrases, at), ...pinReasons(session)];
}

/** The index of a throw's event, by the throw's number in the story, from 1. */
export function throwEventNumber(session: Session, number: number): number {
  return findThrows(session)[number - 1]!;
}

/** Explain the throw or draw of the event at an index, without pins. */
function deriveThrow(session: Session, phrases: Phrases, at: number): Reason[] {
  const view = throwAt(session, at);
  if (view.event === "draw") return explainDraw(view, view.count > 1 ? session.journal.view(at - 1) : null);
  const events = findRowsOfCall(rowsOf(session), at);
  const thrown = events.find((each) => each.view.event === "roll") ?? events[0]!;
  const others = needsOtherResults(thrown.view) ? findOtherResults(session, thrown.at) : [];
  const beside = events.filter((each) => each !== thrown).map((each) => each.view);
  return explainRoll(thrown.view, others, phrases, beside);
}

/** Explain the pinned dice results of a session; empty without any. */
function pinReasons(session: Session): Reason[] {
  const pins = describePins(session.header);
  return pins.length > 0 ? [{ depth: 0, parts: [makePart("text", `${pins.join("; ")}.`)] }] : [];
}

/** The events of a session, of which those of rows are made views. */
function rowsOf({ program, journal }: Session): RowSource {
  return {
    length: journal.events.length,
    rowAt: (at) => {
      const kind = program.sites[journal.events[at]![0]!]?.is;
      if (kind !== "RollSite" && kind !== "BeforehandSite") return null;
      const view = journal.view(at);
      return view.event === "roll" || view.event === "beforehand" ? view : null;
    },
  };
}
