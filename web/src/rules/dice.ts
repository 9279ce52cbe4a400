/** Dice: how many, with how many sides, and how they are read together. */

/** The sides that, with a count of 2, mean tens and units of two six-sided dice. */
const D66 = 66;

/** A throw of equal dice: how many, and the sides of each; {@link D66} for two dice read as digits. */
export interface Dice {
  readonly count: number;
  readonly sides: number;
}

/** Whether the faces are digits of a number, and not added. */
export function isDigits(dice: Dice): boolean {
  return dice.sides === D66 && dice.count === 2;
}

/** As the rules write them: `2d6`, `d66`. */
export function notation(dice: Dice): string {
  return isDigits(dice) ? "d66" : `${dice.count}d${dice.sides}`;
}

/** The highest face of one die. */
export function highestFace(dice: Dice): number {
  return isDigits(dice) ? 6 : dice.sides;
}

/** The lowest result. */
export function lowest(dice: Dice): number {
  return isDigits(dice) ? 11 : dice.count;
}

/** The highest result. */
export function highest(dice: Dice): number {
  return isDigits(dice) ? D66 : dice.count * dice.sides;
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

/** What faces show together; a single number for several dice is their total already. */
export function totalOf(faces: readonly number[], dice: Dice): number {
  if (isDigits(dice) && faces.length === 2) return 10 * faces[0]! + faces[1]!;
  return faces.reduce((sum, face) => sum + face, 0);
}
