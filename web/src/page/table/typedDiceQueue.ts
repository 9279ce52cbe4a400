/** Queue of real dice typed in advance: several throws in one line. */

import { areDiceEqual, type Dice } from "../../rules/dice";

/** Throws that wait until the same dice are requested. */
export class TypedDiceQueue {
  private throws: (readonly number[])[] = [];
  private dice: Dice | null = null;

  /** Append throws; they replace waiting throws of other dice. */
  add(throws: readonly (readonly number[])[], dice: Dice): void {
    if (throws.length > 0 && !this.isQueuedFor(dice)) {
      this.throws = [];
      this.dice = dice;
    }
    this.throws.push(...throws);
  }

  /** Take the next throw if it is of such dice, or null. */
  takeThrow(dice: Dice): readonly number[] | null {
    return this.isQueuedFor(dice) ? (this.throws.shift() ?? null) : null;
  }

  /** Empty the queue, and return its faces. */
  clear(): number[] {
    const left = this.throws.flat();
    this.throws = [];
    return left;
  }

  private isQueuedFor(dice: Dice): boolean {
    return this.dice !== null && areDiceEqual(this.dice, dice);
  }
}
