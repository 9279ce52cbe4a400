/** Where faces come from when people watch: a generator, or dice on a real table.
 *
 * `throw` gives the faces of a throw. `skip` passes over a throw whose faces are known from a save, so that what follows
 * is what would have followed. `reseed` goes on with the stream of another seed. `restart` goes back to the first throw,
 * `seek` to where `position` was so in the stream.
 */

import { SeededDice } from "../engine/dice";
import * as sentences from "../engine/sentences";
import { InputError } from "../errors";
import type { By } from "../modes";
import { canShow, type Dice, diceNotation, facesOf, keepsOne, resultNoun } from "../rules/dice";
import type { Program } from "../rules/program";
import { type ThrowSite, throwSite } from "../rules/sites";
import { splitWords } from "../text";
import type { Header, Pin } from "./classes";

/** Something that throws dice. */
export interface DiceSource {
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
export function seededDice(header: Header): DiceSource {
  if (header.dice === "file") {
    throw new InputError("this session is played with a file of dice", "", "Play it by the command line.");
  }
  return new SeededDice(header.seed);
}

const NUMBER_PATTERN = /^[0-9]{1,9}$/;

/** The faces that numbers mean: one for each die, or one for all together; a single total where only that is known.
 * What is wrong comes as a few words.
 */
export function readFaces(numbers: readonly number[], dice: Dice): readonly number[] | string {
  if (numbers.length === dice.count) {
    const wrongFace = numbers.find((face) => !(1 <= face && face <= dice.sides));
    return wrongFace === undefined ? numbers : sentences.wrongFace(wrongFace, dice.sides);
  }
  if (numbers.length !== 1) {
    return sentences.wrongDieCount(diceNotation(dice), dice.count, keepsOne(dice), numbers.length);
  }
  const number = numbers[0]!;
  return canShow(dice, number)
    ? facesOf(dice, number)
    : sentences.wrongTotal(number, resultNoun(dice), diceNotation(dice));
}

/** The faces that a person types: `3 4`, `3+4`, `7`; or what is wrong in a few words. */
export function parseThrow(text: string, dice: Dice): readonly number[] | string {
  const words = splitThrow(text);
  if (!words.length || !words.every((word) => NUMBER_PATTERN.test(word))) {
    return sentences.TYPE_DICE_HINT;
  }
  const showsFaces = words.length === dice.count || keepsOne(dice);
  return readFaces(
    words.map((word) => (showsFaces ? parseFace(word, dice.sides) : Number(word))),
    dice,
  );
}

/** The face that a digit means: most dice with ten sides show `0` for 10, and two of them `00` for 100. */
function parseFace(word: string, sides: number): number {
  const isHighest = (word === "0" && sides === 10) || (word === "00" && sides === 100);
  return isHighest ? sides : Number(word);
}

/** The throws that a person types: one, or several of the same dice after another; or what is wrong with it.
 *
 * `4 3 6` are three throws of one die, `3 4 5 5` two of two dice. A single total stands for one throw alone.
 */
export function parseThrows(text: string, dice: Dice): readonly (readonly number[])[] | string {
  const words = splitThrow(text);
  if (text.includes("+") || words.length <= dice.count || words.length % dice.count) {
    const read = parseThrow(text, dice);
    return typeof read === "string" ? read : [read];
  }
  const throws: (readonly number[])[] = [];
  for (let first = 0; first < words.length; first += dice.count) {
    const read = parseThrow(words.slice(first, first + dice.count).join(" "), dice);
    if (typeof read === "string") return read;
    throws.push(read);
  }
  return throws;
}

/** What was typed of dice, part by part: with blanks, commas or signs of addition between. */
export function splitThrow(text: string): string[] {
  return splitWords(text.replace(/[,+]/g, " "));
}

/** Real dice: a person throws them and says what they show. Any throw may be left to other dice.
 *
 * The others pass over each throw that is not theirs, so that they fall as they would have fallen without it.
 */
export class ManualDice implements DiceSource {
  by: By = "";
  private readonly byPerson: By;
  private readonly byOthers: By;

  /**
   * @param askFaces - Called with the site; gives the faces, or a single total where only that is known, as
   *   {@link readFaces} does, or nothing where the others shall throw. It may throw `Pause`.
   * @param otherDice - The other dice.
   * @param headerByHand - Whether the person throws by what the header says.
   * @param byHand - Whether the person throws from here on.
   */
  constructor(
    private readonly program: Program,
    private readonly askFaces: (site: ThrowSite) => readonly number[],
    private readonly otherDice: DiceSource,
    headerByHand: boolean,
    public byHand: boolean = headerByHand,
  ) {
    this.byPerson = headerByHand ? "" : "hand";
    this.byOthers = headerByHand ? "seed" : "";
  }

  /** How far the others have come. */
  get position(): number {
    return this.otherDice.position;
  }

  reseed(seed: bigint): void {
    this.otherDice.reseed(seed);
  }

  seek(position: number): void {
    this.otherDice.seek(position);
  }

  restart(): void {
    this.otherDice.restart();
  }

  skip(site: number, dice: Dice): void {
    this.otherDice.skip(site, dice);
  }

  throw(site: number, dice: Dice): readonly number[] {
    const faces = this.byHand ? this.askFaces(throwSite(this.program, site, dice)) : [];
    if (faces.length) {
      this.skip(site, dice);
      this.by = this.byPerson;
      return faces;
    }
    this.by = this.byOthers;
    return this.otherDice.throw(site, dice);
  }
}

/** The faces that pins lay, by the sites of rolls; a pin that does not fit the dice of one lays none there. */
export function pinnedFaces(program: Program, pins: readonly Pin[]): ReadonlyMap<number, readonly number[]> {
  const byTable = new Map(pins.map((pin) => [pin.table, pin.faces]));
  const facesBySite = new Map<number, readonly number[]>();
  for (const [number, site] of program.sites.entries()) {
    const faces = site.is === "RollSite" ? byTable.get(site.table ?? "") : undefined;
    if (site.is !== "RollSite" || !faces?.length) continue;
    const read = readFaces(faces, site.dice);
    if (typeof read !== "string") facesBySite.set(number, read);
  }
  return facesBySite;
}

/** Dice of which some are laid, not thrown: those of pinned tables. The others fall as they would without pins. */
export class PinnedDice implements DiceSource {
  by: By = "";
  private readonly pinnedFaces: ReadonlyMap<number, readonly number[]>;

  /**
   * @param pins - What is laid, as it fits the dice of each table.
   * @param otherDice - The other dice.
   */
  constructor(
    program: Program,
    pins: readonly Pin[],
    private readonly otherDice: DiceSource,
  ) {
    this.pinnedFaces = pinnedFaces(program, pins);
  }

  /** How far the others have come. */
  get position(): number {
    return this.otherDice.position;
  }

  reseed(seed: bigint): void {
    this.otherDice.reseed(seed);
  }

  seek(position: number): void {
    this.otherDice.seek(position);
  }

  restart(): void {
    this.otherDice.restart();
  }

  skip(site: number, dice: Dice): void {
    this.otherDice.skip(site, dice);
  }

  throw(site: number, dice: Dice): readonly number[] {
    const pinned = this.pinnedFaces.get(site);
    if (pinned !== undefined) {
      this.skip(site, dice);
      this.by = "pin";
      return pinned;
    }
    const faces = this.otherDice.throw(site, dice);
    this.by = this.otherDice.by;
    return faces;
  }
}
