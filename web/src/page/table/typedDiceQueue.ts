/** Real dice that were typed before they were asked for: several throws in one line. */

import { areDiceEqual, type Dice } from "../../rules/dice";

/** Throws of some dice that wait until the same dice are asked for. */
export class TypedDiceQueue {
  private throws: (readonly number[])[] = [];
  private dice: Dice | null = null;

  /** Keep throws behind those that wait; where they are of other dice, in their place. */
  add(throws: readonly (readonly number[])[], dice: Dice): void {
    if (throws.length > 0 && !this.isQueuedFor(dice)) {
      this.throws = [];
      this.dice = dice;
    }
    this.throws.push(...throws);
  }

  /** The next throw, if it is one of such dice; null where none waits. */
  pop(dice: Dice): readonly number[] | null {
    return this.isQueuedFor(dice) ? (this.throws.shift() ?? null) : null;
  }

  /** Keep nothing more; the faces that waited. */
  clear(): number[] {
    const left = this.throws.flat();
    this.throws = [];
    return left;
  }

  private isQueuedFor(dice: Dice): boolean {
    return this.dice !== null && areDiceEqual(this.dice, dice);
  }
}
