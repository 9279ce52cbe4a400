/** Judging a throw of the journal: the row that each number on its dice would have led to, in the state as it was. */

import { type Dice, outcomesOf, resultOfOutcome } from "../rules/dice";
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

/** A throw of the journal, with other outcomes of its dice. */
export class JudgedThrow {
  /** Make the throw with these integers of its event; `openState` makes the evaluator of asides in its state. */
  constructor(
    private readonly table: JudgedTable,
    private readonly dice: Dice,
    private readonly integers: readonly number[],
    private readonly openState: () => AsideEvaluator,
  ) {}

  /** The outcome of the throw: the number that the dice showed, or of single dice their faces. */
  get outcome(): number {
    return this.integers[this.dice.single ? this.integers.length - 1 : NATURAL]!;
  }

  /**
   * Map each outcome that the dice can have to the row that it leads to; throws {@link UnknownRowError} if a row is not
   * known, or if the dice as they fell lead to another row than they did in the run.
   */
  findRows(): ReadonlyMap<number, number> {
    const rows = new Map(outcomesOf(this.dice).map((outcome) => [outcome, this.findRow(outcome)]));
    if (rows.get(this.outcome) !== this.integers[ROW]) throw new UnknownRowError();
    return rows;
  }

  /** What each row counts by a measure of luck; empty if it does not count this throw. */
  counts(luck: Luck): readonly number[] {
    const counted = luck.tables.filter(
      ({ table, condition }) =>
        table === this.table.table && (condition === null || this.value(condition, this.outcome) !== 0),
    );
    const [first, ...others] = counted;
    if (first === undefined) return [];
    return first.counts.map((count, row) => others.reduce((sum, each) => sum + each.counts[row]!, count));
  }

  /** Find the row that an outcome of the dice leads to. */
  private findRow(outcome: number): number {
    const { rows } = this.table;
    const natural = resultOfOutcome(outcome, this.dice);
    for (const [at, row] of rows.entries()) if (row.natural && this.holds(row, natural, outcome)) return at;
    const total = natural + this.modifiers(outcome);
    for (const [at, row] of rows.entries())
      if (!row.natural && !row.otherwise && this.holds(row, total, outcome)) return at;
    const rest = rows.findIndex((row) => row.otherwise && this.matches(row));
    return rest < 0 ? NO_ROW : rest;
  }

  /** Whether a row applies to a total, for an outcome of the dice. */
  private holds(row: RowTest, total: number, outcome: number): boolean {
    if (!this.matches(row) || !this.hasTotal(row, total, outcome)) return false;
    return row.condition === null || this.value(row.condition, outcome) !== 0;
  }

  /** Whether the keys of a row have a total. */
  private hasTotal(row: RowTest, total: number, outcome: number): boolean {
    return row.spans.some(
      ({ low, high }) =>
        (low === null || this.value(low, outcome) <= total) && (high === null || total <= this.value(high, outcome)),
    );
  }

  /** Whether the arguments of the throw are those of a row. */
  private matches(row: RowTest): boolean {
    return row.matches.every(({ index, intervals }) =>
      intervals.some(([low, high]) => low <= this.integers[index]! && this.integers[index]! <= high),
    );
  }

  /** Add up the modifiers that apply with an outcome of the dice. */
  private modifiers(outcome: number): number {
    let added = this.value(this.table.modifiers, outcome);
    for (const { amount, condition } of this.table.dice_modifiers)
      if (condition === null || this.value(condition, outcome) !== 0) added += this.value(amount, outcome);
    return added;
  }

  /** A number, an integer of the event, or the value of an aside, with an outcome of the dice. */
  private value(wanted: number | Aside | Hole, outcome: number): number {
    /** The integer at an index. */
    const integerAt = (index: number): number => {
      if (index === NATURAL) return resultOfOutcome(outcome, this.dice);
      return this.dice.single && index === this.integers.length - 1 ? outcome : this.integers[index]!;
    };
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
