/** The columns of a matrix of questions, in the order in which its tables stand: one table for each kind of options. */

import type { Option, Question } from "../../engine/question";
import { isNumberChoice } from "./answers";

/** Ends the kind in the name of a piece: `Sky` in `Sky.fog`, `ships` in `ships#3`. */
const PIECE_KIND_END = /[.#]/;

/** Merge the options of all rows into columns, each once: those of a table together, numbers by size. */
export function matrixColumns(rows: readonly Question[]): Option[] {
  const merged = groupRows(rows).flatMap((group) => mergeOptions(group.map((row) => rows[row]!)));
  const columns = [...new Map(merged.map((option) => [option.name, option])).values()];
  return isNumberChoice(columns) ? columns.sort((a, b) => Number(a.name) - Number(b.name)) : columns;
}

/** Merge the options of some rows, each once, in an order that fits all; behind the others if a row shares none. */
function mergeOptions(rows: readonly Question[]): Option[] {
  const columns: Option[] = [];
  /** The index of the column of an option's name; -1 for none yet. */
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
  for (const row of rows) {
    let at = row.options.some((option) => placeOf(option.name) >= 0) ? 0 : columns.length;
    for (const option of row.options) {
      if (placeOf(option.name) < 0) columns.splice(at, 0, option);
      at = placeOf(option.name) + 1;
    }
  }
  return columns;
}

/** Group rows so that those with options of one kind are together, in the order of the first; returns their indices. */
export function groupRows(rows: readonly Question[]): number[][] {
  let groups: { kinds: ReadonlySet<string>; members: number[] }[] = [];
  for (const [row, { options }] of rows.entries()) {
    const own = new Set(options.map(({ piece }) => piece.split(PIECE_KIND_END)[0]!));
    const joined = groups.filter(({ kinds }) => [...own].some((kind) => kinds.has(kind)));
    const members = [row, ...joined.flatMap((group) => group.members)].sort((one, other) => one - other);
    groups = groups.filter((group) => !joined.includes(group));
    groups.push({ kinds: new Set([...own, ...joined.flatMap(({ kinds }) => [...kinds])]), members });
  }
  return groups.map(({ members }) => members).sort((one, other) => one[0]! - other[0]!);
}
