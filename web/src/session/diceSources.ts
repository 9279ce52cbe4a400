/** Dice sources for play by people: a generator, or dice on a real table.
 *
 * `throw` returns the faces of a throw. `skip` passes over a throw known from a save, so that later throws stay the
 * same. `reseed` switches to another seed's stream. `restart` returns to the first throw, `seek` to an earlier
 * `position`.
 */

import { SeededDice } from "../engine/dice";
import * as sentences from "../engine/sentences";
import { InputError } from "../errors";
import type { By } from "../modes";
import {
  canShow,
  type Dice,
  diceNotation,
  dieCount,
  dieSides,
  facesOf,
  highestResult,
  isFace,
  keepsOne,
  lowestFace,
  lowestResult,
  resultNoun,
} from "../rules/dice";
import type { Program } from "../rules/program";
import { type ThrowSite, throwSite } from "../rules/sites";
import { splitWords } from "../text";
import type { Header, Pin } from "./classes";

/** A source of dice. */
export interface DiceSource {
  /** The last thrower, as recorded in a save. */
  readonly by: By;
  /** The position in its stream, from 0. */
  readonly position: number;
  /** Throw dice and return their faces; a single number for several dice is their total. */
  throw(site: number, dice: Dice): readonly number[];
  /** Skip a throw whose result is known. */
  skip(site: number, dice: Dice): void;
  /** Switch to the start of another seed's stream; without effect for real dice. */
  reseed(seed: bigint): void;
  /** Move to a position in its stream. */
  seek(position: number): void;
  /** Return to the start of its first stream. */
  restart(): void;
}

/** Make dice from the seed in a header. Throws an {@link InputError} if its dice are from a file. */
export function seededDice(header: Header): DiceSource {
  if (header.dice === "file") {
    throw new InputError("this session is played with a file of dice", "", "Play it by the command line.");
  }
  return new SeededDice(header.seed);
}

const NUMBER_PATTERN = /^[0-9]{1,9}$/;

const SIGNED_PATTERN = /^-?[0-9]{1,9}$/;

/** What a Fate die shows, as a person types it: `+`, `-`, `0` or a number. */
const FATE_WORD = /[+-](?![0-9])|[^\s+,]+/g;

/** The signs of Fate dice as numbers. */
const FATE_WORDS: ReadonlyMap<string, string> = new Map([
  ["+", "1"],
  ["-", "-1"],
]);

/**
 * Interpret numbers as the faces of dice: one for each die, or their total; or return a short error. The digits of
 * several dice may stand together as one number.
 */
export function readFaces(numbers: readonly number[], dice: Dice): readonly number[] | string {
  const allSides = dieSides(dice);
  if (numbers.length === allSides.length) {
    const wrong = numbers.findIndex((face, die) => !isFace(dice, allSides[die]!, face));
    return wrong < 0 ? numbers : sentences.wrongFace(numbers[wrong]!, allSides[wrong]!, lowestFace(dice));
  }
  if (numbers.length !== 1 && dice.single) return sentences.singleDiceWanted(allSides.length);
  if (numbers.length !== 1) {
    return sentences.wrongDieCount(diceNotation(dice), allSides.length, keepsOne(dice), numbers.length);
  }
  const number = numbers[0]!;
  if (!canShow(dice, number)) return sentences.wrongTotal(number, resultNoun(dice), diceNotation(dice));
  const faces = facesOf(dice, number);
  return dice.single && faces.length < allSides.length ? sentences.singleDiceWanted(allSides.length) : faces;
}

/** Parse the typed faces of a throw: `3 4`, `3+4`, `7`, `+ 0 -`; or return a short error. */
export function parseThrow(text: string, dice: Dice): readonly number[] | string {
  const words = splitFaces(text, dice);
  const pattern = lowestResult(dice) > 0 ? NUMBER_PATTERN : SIGNED_PATTERN;
  if (!words.length || !words.every((word) => pattern.test(word))) {
    return sentences.TYPE_DICE_HINT;
  }
  const allSides = dieSides(dice);
  if (words.length === allSides.length) {
    return readFaces(
      words.map((word, die) => parseFace(word, allSides[die]!)),
      dice,
    );
  }
  return readFaces(
    words.map((word) => (keepsOne(dice) ? parseFace(word, highestResult(dice)) : Number(word))),
    dice,
  );
}

/** Parse the face of a die: most ten-sided dice show `0` for 10, and pairs of them `00` for 100. */
function parseFace(word: string, sides: number): number {
  const isHighest = (word === "0" && sides === 10) || (word === "00" && sides === 100);
  return isHighest ? sides : Number(word);
}

/**
 * Parse the typed faces of one or several throws of the same dice; or return a short error.
 *
 * `4 3 6` are three throws of one die, `3 4 5 5` two of two dice. A single total is one throw.
 */
export function parseThrows(text: string, dice: Dice): readonly (readonly number[])[] | string {
  const words = splitFaces(text, dice);
  const count = dieCount(dice);
  const isJoined = text.includes("+") && dice.keep !== "fate";
  if (isJoined || words.length <= count || words.length % count) {
    const read = parseThrow(text, dice);
    return typeof read === "string" ? read : [read];
  }
  const throws: (readonly number[])[] = [];
  for (let first = 0; first < words.length; first += count) {
    const read = parseThrow(words.slice(first, first + count).join(" "), dice);
    if (typeof read === "string") return read;
    throws.push(read);
  }
  return throws;
}

/** Split typed faces into words: at blanks and commas, and at a plus sign except with Fate dice, which show it. */
function splitFaces(text: string, dice: Dice): string[] {
  if (dice.keep !== "fate") return splitThrow(text.replaceAll("\u2212", "-"));
  const words = text.replaceAll("\u2212", "-").match(FATE_WORD) ?? [];
  return words.map((word) => FATE_WORDS.get(word) ?? word);
}

/** Split typed dice at blanks, commas or plus signs into numbers. */
export function splitThrow(text: string): string[] {
  return splitWords(text.replace(/[,+]/g, " "));
}

/**
 * Real dice, whose faces a person enters; any throw may be left to another dice source, the fallback.
 *
 * The fallback skips each throw of the person, so that later ones stay the same.
 */
export class ManualDice implements DiceSource {
  by: By = "";
  private readonly byPerson: By;
  private readonly byOthers: By;

  /**
   * Make dice that ask a person for their faces.
   * @param askFaces - Called with the site; returns the faces, or a total if only that is known, as {@link readFaces}
   *   does, or nothing to leave the throw to the fallback. It may throw `Pause`.
   * @param fallbackDice - The dice source that throws the rest.
   * @param headerByHand - Whether the person throws according to the header.
   * @param byHand - Whether the person throws from here on.
   */
  constructor(
    private readonly program: Program,
    private readonly askFaces: (site: ThrowSite) => readonly number[],
    private readonly fallbackDice: DiceSource,
    headerByHand: boolean,
    public byHand: boolean = headerByHand,
  ) {
    this.byPerson = headerByHand ? "" : "hand";
    this.byOthers = headerByHand ? "seed" : "";
  }

  /** The position of the fallback dice source in its stream of random numbers. */
  get position(): number {
    return this.fallbackDice.position;
  }

  /** Let the fallback dice source continue with another seed. */
  reseed(seed: bigint): void {
    this.fallbackDice.reseed(seed);
  }

  /** Move the fallback dice source to a position in its stream. */
  seek(position: number): void {
    this.fallbackDice.seek(position);
  }

  /** Let the fallback dice source go back to its start. */
  restart(): void {
    this.fallbackDice.restart();
  }

  /** Let the fallback dice source skip a throw whose faces are known. */
  skip(site: number, dice: Dice): void {
    this.fallbackDice.skip(site, dice);
  }

  /**
   * Ask the person for the faces of dice at a site (code location); if there are none, let the fallback dice source
   * throw.
   */
  throw(site: number, dice: Dice): readonly number[] {
    const faces = this.byHand ? this.askFaces(throwSite(this.program, site, dice)) : [];
    if (faces.length) {
      this.skip(site, dice);
      this.by = this.byPerson;
      return faces;
    }
    this.by = this.byOthers;
    return this.fallbackDice.throw(site, dice);
  }
}

/** Map the sites of rolls to their pinned (fixed) faces; a pin that does not fit the dice is ignored. */
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

/**
 * Dice with fixed results on pinned tables; another dice source, the fallback, throws the rest, as it would without
 * pins.
 */
export class PinnedDice implements DiceSource {
  by: By = "";
  private readonly pinnedFaces: ReadonlyMap<number, readonly number[]>;

  /**
   * Make dice with these pins (fixed results); `fallbackDice` throws the rest.
   * @param pins - The pinned results, applied to each table whose dice they fit.
   * @param fallbackDice - The dice source that throws the rest.
   */
  constructor(
    program: Program,
    pins: readonly Pin[],
    private readonly fallbackDice: DiceSource,
  ) {
    this.pinnedFaces = pinnedFaces(program, pins);
  }

  /** The position of the fallback dice source in its stream of random numbers. */
  get position(): number {
    return this.fallbackDice.position;
  }

  /** Let the fallback dice source continue with another seed. */
  reseed(seed: bigint): void {
    this.fallbackDice.reseed(seed);
  }

  /** Move the fallback dice source to a position in its stream. */
  seek(position: number): void {
    this.fallbackDice.seek(position);
  }

  /** Let the fallback dice source go back to its start. */
  restart(): void {
    this.fallbackDice.restart();
  }

  /** Let the fallback dice source skip a throw whose faces are known. */
  skip(site: number, dice: Dice): void {
    this.fallbackDice.skip(site, dice);
  }

  /** Return the pinned faces of dice at a site (code location), or let the fallback dice source throw. */
  throw(site: number, dice: Dice): readonly number[] {
    const pinned = this.pinnedFaces.get(site);
    if (pinned !== undefined) {
      this.skip(site, dice);
      this.by = "pin";
      return pinned;
    }
    const faces = this.fallbackDice.throw(site, dice);
    this.by = this.fallbackDice.by;
    return faces;
  }
}
