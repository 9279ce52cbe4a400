/** `why`: how a roll came about, and what was told since that is not printed. */

import type { Question } from "../../engine/question";
import type { Session } from "../../session/session";
import { describePins } from "../story/introduction";
import { makePart } from "../story/lineParts";
import type { Phrases } from "../story/phrases";
import { explainDraw, explainRoll, explainUnprinted, type Reason } from "./explanation";
import { findOtherResults, findThrow, findThrows, needsOtherResults, throwAt } from "./otherResults";

/**
 * Why a roll came out as it did, and for the last what was told since.
 *
 * `word` says which: empty for the last, a number, a table; `asked` is the question that is open. Throws an
 * {@link InputError} where there is no such roll.
 */
export function explainSession(session: Session, phrases: Phrases, word: string, question: Question | null): Reason[] {
  const last = findThrows(session).at(-1);
  const since = word ? [] : explainUnprinted([...session.journal.views((last ?? -1) + 1)], question);
  if (!word && last === undefined)
    return [{ depth: 0, parts: [makePart("text", "No dice were thrown yet.")] }, ...since];
  return [...deriveThrow(session, phrases, findThrow(session, word)), ...since, ...pinReasons(session)];
}

/** Why the throw that an event tells of came out as it did. */
export function explainThrow(session: Session, phrases: Phrases, at: number): Reason[] {
  return [...deriveThrow(session, phrases, at), ...pinReasons(session)];
}

/** The event of the throw with this number in the story, from 1. */
export function throwEventNumber(session: Session, number: number): number {
  return findThrows(session)[number - 1]!;
}

function deriveThrow(session: Session, phrases: Phrases, at: number): Reason[] {
  const view = throwAt(session, at);
  if (view.event === "draw") return explainDraw(view, view.count > 1 ? session.journal.view(at - 1) : null);
  return explainRoll(view, needsOtherResults(view) ? findOtherResults(session, at) : [], phrases);
}

/** What was settled beforehand, whatever dice say; nothing where nothing was. */
function pinReasons(session: Session): Reason[] {
  const pins = describePins(session.header);
  return pins.length > 0 ? [{ depth: 0, parts: [makePart("text", `${pins.join("; ")}.`)] }] : [];
}
