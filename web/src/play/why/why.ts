/** `why`: how a roll came about, and what was told since that is not printed. */

import type { Question } from "../../engine/question";
import type { Session } from "../../session/session";
import { toldPins } from "../story/head";
import { part } from "../story/parts";
import type { Phrases } from "../story/phrases";
import { isOpen, led, throwMeant, thrownAt, throws } from "./derivations";
import { drawReasons, type Reason, reasons, workedOut } from "./reasons";

/**
 * Why a roll came out as it did, and for the last what was told since.
 *
 * `word` says which: empty for the last, a number, a table; `asked` is the question that is open. Throws an
 * {@link InputError} where there is no such roll.
 */
export function why(session: Session, phrases: Phrases, word: string, asked: Question | null): Reason[] {
  const last = throws(session).at(-1);
  const since = word ? [] : workedOut([...session.journal.views((last ?? -1) + 1)], asked);
  if (!word && last === undefined) return [{ depth: 0, parts: [part("text", "No dice were thrown yet.")] }, ...since];
  return [...derived(session, phrases, throwMeant(session, word)), ...since, ...pinned(session)];
}

/** Why the throw that an event tells of came out as it did. */
export function whyThrow(session: Session, phrases: Phrases, at: number): Reason[] {
  return [...derived(session, phrases, at), ...pinned(session)];
}

/** The event of the throw with this number in the story, from 1. */
export function throwNumbered(session: Session, number: number): number {
  return throws(session)[number - 1]!;
}

function derived(session: Session, phrases: Phrases, at: number): Reason[] {
  const view = thrownAt(session, at);
  if (view.event === "draw") return drawReasons(view, view.count > 1 ? session.journal.view(at - 1) : null);
  return reasons(view, isOpen(view) ? led(session, at) : [], phrases);
}

/** What was settled beforehand, whatever dice say; nothing where nothing was. */
function pinned(session: Session): Reason[] {
  const pins = toldPins(session.header);
  return pins.length > 0 ? [{ depth: 0, parts: [part("text", `${pins.join("; ")}.`)] }] : [];
}
