/** Stakes: what the dice of a past throw could have led to, for a player who has not seen them fall yet. */

import { countUpTo } from "../../engine/bisect";
import { type Dice, diceNotation, waysOf } from "../../rules/dice";
import type { Session } from "../../session/session";
import { drawAsDice, findRows, type WantedDice, wantedDice } from "../dice/throws";
import type { StoryLine } from "../story/classes";
import { tableLabel } from "../story/phrases";
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
    return wantedDice(site, view, findRows(waiting, site, view));
  }
  if (view.event !== "draw" || event === 0) return null;
  const pile = journal.view(event - 1);
  return pile.event === "pile" ? drawAsDice(pile.titles) : null;
}

/** Add to the throws of a story what was at stake where there were two outcomes: `5 to 6 → hit`. */
export function withStakes(session: Session, lines: readonly StoryLine[]): StoryLine[] {
  return lines.map((line) =>
    isThrowOfDice(line) && line.event >= 0 ? { ...line, stake: describeStake(session, line) } : line,
  );
}

/** Describe the less likely of two outcomes of a past throw; only its numbers if it came about; else nothing. */
function describeStake(session: Session, line: StoryLine): string {
  const wanted = describePastThrow(session, line.event);
  if (wanted?.leads.length !== 2) return "";
  const [first, second] = wanted.leads.map(([faces]) => countWays(wanted.dice, faces));
  const [faces, result] = wanted.leads[second! < first! ? 1 : 0]!;
  return line.result.toLowerCase().startsWith(result.toLowerCase()) ? faces : `${faces} → ${result}`;
}

/** Count the ways in which dice can show a range of numbers: `5 to 6`. */
function countWays(dice: Dice, faces: string): number {
  const [low, high = low] = faces.split(" to ").map(Number);
  return [...waysOf(dice)].reduce((sum, [number, ways]) => (low! <= number && number <= high! ? sum + ways : sum), 0);
}

/** The sums of throws and indices of answers before the throw that an event reports. */
function scriptBefore({ trail, script }: Session, event: number): readonly number[] {
  let step = countUpTo(trail.length, event, (at) => trail[at]!.events) - 1;
  while (step > 0 && !trail[step]!.isThrow) step--;
  return script.slice(0, Math.max(0, step));
}

/** Render in a line what dice are for and what they lead to: `1d6 for Reef (Packet): 1 to 3 → wrecked, 4 to 6 → safe`. */
export function renderStakes(wanted: WantedDice): string {
  const { members, dice, about, leads } = wanted;
  if (members.length > 0) return sentences.awaitedDraw(members.length);
  const whose = about.length > 0 ? ` (${about.join(", ")})` : "";
  const outcomes = leads.map(([faces, result]) => `${faces} → ${result}`).join(", ");
  return `${diceNotation(dice)} for ${purposeOf(wanted)}${whose}${outcomes && `: ${outcomes}`}`;
}

/** The purpose of dice in words: their table, or what they decide. */
export function purposeOf({ table, title }: WantedDice): string {
  return tableLabel(table, title) || "dice";
}
