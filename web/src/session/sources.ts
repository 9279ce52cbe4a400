/** Where faces come from when people watch: a generator, or dice on a real table.
 *
 * `throw` gives the faces of a throw. `skip` passes over a throw whose faces are known from a save, so that what follows
 * is what would have followed. `reseed` goes on with the stream of another seed. `restart` goes back to the first throw,
 * `seek` to where `position` was so in the stream.
 */

import { SeededDice } from "../engine/dice";
import { InputError } from "../errors";
import type { By } from "../modes";
import { canShow, type Dice, facesOf, keepsOne, notation, resultNoun } from "../rules/dice";
import type { Program } from "../rules/program";
import { type Thrown, thrownThere } from "../rules/sites";
import { separated } from "../text";
import type { Header, Pin } from "./classes";

/** Something that throws dice. */
export interface Source {
  /** Who threw last, as a save says it. */
  readonly by: By;
  /** How far it has come in its stream, 0 at the start. */
  readonly position: number;
  /** The faces of a throw; a single number for several dice is their total. */
  throw(site: number, dice: Dice): readonly number[];
  /** Pass over a throw that is known already. */
  skip(site: number, dice: Dice): void;
  /** Go on with the stream of another seed, from its start; nothing where no seed throws. */
  reseed(seed: bigint): void;
  /** Go to where it was at a position of its stream. */
  seek(position: number): void;
  /** Go back to the start of its first stream. */
  restart(): void;
}

/** The dice of the seed that a header names. Throws an {@link InputError} where they come from a file. */
export function seededDice(header: Header): Source {
  if (header.dice === "file") {
    throw new InputError("this session is played with a file of dice", "", "Play it by the command line.");
  }
  return new SeededDice(header.seed);
}

const NUMBER = /^[0-9]{1,9}$/;

/** The faces that numbers mean: one for each die, or one for all together; a single total where only that is known.
 * What is wrong comes as a few words.
 */
export function readThrow(numbers: readonly number[], dice: Dice): readonly number[] | string {
  if (numbers.length === dice.count) {
    const bad = numbers.find((face) => !(1 <= face && face <= dice.sides));
    return bad === undefined ? numbers : `${bad} is not on a die with ${dice.sides} sides`;
  }
  if (numbers.length !== 1) {
    const one = keepsOne(dice) ? "the one that is kept" : "their total";
    return `${notation(dice)} wants ${dice.count} numbers, or ${one}, not ${numbers.length}`;
  }
  const number = numbers[0]!;
  return canShow(dice, number) ? facesOf(dice, number) : `${number} is no ${resultNoun(dice)} of ${notation(dice)}`;
}

/** The faces that a person types: `3 4`, `3+4`, `7`; or what is wrong in a few words. */
export function typedThrow(text: string, dice: Dice): readonly number[] | string {
  const words = wordsTyped(text);
  if (!words.length || !words.every((word) => NUMBER.test(word))) {
    return "write what each die shows, or their total";
  }
  const showsFaces = words.length === dice.count || keepsOne(dice);
  return readThrow(
    words.map((word) => (showsFaces ? typedFace(word, dice.sides) : Number(word))),
    dice,
  );
}

/** The face that a digit means: most dice with ten sides show `0` for 10, and two of them `00` for 100. */
function typedFace(word: string, most: number): number {
  const isHighest = (word === "0" && most === 10) || (word === "00" && most === 100);
  return isHighest ? most : Number(word);
}

/** The throws that a person types: one, or several of the same dice after another; or what is wrong with it.
 *
 * `4 3 6` are three throws of one die, `3 4 5 5` two of two dice. A single total stands for one throw alone.
 */
export function typedThrows(text: string, dice: Dice): readonly (readonly number[])[] | string {
  const words = wordsTyped(text);
  if (text.includes("+") || words.length <= dice.count || words.length % dice.count) {
    const read = typedThrow(text, dice);
    return typeof read === "string" ? read : [read];
  }
  const found: (readonly number[])[] = [];
  for (let first = 0; first < words.length; first += dice.count) {
    const read = typedThrow(words.slice(first, first + dice.count).join(" "), dice);
    if (typeof read === "string") return read;
    found.push(read);
  }
  return found;
}

/** What was typed of dice, part by part: with blanks, commas or signs of addition between. */
export function wordsTyped(text: string): string[] {
  return separated(text.replace(/[,+]/g, " "));
}

/** Real dice: a person throws them and says what they show. Any throw may be left to other dice.
 *
 * The others pass over each throw that is not theirs, so that they fall as they would have fallen without it.
 */
export class ManualDice implements Source {
  by: By = "";
  private readonly byPerson: By;
  private readonly byOthers: By;

  /**
   * @param ask - Called with the site; gives the faces, or a single total where only that is known, as
   *   {@link readThrow} does, or nothing where the others shall throw. It may throw `Pause`.
   * @param others - The other dice.
   * @param header - Whether the person throws by what the header says.
   * @param byHand - Whether the person throws from here on.
   */
  constructor(
    private readonly program: Program,
    private readonly ask: (site: Thrown) => readonly number[],
    private readonly others: Source,
    header: boolean,
    public byHand: boolean = header,
  ) {
    this.byPerson = header ? "" : "hand";
    this.byOthers = header ? "seed" : "";
  }

  /** How far the others have come. */
  get position(): number {
    return this.others.position;
  }

  reseed(seed: bigint): void {
    this.others.reseed(seed);
  }

  seek(position: number): void {
    this.others.seek(position);
  }

  restart(): void {
    this.others.restart();
  }

  skip(site: number, dice: Dice): void {
    this.others.skip(site, dice);
  }

  throw(site: number, dice: Dice): readonly number[] {
    const faces = this.byHand ? this.ask(thrownThere(this.program, site, dice)) : [];
    if (faces.length) {
      this.skip(site, dice);
      this.by = this.byPerson;
      return faces;
    }
    this.by = this.byOthers;
    return this.others.throw(site, dice);
  }
}

/** The faces that pins lay, by the sites of rolls; a pin that does not fit the dice of one lays none there. */
export function laidDice(program: Program, pins: readonly Pin[]): ReadonlyMap<number, readonly number[]> {
  const byTable = new Map(pins.map((pin) => [pin.table, pin.faces]));
  const found = new Map<number, readonly number[]>();
  for (const [number, site] of program.sites.entries()) {
    const faces = site.is === "RollSite" ? byTable.get(site.table ?? "") : undefined;
    if (site.is !== "RollSite" || !faces?.length) continue;
    const read = readThrow(faces, site.dice);
    if (typeof read !== "string") found.set(number, read);
  }
  return found;
}

/** Dice of which some are laid, not thrown: those of pinned tables. The others fall as they would without pins. */
export class PinnedDice implements Source {
  by: By = "";
  private readonly laid: ReadonlyMap<number, readonly number[]>;

  /**
   * @param pins - What is laid, as it fits the dice of each table.
   * @param others - The other dice.
   */
  constructor(
    program: Program,
    pins: readonly Pin[],
    private readonly others: Source,
  ) {
    this.laid = laidDice(program, pins);
  }

  /** How far the others have come. */
  get position(): number {
    return this.others.position;
  }

  reseed(seed: bigint): void {
    this.others.reseed(seed);
  }

  seek(position: number): void {
    this.others.seek(position);
  }

  restart(): void {
    this.others.restart();
  }

  skip(site: number, dice: Dice): void {
    this.others.skip(site, dice);
  }

  throw(site: number, dice: Dice): readonly number[] {
    const laid = this.laid.get(site);
    if (laid !== undefined) {
      this.skip(site, dice);
      this.by = "pin";
      return laid;
    }
    const faces = this.others.throw(site, dice);
    this.by = this.others.by;
    return faces;
  }
}
