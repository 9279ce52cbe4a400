/** Real dice that were typed before they were asked for: several throws in one line. */

/** Throws of some dice that wait until the same dice are asked for. */
export class DiceKept {
  private throws: (readonly number[])[] = [];
  private sides = 0;

  /** Keep throws behind those that wait; where they are of other dice, in their place. */
  keep(throws: readonly (readonly number[])[], sides: number): void {
    if (throws.length > 0 && sides !== this.sides) {
      this.throws = [];
      this.sides = sides;
    }
    this.throws.push(...throws);
  }

  /** The next throw, if it is one of such dice; null where none waits. */
  take({ count, sides }: { readonly count: number; readonly sides: number }): readonly number[] | null {
    if (sides !== this.sides || this.throws[0]?.length !== count) return null;
    return this.throws.shift()!;
  }

  /** Keep nothing more; the faces that waited. */
  clear(): number[] {
    const left = this.throws.flat();
    this.throws = [];
    return left;
  }
}
