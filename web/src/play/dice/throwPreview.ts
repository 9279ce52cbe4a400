/** Preview of a throw: the arguments of its table, and the result of each number, before the dice fall. */

import type { AppliedModifier, RollView } from "../../engine/classes";
import type { Ask, Log, Roll } from "../../engine/machine";
import { type CompiledGame, loadMachine } from "../../engine/modules";
import type { NameLookup } from "../../engine/names";
import { KEEP_DICE } from "../../engine/question";
import { Reader } from "../../engine/reader";
import { rerun, TargetReached } from "../../engine/rerun";
import { dieSides, lowestFace, outcomeOf, resultsOf } from "../../rules/dice";
import type { Entry, RollSite, RowInfo } from "../../rules/program";
import { choiceSiteAt } from "../../rules/sites";

/** Pattern of row keys that are plain numbers or ranges. */
const ROW_KEY = /^(?:(?<one>-?\d+)|(?<low>-?\d+)?\.\.(?<high>-?\d+)?)$/u;

/** The prefix of row keys that match the natural dice. */
const NATURAL_PREFIX = "natural ";

/** A run that waits for dice. */
export interface WaitingRun {
  readonly compiled: CompiledGame;
  readonly entry: Entry;
  readonly args: readonly number[];
  /** The sums of all throws and the indices of all answers so far. */
  readonly script: readonly number[];
  /** The lookup of displayed names. */
  readonly shown: NameLookup | null;
}

/**
 * Preview the throw that a waiting run requests, as if the dice had had an `outcome`, by default their lowest.
 *
 * Its arguments and the modifiers that do not depend on the dice hold for every result. Null if no throw follows, or a
 * question stands between it and its result.
 */
export function previewThrow(waiting: WaitingRun, outcome: number | null = null): RollView | null {
  const { program } = waiting.compiled;
  const reader = new Reader(program);
  reader.describer.nameLookup = waiting.shown;
  let thrown: number | null = null;
  let preview: RollView | null = null;
  /** Give the first throw its assumed result; stop the run at a second throw. */
  const roll: Roll = (site, dice) => {
    if (thrown !== null) throw new TargetReached();
    thrown = site;
    const lowest = dieSides(dice).map(() => lowestFace(dice));
    return outcome ?? outcomeOf(lowest, dice);
  };
  /** Keep the dice if the question offers to throw again; stop the run at any other question. */
  const ask: Ask = (site) => {
    if (!choiceSiteAt(program, site).offer) throw new TargetReached();
    return KEEP_DICE;
  };
  /** Keep the view of the throw's event, and stop the run. */
  const log: Log = (event) => {
    if (thrown === null || event[0] !== thrown) return;
    const view = reader.read(event);
    if (view.event === "roll") preview = view;
    throw new TargetReached();
  };
  const machine = loadMachine(waiting.compiled, roll, ask, log, waiting.script);
  reader.describer.slots = machine.slots;
  rerun(machine, waiting.entry, waiting.args);
  return preview;
}

/**
 * Map each natural result of a throw to the row that it leads to under these modifiers; null if the keys of rows do not
 * tell.
 */
export function rowsByNumber(
  site: RollSite,
  modifiers: readonly AppliedModifier[],
): ReadonlyMap<number, RowInfo> | null {
  if (site.modifiers.some((modifier) => modifier.text.includes("natural"))) return null;
  const added = modifiers.reduce((sum, modifier) => sum + modifier.amount, 0);
  const natural = site.rows.filter((row) => row.label.startsWith(NATURAL_PREFIX));
  if (site.dice.single && natural.length) return null; // they may look at single dice
  const others = site.rows.filter((row) => !row.label.startsWith(NATURAL_PREFIX));
  const rows = new Map<number, RowInfo>();
  for (const number of resultsOf(site.dice)) {
    const candidates = [
      ...natural.map((row) => [row, row.label.slice(NATURAL_PREFIX.length), number] as const),
      ...others.map((row) => [row, row.label, number + added] as const),
    ];
    for (const [row, label, total] of candidates) {
      const holds = isTotalInKey(label, total);
      if (holds === null) return null;
      if (holds) {
        rows.set(number, row);
        break;
      }
    }
    if (!rows.has(number)) return null;
  }
  return rows;
}

/** Whether the key of a row, such as `4..6`, contains a total; null if the key is neither a number nor a range. */
export function isTotalInKey(label: string, total: number): boolean | null {
  if (label === "else") return true;
  for (const key of label.split(", ")) {
    const groups = ROW_KEY.exec(key)?.groups;
    if (groups === undefined) return null;
    const { one, low, high } = groups;
    const holds =
      one !== undefined
        ? total === Number(one)
        : (low === undefined || Number(low) <= total) && (high === undefined || total <= Number(high));
    if (holds) return true;
  }
  return false;
}
