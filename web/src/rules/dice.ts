/** Dice: how many, with how many sides, and how they are read together. */

/** The sides that, with a count of 2, mean tens and units of two six-sided dice. */
const D66 = 66;

/** The most that a die may have by the rules. */
const SIDES = 1000;

/** What of dice is kept alone, and what is added to their sides for it. */
const KEPT = { lowest: 10_000, highest: 20_000 } as const;

/**
 * A throw of equal dice: how many, and the sides of each; {@link D66} for two dice read as digits, more by those of
 * {@link KEPT} where one of them is kept.
 */
export interface Dice {
  readonly count: number;
  readonly sides: number;
}

/** Whether the faces are digits of a number, and not added. */
export function isDigits(dice: Dice): boolean {
  return dice.sides === D66 && dice.count === 2;
}

/** Which of them counts alone; null where all do. */
export function kept({ count, sides }: Dice): keyof typeof KEPT | null {
  const within = (added: number): boolean => added < sides && sides <= added + SIDES && count > 1;
  return within(KEPT.lowest) ? "lowest" : within(KEPT.highest) ? "highest" : null;
}

/** As the rules write them: `2d6`, `d66`, `lowest of 2d6`. */
export function notation(dice: Dice): string {
  if (isDigits(dice)) return "d66";
  const one = kept(dice);
  return `${one ? `${one} of ` : ""}${dice.count}d${highestFace(dice)}`;
}

/** The highest face of one die. */
export function highestFace(dice: Dice): number {
  if (isDigits(dice)) return 6;
  const one = kept(dice);
  return one ? dice.sides - KEPT[one] : dice.sides;
}

/** The lowest result. */
export function lowest(dice: Dice): number {
  return isDigits(dice) ? 11 : kept(dice) ? 1 : dice.count;
}

/** The highest result. */
export function highest(dice: Dice): number {
  return isDigits(dice) ? D66 : kept(dice) ? highestFace(dice) : dice.count * dice.sides;
}

/** All that they can show together, in order. */
export function resultsOf(dice: Dice): number[] {
  const found: number[] = [];
  for (let result = lowest(dice); result <= highest(dice); result++) {
    const digits = [Math.floor(result / 10), result % 10];
    if (!isDigits(dice) || digits.every((digit) => 1 <= digit && digit <= 6)) found.push(result);
  }
  return found;
}

/** What faces show together; a single number for several dice is their total, or what was kept of them, already. */
export function totalOf(faces: readonly number[], dice: Dice): number {
  if (isDigits(dice) && faces.length === 2) return 10 * faces[0]! + faces[1]!;
  const one = kept(dice);
  if (one) return one === "lowest" ? Math.min(...faces) : Math.max(...faces);
  return faces.reduce((sum, face) => sum + face, 0);
}
