/** Judging a throw of the journal: the row that each number on its dice would have led to, in the state as it was. */

import { type Dice, resultsOf } from "../rules/dice";
import type { Aside, Hole, JudgedTable, Luck, RowTest } from "../rules/program";
import { NONE } from "../rules/values";
import type { AsideEvaluator } from "./derivedValues";

/** The index of the natural dice among the integers of a roll's event, behind its site. */
const NATURAL = 0;

/** The index of the row among them. */
const ROW = 2;

/** The number of the row of dice that lead to none. */
const NO_ROW = -1;

/** The error that the row of a number cannot be found: a value on which it depends faults, or is none. */
export class UnknownRowError extends Error {}

/** A throw of the journal, with other numbers on its dice. */
export class JudgedThrow {
  /** Make the throw with these integers of its event; `openState` makes the evaluator of asides in its state. */
  constructor(
    private readonly table: JudgedTable,
    private readonly integers: readonly number[],
    private readonly openState: () => AsideEvaluator,
  ) {}

  /** The number that the dice showed. */
  get natural(): number {
    return this.integers[NATURAL]!;
  }

  /**
   * Map each number that the dice can show to the row that it leads to; throws {@link UnknownRowError} if a row is not
   * known, or if the dice as they fell lead to another row than they did in the run.
   */
  findRows(dice: Dice): ReadonlyMap<number, number> {
    const rows = new Map(resultsOf(dice).map((number) => [number, this.findRow(number)]));
    if (rows.get(this.natural) !== this.integers[ROW]) throw new UnknownRowError();
    return rows;
  }

  /** What each row counts by a measure of luck; empty if it does not count this throw. */
  counts(luck: Luck): readonly number[] {
    const counted = luck.tables.filter(
      ({ table, condition }) =>
        table === this.table.table && (condition === null || this.value(condition, this.natural) !== 0),
    );
    const [first, ...others] = counted;
    if (first === undefined) return [];
    return first.counts.map((count, row) => others.reduce((sum, each) => sum + each.counts[row]!, count));
  }

  /** Find the row that a number on the dice leads to. */
  private findRow(number: number): number {
    const { rows } = this.table;
    for (const [at, row] of rows.entries()) if (row.natural && this.holds(row, number, number)) return at;
    const total = number + this.modifiers(number);
    for (const [at, row] of rows.entries())
      if (!row.natural && !row.otherwise && this.holds(row, total, number)) return at;
    const rest = rows.findIndex((row) => row.otherwise && this.matches(row));
    return rest < 0 ? NO_ROW : rest;
  }

  /** Whether a row applies to a total, for a number on the dice. */
  private holds(row: RowTest, total: number, number: number): boolean {
    if (!this.matches(row) || !this.hasTotal(row, total, number)) return false;
    return row.condition === null || this.value(row.condition, number) !== 0;
  }

  /** Whether the keys of a row have a total. */
  private hasTotal(row: RowTest, total: number, number: number): boolean {
    return row.spans.some(
      ({ low, high }) =>
        (low === null || this.value(low, number) <= total) && (high === null || total <= this.value(high, number)),
    );
  }

  /** Whether the arguments of the throw are those of a row. */
  private matches(row: RowTest): boolean {
    return row.matches.every(({ index, intervals }) =>
      intervals.some(([low, high]) => low <= this.integers[index]! && this.integers[index]! <= high),
    );
  }

  /** Add up the modifiers that apply with a number on the dice. */
  private modifiers(number: number): number {
    let added = this.value(this.table.modifiers, number);
    for (const { amount, condition } of this.table.dice_modifiers)
      if (condition === null || this.value(condition, number) !== 0) added += this.value(amount, number);
    return added;
  }

  /** A number, an integer of the event, or the value of an aside, with a number on the dice. */
  private value(wanted: number | Aside | Hole, number: number): number {
    /** The integer at an index. */
    const integerAt = (index: number): number => (index === NATURAL ? number : this.integers[index]!);
    const found =
      typeof wanted === "number"
        ? wanted
        : wanted.is === "Hole"
          ? integerAt(wanted.index)
          : this.openState().evaluate(wanted.entry, ...wanted.arguments.map(integerAt));
    if (found === null || found === NONE) throw new UnknownRowError();
    return found;
  }
}
