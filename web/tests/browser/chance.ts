/** Chance that is the same at each run. */

/** Numbers between 0 and 1, the same for the same seed. */
export class Chance {
  constructor(private state: number) {}

  /** Between 0 and 1. */
  next(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.state / 2 ** 32;
  }

  /** Whether something happens that does so this often. */
  is(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number below this one. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** One of these. */
  of<const T>(all: readonly T[]): T {
    return all[this.below(all.length)]!;
  }
}
