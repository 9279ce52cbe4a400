/** Counts of runs: integers whose sums do not depend on the order in which parts finish. */

import type { RunTally } from "../desk/classes";

/** The runs under one set of rules, column by column, in their order. */
export interface PlayedRuns {
  /** For each run the site of its fault, or -1. */
  readonly faults: Int32Array;
  /** For each column its values; undefined for a run with a fault. */
  readonly columns: readonly Int32Array[];
}

/** For each side but the first: the columns that both have, by their indices here and there. */
export type SharedColumns = readonly (readonly (readonly [number, number])[])[];

/** How often each value was seen. */
type Counter = Map<number, number>;

/** How often each pair of values was seen. */
type PairCounter = Map<number, Counter>;

/** The faults at one site: how many, and the number of the first such run. */
interface FaultCount {
  readonly count: number;
  readonly first: number;
}

interface SideCounts {
  readonly faults: Map<number, FaultCount>;
  readonly columns: readonly Counter[];
}

/** The counts of runs in one part or several, under all sets of rules; a message can hold them. */
export interface Tally {
  readonly runs: number;
  readonly sides: readonly SideCounts[];
  readonly pairs: readonly (readonly PairCounter[])[];
}

const NO_FAULT = -1;

/** Count the runs of a part, whose first run has a number. */
export function countRuns(first: number, sides: readonly PlayedRuns[], shared: SharedColumns): Tally {
  const [base, ...others] = sides as [PlayedRuns, ...PlayedRuns[]];
  return {
    runs: base.faults.length,
    sides: sides.map((side) => countSide(first, side)),
    pairs: others.map((other, at) => countPairs(base, other, shared[at]!)),
  };
}

function countSide(first: number, { faults, columns }: PlayedRuns): SideCounts {
  const counted = new Map<number, FaultCount>();
  for (const [at, site] of faults.entries()) if (site !== NO_FAULT) addFault(counted, site, 1, first + at);
  const counters = columns.map((column) => {
    const counter: Counter = new Map();
    for (const [at, value] of column.entries()) if (faults[at] === NO_FAULT) add(counter, value, 1);
    return counter;
  });
  return { faults: counted, columns: counters };
}

function countPairs(base: PlayedRuns, other: PlayedRuns, shared: SharedColumns[number]): PairCounter[] {
  return shared.map(([here, there]) => {
    const [mine, theirs] = [base.columns[here]!, other.columns[there]!];
    const counter: PairCounter = new Map();
    for (const [at, value] of mine.entries())
      if (base.faults[at] === NO_FAULT && other.faults[at] === NO_FAULT) addPair(counter, value, theirs[at]!, 1);
    return counter;
  });
}

/** Add the counts of a part to those of others. */
export function addTally(sum: Tally | null, part: Tally): Tally {
  if (sum === null) return part;
  for (const [number, { faults, columns }] of part.sides.entries()) {
    const mine = sum.sides[number]!;
    for (const [site, { count, first }] of faults) addFault(mine.faults, site, count, first);
    for (const [at, column] of columns.entries())
      for (const [value, count] of column) add(mine.columns[at]!, value, count);
  }
  for (const [number, columns] of part.pairs.entries())
    for (const [at, column] of columns.entries())
      for (const [value, counts] of column)
        for (const [other, count] of counts) addPair(sum.pairs[number]![at]!, value, other, count);
  return { ...sum, runs: sum.runs + part.runs };
}

/** Convert counts for the desk. */
export function toRunTally({ runs, sides, pairs }: Tally): RunTally {
  return {
    runs,
    sides: sides.map(({ faults, columns }) => ({
      faults: [...faults].map(([site, { count, first }]) => [site, count, first] as const),
      columns: columns.map((column) => [...column]),
    })),
    pairs: pairs.map((columns) =>
      columns.map((column) =>
        [...column].flatMap(([value, counts]) => [...counts].map(([other, count]) => [value, other, count] as const)),
      ),
    ),
  };
}

function add(counter: Counter, value: number, count: number): void {
  counter.set(value, (counter.get(value) ?? 0) + count);
}

function addPair(counter: PairCounter, value: number, other: number, count: number): void {
  const inner = counter.get(value) ?? new Map<number, number>();
  counter.set(value, inner);
  add(inner, other, count);
}

function addFault(faults: Map<number, FaultCount>, site: number, count: number, first: number): void {
  const known = faults.get(site);
  faults.set(site, { count: (known?.count ?? 0) + count, first: Math.min(known?.first ?? first, first) });
}
