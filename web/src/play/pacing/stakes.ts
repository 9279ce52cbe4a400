/** Stakes: what the dice of a past throw could have led to, for a player who has not seen them fall yet. */

import { countUpTo } from "../../engine/bisect";
import { diceNotation } from "../../rules/dice";
import type { RollSite } from "../../rules/program";
import type { Session } from "../../session/session";
import { drawAsDice, findRows, type WantedDice, wantedDice } from "../dice/throws";
import type { StoryLine } from "../story/classes";
import { renderHeading } from "../story/eventTexts";
import { tableLabel, valueTitles } from "../story/phrases";
import * as sentences from "../storySentences";
import { isThrowOfDice } from "./beats";

/**
 * Describe the dice or the draw of an event as before they fell, with the outcome of each result if known.
 *
 * Their outcomes are those under the modifiers of that throw. Null if the event is no throw, or a draw from a hidden
 * pile.
 */
export function describePastThrow(session: Session, event: number): WantedDice | null {
  const { game, entry, header, journal, program, describer } = session;
  const view = journal.view(event);
  if (view.event === "roll") {
    const site = program.sites[journal.events[event]![0]!];
    if (site?.is !== "RollSite") throw new Error(`event ${event} is a roll without a site`);
    const script = scriptBefore(session, event);
    const waiting = { compiled: game, entry, args: header.args, script, shown: describer.nameLookup };
    return wantedDice(
      site,
      view,
      findRows(waiting, site, view),
      findPurpose(session, site, event),
      valueTitles(program),
    );
  }
  if (view.event !== "draw" || event === 0) return null;
  const pile = journal.view(event - 1);
  return pile.event === "pile" ? drawAsDice(pile.titles, findOpenHeading(session, event)) : null;
}

/**
 * What dice are for: the title of their table or their own; without one the innermost heading that is open after
 * `eventCount` events.
 */
function findPurpose(session: Session, roll: RollSite, eventCount: number): string {
  return roll.title || (roll.table ? "" : findOpenHeading(session, eventCount));
}

/** The innermost heading that is open after some events of the journal: `Hour 3`; empty for none. */
function findOpenHeading({ program, journal }: Session, eventCount: number): string {
  const left: string[] = [];
  for (let event = eventCount - 1; event >= 0; event--) {
    const site = program.sites[journal.events[event]![0]!]!;
    if (site.is === "LeaveSite") left.push(site.name);
    else if (site.is !== "EnterSite") continue;
    else if (left.length > 0) {
      if (left.at(-1) === site.name) left.pop(); // a return from deep inside has no event for each
    } else if (site.title) {
      const view = journal.view(event);
      return view.event === "enter" ? renderHeading(view) : "";
    }
  }
  return "";
}

/** Add to the throws of a story what else could have come, where there were two outcomes: `on 5 to 6: hit`. */
export function withStakes(session: Session, lines: readonly StoryLine[]): StoryLine[] {
  return lines.map((line) =>
    isThrowOfDice(line) && line.event >= 0 ? { ...line, stake: describeStake(session, line) } : line,
  );
}

/**
 * Describe the outcome of a past throw that did not come, if it was the only other one; else nothing.
 *
 * Which one came is known by the dice, for the line of the story may say it in other words than the table.
 */
function describeStake(session: Session, line: StoryLine): string {
  const view = session.journal.view(line.event);
  const wanted = describePastThrow(session, line.event);
  if (view.event !== "roll" || wanted?.leads.length !== 2) return "";
  const [faces, result] = wanted.leads.find(([range]) => !isAmongFaces(view.natural, range))!;
  // Rules may settle on the other result after all.
  return result.toLowerCase() === line.result.toLowerCase() ? "" : sentences.otherOutcome(result, faces);
}

/** Whether a number is in a range of numbers that dice can show: `5 to 6`. */
function isAmongFaces(number: number, faces: string): boolean {
  const [low, high = low] = faces.split(" to ").map(Number);
  return low! <= number && number <= high!;
}

/** The sums of throws and indices of answers before the throw that an event reports. */
function scriptBefore({ trail, script }: Session, event: number): readonly number[] {
  let step = countUpTo(trail.length, event, (at) => trail[at]!.events) - 1;
  while (step > 0 && !trail[step]!.isThrow) step--;
  return script.slice(0, Math.max(0, step));
}

/** Render in a line what dice are for and what they lead to: `1d6 for Reef (Packet): 1 to 3 → wrecked, 4 to 6 → safe`. */
export function renderStakes(wanted: WantedDice): string {
  const { members, title, dice, about, leads } = wanted;
  if (members.length > 0) return sentences.awaitedDraw(members.length, title);
  const whose = about.length > 0 ? ` (${about.join(", ")})` : "";
  const outcomes = leads.map(([faces, result]) => `${faces} → ${result}`).join(", ");
  return `${diceNotation(dice)} for ${purposeOf(wanted)}${whose}${outcomes && `: ${outcomes}`}`;
}

/** The purpose of dice in words: their table, or what they decide. */
export function purposeOf({ table, title }: WantedDice): string {
  return tableLabel(table, title) || "dice";
}
