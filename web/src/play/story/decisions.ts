/** What was decided, answer by answer: what an undo takes back, and where one can return to. */

import { facesText } from "../../engine/views";
import { isDecision, isOwnDecision } from "../../session/records";
import type { Session } from "../../session/session";
import { DRAWN_TITLE } from "../dice/throws";
import type { Decision } from "./classes";
import { tableLabel } from "./phrases";

/** A decision in a few words. */
export function renderDecision({ asked, answer }: Pick<Decision, "asked" | "answer">): string {
  return `${asked.replace(/[ :?]+$/, "")}: ${answer}`;
}

/**
 * What can be taken back, in its order, but for what was answered without asking: the last so many.
 *
 * To be asked the one with the number N again is to take back all from there on: {@link countDecisions} says how many there are.
 */
export function decisionsOf(session: Session, maxCount = Number.POSITIVE_INFINITY): Decision[] {
  const indices = ownDecisionIndices(session);
  const first = Math.max(0, indices.length - maxCount);
  return indices.slice(first).map((at, place) => ({ number: first + place + 1, ...describeWithGroup(session, at) }));
}

/** How many can be taken back. */
export function countDecisions(session: Session): number {
  return ownDecisionIndices(session).length;
}

/** How many questions were answered without asking before the player decided anything. */
export function countUnaskedBefore(session: Session): number {
  const decisions = session.records.filter((record) => isDecision(record, session.header));
  const first = decisions.findIndex(isOwnDecision);
  return first < 0 ? decisions.length : first;
}

/** The places of the records that a player decided himself. */
function ownDecisionIndices(session: Session): number[] {
  const records = session.records.slice(0, session.trail.length);
  return records.flatMap((record, at) => (isOwnDecision(record) && isDecision(record, session.header) ? [at] : []));
}

/**
 * What was asked, and what was answered together: several of one question, or the answers to a table of them; by the
 * place of the record of the first of them. That no more was chosen goes without saying.
 */
function describeWithGroup(session: Session, at: number): Pick<Decision, "asked" | "answer"> {
  const { asked, answer } = describeRecord(session, at);
  let last = asked;
  let text = answer;
  for (let place = at + 1; place < session.trail.length; place++) {
    const record = session.records[place]!;
    if (isOwnDecision(record) && isDecision(record, session.header)) break;
    if (record.is !== "answer" || record.why !== "together") continue;
    const other = describeRecord(session, place);
    if (other.asked !== last) {
      last = other.asked;
      text += `; ${renderDecision(other)}`;
    } else if (record.name !== "none") {
      text += `; ${other.answer}`;
    }
  }
  return { asked, answer: text };
}

/** What was asked, and what was answered, by the place of the record. */
function describeRecord({ records, journal, trail }: Session, at: number): Pick<Decision, "asked" | "answer"> {
  const record = records[at]!;
  const events = trail[at]!.events;
  if (record.is === "answer") {
    const choice = journal.view(events);
    if (choice.event !== "choice") throw new Error(`event ${events} is no answer`);
    return { asked: choice.prompt, answer: choice.answerTitle };
  }
  for (const thrown of journal.views(events)) {
    if (thrown.event === "draw") return { asked: DRAWN_TITLE, answer: thrown.drawnTitle };
    if (thrown.event !== "roll") continue;
    return {
      asked: tableLabel(thrown.table, thrown.title) || "Dice",
      answer: facesText(thrown) || record.faces.join("+"),
    };
  }
  return { asked: "Dice", answer: record.faces.join("+") };
}
