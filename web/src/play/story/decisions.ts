/** What was decided, answer by answer: what an undo takes back, and where one can return to. */

import { severalOf } from "../../engine/views";
import { isDecision, isOwn } from "../../session/records";
import type { Session } from "../../session/session";
import { DRAWN } from "../dice/wanted";
import type { Decision } from "./classes";
import { label } from "./phrases";

/** A decision in a few words. */
export function toldDecision({ asked, answer }: Pick<Decision, "asked" | "answer">): string {
  return `${asked.replace(/[ :?]+$/, "")}: ${answer}`;
}

/**
 * What can be taken back, in its order, but for what was answered without asking: the last so many.
 *
 * To be asked the one with the number N again is to take back all from there on: {@link decided} says how many there are.
 */
export function decisions(session: Session, most = Number.POSITIVE_INFINITY): Decision[] {
  const made = ownPlaces(session);
  const first = Math.max(0, made.length - most);
  return made.slice(first).map((at, place) => ({ number: first + place + 1, ...decisionWithOthers(session, at) }));
}

/** How many can be taken back. */
export function decided(session: Session): number {
  return ownPlaces(session).length;
}

/** How many questions were answered without asking before the player decided anything. */
export function unaskedBefore(session: Session): number {
  const made = session.records.filter((record) => isDecision(record, session.header));
  const first = made.findIndex(isOwn);
  return first < 0 ? made.length : first;
}

/** The places of the records that a player decided himself. */
function ownPlaces(session: Session): number[] {
  const records = session.records.slice(0, session.trail.length);
  return records.flatMap((record, at) => (isOwn(record) && isDecision(record, session.header) ? [at] : []));
}

/**
 * What was asked, and what was answered together: several of one question, or the answers to a table of them; by the
 * place of the record of the first of them. That no more was chosen goes without saying.
 */
function decisionWithOthers(session: Session, at: number): Pick<Decision, "asked" | "answer"> {
  const { asked, answer } = decisionAt(session, at);
  let last = asked;
  let text = answer;
  for (let place = at + 1; place < session.trail.length; place++) {
    const record = session.records[place]!;
    if (isOwn(record) && isDecision(record, session.header)) break;
    if (record.is !== "answer" || record.why !== "together") continue;
    const other = decisionAt(session, place);
    if (other.asked !== last) {
      last = other.asked;
      text += `; ${toldDecision(other)}`;
    } else if (record.name !== "none") {
      text += `; ${other.answer}`;
    }
  }
  return { asked, answer: text };
}

/** What was asked, and what was answered, by the place of the record. */
function decisionAt({ records, journal, trail }: Session, at: number): Pick<Decision, "asked" | "answer"> {
  const record = records[at]!;
  const events = trail[at]!.events;
  if (record.is === "answer") {
    const asked = journal.view(events);
    if (asked.event !== "choice") throw new Error(`event ${events} is no answer`);
    return { asked: asked.prompt, answer: asked.answerTitle };
  }
  for (const thrown of journal.views(events)) {
    if (thrown.event === "draw") return { asked: DRAWN, answer: thrown.drawnTitle };
    if (thrown.event !== "roll") continue;
    return { asked: label(thrown.table, thrown.title) || "Dice", answer: severalOf(thrown) || record.faces.join("+") };
  }
  return { asked: "Dice", answer: record.faces.join("+") };
}
