/** Stakes: what the dice of a past throw could have led to, for a player who has not seen them fall yet. */

import { diceNotation } from "../../rules/dice";
import type { Session } from "../../session/session";
import { tableLabel } from "../story/phrases";
import { rowsByNumber } from "./throwPreview";
import { drawAsDice, type WantedDice, wantedDice } from "./throws";

/**
 * Describe the dice or the draw of an event as before they fell, with the row of each result if a few words do.
 *
 * Their outcomes are those under the modifiers of that throw. Null if the event is no throw, or a draw from a hidden
 * pile.
 */
export function describePastThrow({ journal, program }: Session, event: number): WantedDice | null {
  const view = journal.view(event);
  if (view.event === "roll") {
    const site = program.sites[journal.events[event]![0]!];
    if (site?.is !== "RollSite") throw new Error(`event ${event} is a roll without a site`);
    return wantedDice(site, view, rowsByNumber(site, view.modifiers) ?? new Map());
  }
  if (view.event !== "draw" || event === 0) return null;
  const pile = journal.view(event - 1);
  return pile.event === "pile" ? drawAsDice(pile.titles) : null;
}

/** Render in a line what dice are for and what they lead to: `1d6 for Reef (Packet): 1 to 3 → wrecked, 4 to 6 → safe`. */
export function renderStakes(wanted: WantedDice): string {
  const { members, dice, about, leads } = wanted;
  if (members.length > 0) return `One of ${members.length} is drawn`;
  const whose = about.length > 0 ? ` (${about.join(", ")})` : "";
  const outcomes = leads.map(([faces, result]) => `${faces} → ${result}`).join(", ");
  return `${diceNotation(dice)} for ${purposeOf(wanted)}${whose}${outcomes && `: ${outcomes}`}`;
}

/** The purpose of dice in words: their table, or what they decide. */
export function purposeOf({ table, title }: WantedDice): string {
  return tableLabel(table, title) || "dice";
}
