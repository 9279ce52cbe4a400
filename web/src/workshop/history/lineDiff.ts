/** The difference of two texts by lines: the least that was taken away and put in (Myers, "An O(ND) Difference Algorithm"). */

/** A line of a difference: in both texts, only in the earlier, only in the later. */
export interface DiffLine {
  readonly is: "same" | "removed" | "added";
  readonly text: string;
}

/** So many lines are compared exactly; texts that differ in more are shown as one wholly in place of the other. */
const MAX_DIFFERENCES = 1500;

/** Find the difference between two texts. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, new_] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, new_.length);
  let start = 0;
  while (start < shorter && old[start] === new_[start]) start++;
  let behind = 0;
  while (behind < shorter - start && old.at(-1 - behind) === new_.at(-1 - behind)) behind++;
  const same = (text: string): DiffLine => ({ is: "same", text });
  return [
    ...old.slice(0, start).map(same),
    ...diffMiddle(old.slice(start, old.length - behind), new_.slice(start, new_.length - behind)),
    ...old.slice(old.length - behind).map(same),
  ];
}

/** Count the lines that differ: those put in, and those taken away. */
export function countChanges(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (kind: DiffLine["is"]) => lines.filter(({ is }) => is === kind).length;
  return { added: count("added"), removed: count("removed") };
}

function diffMiddle(old: readonly string[], new_: readonly string[]): readonly DiffLine[] {
  const traces = findTraces(old, new_);
  if (traces !== null) return walkBack(traces, old, new_);
  return [
    ...old.map((text): DiffLine => ({ is: "removed", text })),
    ...new_.map((text): DiffLine => ({ is: "added", text })),
  ];
}

/**
 * Find how far each diagonal reaches after each number of differences; null if there are too many.
 *
 * A diagonal k holds the places at which `old` is k lines ahead; entry `offset + k` says how many lines of `old` are used.
 */
function findTraces(old: readonly string[], new_: readonly string[]): readonly Int32Array[] | null {
  const most = Math.min(old.length + new_.length, MAX_DIFFERENCES);
  let reach = new Int32Array(2 * most + 3);
  const traces: Int32Array[] = [];
  for (let differences = 0; differences <= most; differences++) {
    const next = reach.slice();
    for (let k = -differences; k <= differences; k += 2) {
      let x = firstStep(reach, most + 1, k, differences);
      while (x < old.length && x - k < new_.length && old[x] === new_[x - k]) x++;
      next[most + 1 + k] = x;
      if (x < old.length || x - k < new_.length) continue;
      return [...traces, reach];
    }
    traces.push(reach);
    reach = next;
  }
  return null;
}

/** Where a diagonal begins with one difference more: a line of `new` put in, or one of `old` taken away. */
function firstStep(reach: Int32Array, middle: number, k: number, differences: number): number {
  if (differences === 0) return 0;
  return isPutIn(reach, middle, k, differences) ? reach[middle + k + 1]! : reach[middle + k - 1]! + 1;
}

function isPutIn(reach: Int32Array, middle: number, k: number, differences: number): boolean {
  return k === -differences || (k !== differences && reach[middle + k - 1]! < reach[middle + k + 1]!);
}

function walkBack(traces: readonly Int32Array[], old: readonly string[], new_: readonly string[]): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [old.length, new_.length];
  for (let differences = traces.length - 1; differences >= 0; differences--) {
    const reach = traces[differences]!;
    const middle = (reach.length - 1) / 2;
    const k = x - y;
    const putIn = differences > 0 && isPutIn(reach, middle, k, differences);
    const from = differences === 0 ? 0 : reach[middle + k + (putIn ? 1 : -1)]!;
    const begin = putIn || differences === 0 ? from : from + 1;
    for (; x > begin; x--, y--) lines.push({ is: "same", text: old[x - 1]! });
    if (differences === 0) break;
    if (putIn) lines.push({ is: "added", text: new_[--y]! });
    else lines.push({ is: "removed", text: old[--x]! });
  }
  return lines.reverse();
}
