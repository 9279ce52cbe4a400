/** Queue of real dice typed in advance: several throws in one line. */

import { areDiceEqual, type Dice } from "../../rules/dice";

/** A queue of throws that were typed in advance, and wait until the same dice are requested. */
export class TypedDiceQueue {
  private throws: (readonly number[])[] = [];
  private dice: Dice | null = null;

  /** Append throws of these dice; waiting throws of other dice are dropped. */
  add(throws: readonly (readonly number[])[], dice: Dice): void {
    if (throws.length > 0 && !this.isQueuedFor(dice)) {
      this.throws = [];
      this.dice = dice;
    }
    this.throws.push(...throws);
  }

  /** Remove the next throw, and return its faces; null if the queue is empty, or holds throws of other dice. */
  takeThrow(dice: Dice): readonly number[] | null {
    return this.isQueuedFor(dice) ? (this.throws.shift() ?? null) : null;
  }

  /** Empty the queue, and return the faces of its throws. */
  clear(): number[] {
    const left = this.throws.flat();
    this.throws = [];
    return left;
  }

  /** Whether the waiting throws are of these dice. */
  private isQueuedFor(dice: Dice): boolean {
    return this.dice !== null && areDiceEqual(this.dice, dice);
  }
}
