/** Counting of throws of which the lowest or the highest dice count; `dsl/dice_ways.py` counts the same. */

/** Equal dice of a throw. */
interface Group {
  readonly count: number;
  readonly sides: number;
}

/** Throws in part: the dice of each kind that have no face yet, those to keep yet, and the sum of those kept. */
interface OpenThrows {
  readonly left: readonly number[];
  readonly missing: number;
  readonly total: number;
  ways: bigint;
}

/**
 * Count the throws that give each sum of the lowest or highest dice of a throw, by sum.
 *
 * The faces are gone through from the best on: at each, some of the dice left show it, until all that count have a face.
 * @param groups - The dice of each kind.
 * @param kept - How many of them are added up.
 * @param highest - Whether these are the highest.
 */
export function waysOfKept(groups: readonly Group[], kept: number, highest: boolean): ReadonlyMap<number, bigint> {
  const most = Math.max(...groups.map(({ sides }) => sides));
  const found = new Map<number, bigint>();
  let open: OpenThrows[] = [{ left: groups.map(({ count }) => count), missing: kept, total: 0, ways: 1n }];
  for (let step = 0; step < most; step++) {
    const face = highest ? most - step : step + 1;
    const worse = groups.map(({ sides }) => BigInt(highest ? Math.min(face - 1, sides) : Math.max(sides - face, 0)));
    const stillOpen = new Map<string, OpenThrows>();
    for (const { left, missing, total, ways } of open) {
      const counts = left.map((count, kind) => (face <= groups[kind]!.sides ? count : 0));
      for (const taken of listCounts(counts)) {
        const rest = left.map((count, kind) => count - taken[kind]!);
        const shown = taken.reduce((sum, count) => sum + count, 0);
        const reached = total + face * Math.min(shown, missing);
        const here = taken.reduce((product, count, kind) => product * choose(left[kind]!, count), ways);
        if (shown >= missing) {
          const more = rest.reduce((product, count, kind) => product * worse[kind]! ** BigInt(count), here);
          if (more) found.set(reached, (found.get(reached) ?? 0n) + more);
        } else {
          const key = `${rest.join(" ")} ${reached}`;
          const same = stillOpen.get(key);
          if (same === undefined) {
            stillOpen.set(key, { left: rest, missing: missing - shown, total: reached, ways: here });
          } else same.ways += here;
        }
      }
    }
    open = [...stillOpen.values()];
  }
  return new Map([...found].sort(([one], [other]) => one - other));
}

/** List all ways to take from none to all of some dice, by the number of each kind. */
function listCounts(counts: readonly number[]): number[][] {
  return counts.reduce<number[][]>(
    (lists, count) => lists.flatMap((list) => Array.from({ length: count + 1 }, (_, taken) => [...list, taken])),
    [[]],
  );
}

/** The number of ways to choose some of several dice. */
function choose(all: number, some: number): bigint {
  let ways = 1n;
  for (let at = 1; at <= some; at++) ways = (ways * BigInt(all - some + at)) / BigInt(at);
  return ways;
}
