/** What a throw is for, before it falls: what its table is rolled with, and what each number would lead to. */

import type { AppliedModifier, RollView } from "../../engine/classes";
import type { Ask, Log, Roll } from "../../engine/machine";
import { type CompiledGame, loadMachine } from "../../engine/modules";
import type { NameLookup } from "../../engine/names";
import { KEEP_DICE } from "../../engine/question";
import { Reader } from "../../engine/reader";
import { rerun, TargetReached } from "../../engine/rerun";
import { lowestResult, resultsOf } from "../../rules/dice";
import type { Entry, RollSite, RowInfo } from "../../rules/program";
import { choiceSiteAt } from "../../rules/sites";

/** A key of a row that says plainly which numbers it is for. */
const ROW_KEY = /^(?:(?<one>-?\d+)|(?<low>-?\d+)?\.\.(?<high>-?\d+)?)$/u;

/** What the key of a row begins with that looks at the dice as they fell. */
const NATURAL_PREFIX = "natural ";

/** A run that waits for dice. */
export interface WaitingRun {
  readonly compiled: CompiledGame;
  readonly entry: Entry;
  readonly args: readonly number[];
  /** The sums of all throws and the indices of all answers so far. */
  readonly script: readonly number[];
  /** What names are shown. */
  readonly shown: NameLookup | null;
}

/**
 * The throw that comes behind a script, told as if the dice had shown a number, the lowest where none is said.
 *
 * Its arguments, and the modifiers that do not ask what the dice show, are those of whatever will fall. Null where no
 * throw comes, or a question stands between it and what it leads to.
 */
export function previewThrow(waiting: WaitingRun, natural: number | null = null): RollView | null {
  const { program } = waiting.compiled;
  const reader = new Reader(program);
  reader.describer.nameLookup = waiting.shown;
  let thrown: number | null = null;
  let preview: RollView | null = null;
  const roll: Roll = (site, dice) => {
    if (thrown !== null) throw new TargetReached();
    thrown = site;
    return natural ?? lowestResult(dice);
  };
  const ask: Ask = (site) => {
    if (!choiceSiteAt(program, site).offer) throw new TargetReached();
    return KEEP_DICE;
  };
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
 * The row that each number leads to which the dice can show; null where the keys of a row do not say plainly which they
 * are, or a modifier asks what the dice show. `modifiers` are those that apply.
 */
export function rowsByNumber(
  site: RollSite,
  modifiers: readonly AppliedModifier[],
): ReadonlyMap<number, RowInfo> | null {
  if (site.modifiers.some((modifier) => modifier.text.includes("natural"))) return null;
  const added = modifiers.reduce((sum, modifier) => sum + modifier.amount, 0);
  const natural = site.rows.filter((row) => row.label.startsWith(NATURAL_PREFIX));
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

/** Whether a total is among the keys of a row; null where they do not say so plainly. */
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
