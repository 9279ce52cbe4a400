/** What a throw is for, before it falls: what its table is rolled with, and what each number would lead to. */

import { Reached, runAgain } from "../../engine/again";
import type { AppliedModifier, RollView } from "../../engine/classes";
import type { Ask, Log, Roll } from "../../engine/machine";
import { type Compiled, load } from "../../engine/modules";
import type { Shown } from "../../engine/names";
import { KEEP } from "../../engine/question";
import { Reader } from "../../engine/reader";
import { lowest, resultsOf } from "../../rules/dice";
import type { Entry, RollSite, RowInfo } from "../../rules/program";
import { choiceSite } from "../../rules/sites";

/** A key of a row that says plainly which numbers it is for. */
const KEY = /^(?:(?<one>-?\d+)|(?<low>-?\d+)?\.\.(?<high>-?\d+)?)$/u;

/** What the key of a row begins with that looks at the dice as they fell. */
const NATURAL = "natural ";

/** A run that waits for dice. */
export interface Coming {
  readonly compiled: Compiled;
  readonly entry: Entry;
  readonly args: readonly number[];
  /** The sums of all throws and the indices of all answers so far. */
  readonly script: readonly number[];
  /** What names are shown. */
  readonly shown: Shown | null;
}

/**
 * The throw that comes behind a script, told as if the dice had shown a number, the lowest where none is said.
 *
 * Its arguments, and the modifiers that do not ask what the dice show, are those of whatever will fall. Null where no
 * throw comes, or a question stands between it and what it leads to.
 */
export function foresee(coming: Coming, natural: number | null = null): RollView | null {
  const { program } = coming.compiled;
  const reader = new Reader(program);
  reader.describer.shown = coming.shown;
  let thrown: number | null = null;
  let found: RollView | null = null;
  const roll: Roll = (site, dice) => {
    if (thrown !== null) throw new Reached();
    thrown = site;
    return natural ?? lowest(dice);
  };
  const ask: Ask = (site) => {
    if (!choiceSite(program, site).offer) throw new Reached();
    return KEEP;
  };
  const log: Log = (event) => {
    if (thrown === null || event[0] !== thrown) return;
    const view = reader.read(event);
    if (view.event === "roll") found = view;
    throw new Reached();
  };
  const machine = load(coming.compiled, roll, ask, log, coming.script);
  reader.describer.slots = machine.slots;
  runAgain(machine, coming.entry, coming.args);
  return found;
}

/**
 * The row that each number leads to which the dice can show; null where the keys of a row do not say plainly which they
 * are, or a modifier asks what the dice show. `modifiers` are those that apply.
 */
export function rowsByNumber(
  site: RollSite,
  modifiers: readonly AppliedModifier[],
): ReadonlyMap<number, RowInfo> | null {
  if (site.modifiers.some((modifier) => modifier.text.includes("natural"))) return null;
  const added = modifiers.reduce((sum, modifier) => sum + modifier.amount, 0);
  const natural = site.rows.filter((row) => row.label.startsWith(NATURAL));
  const others = site.rows.filter((row) => !row.label.startsWith(NATURAL));
  const found = new Map<number, RowInfo>();
  for (const number of resultsOf(site.dice)) {
    const asked = [
      ...natural.map((row) => [row, row.label.slice(NATURAL.length), number] as const),
      ...others.map((row) => [row, row.label, number + added] as const),
    ];
    for (const [row, label, total] of asked) {
      const holds = hasKey(label, total);
      if (holds === null) return null;
      if (holds) {
        found.set(number, row);
        break;
      }
    }
    if (!found.has(number)) return null;
  }
  return found;
}

/** Whether a total is among the keys of a row; null where they do not say so plainly. */
export function hasKey(label: string, total: number): boolean | null {
  if (label === "else") return true;
  for (const key of label.split(", ")) {
    const groups = KEY.exec(key)?.groups;
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
