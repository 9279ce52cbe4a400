/** The player's decisions, answer by answer: the units of undo. */

import { facesText } from "../../engine/views";
import { isDecision, isOwnDecision } from "../../session/records";
import type { Session } from "../../session/session";
import { DRAWN_TITLE } from "../dice/throws";
import type { Decision } from "./classes";
import { tableLabel } from "./phrases";

/** Render a decision of the player: what was asked, and the answer. */
export function renderDecision({ asked, answer }: Pick<Decision, "asked" | "answer">): string {
  return `${asked.replace(/[ :?]+$/, "")}: ${answer}`;
}

/**
 * List the last `maxCount` decisions of the player in a session, in order, without automatic answers.
 *
 * Asking decision N again means undoing all from there on: {@link countDecisions} counts them.
 */
export function decisionsOf(session: Session, maxCount = Number.POSITIVE_INFINITY): Decision[] {
  const indices = ownDecisionIndices(session);
  const first = Math.max(0, indices.length - maxCount);
  return indices.slice(first).map((at, place) => ({ number: first + place + 1, ...describeWithGroup(session, at) }));
}

/** Count the player's decisions in a session. */
export function countDecisions(session: Session): number {
  return ownDecisionIndices(session).length;
}

/** Count the automatic answers before the player's first decision in a session. */
export function countLeadingAutomaticAnswers(session: Session): number {
  const decisions = session.records.filter((record) => isDecision(record, session.header));
  const first = decisions.findIndex(isOwnDecision);
  return first < 0 ? decisions.length : first;
}

/** The indices of the events of the player's decisions in a session, in order. */
export function decisionEvents(session: Session): number[] {
  return ownDecisionIndices(session).map((at) => session.trail[at]!.events);
}

/** The indices of a session's records that the player decided. */
function ownDecisionIndices(session: Session): number[] {
  const records = session.records.slice(0, session.trail.length);
  return records.flatMap((record, at) => (isOwnDecision(record) && isDecision(record, session.header) ? [at] : []));
}

/**
 * Describe the decision of the record at an index: its question and answer, together with the answers of the same group
 * of questions. A final none is left out.
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

/** Describe the question and the answer, or the dice, of the record at an index. */
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
