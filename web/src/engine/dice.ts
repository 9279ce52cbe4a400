/**
 * The generator: SplitMix64, and dice drawn from it without bias.
 *
 * `docs/dice.md` specifies it to the bit and holds test vectors, so that any program can reproduce any game. Seeds are
 * whole numbers from 0 to 2^64 - 1, which only a `bigint` holds.
 */

import type { By } from "../modes";
import type { Dice } from "../rules/dice";

const GAMMA = 0x9e3779b97f4a7c15n;
const MULTIPLIER_1 = 0xbf58476d1ce4e5b9n;
const MULTIPLIER_2 = 0x94d049bb133111ebn;

/** `choices` in ASCII: sets the stream of random choices apart from that of the dice. */
const CHOICES_SALT = 0x63686f69636573n;

/** `names` in ASCII: sets the order of names apart from both. */
const NAMES_SALT = 0x6e616d6573n;

/** `continue` in ASCII: sets runs that go on from a question apart. */
const ROLLOUT_SALT = 0x636f6e74696e7565n;

/** The highest seed. */
export const HIGHEST_SEED = 2n ** 64n - 1n;

/** A whole number of 64 bits without its sign, as it is left when more of it is cut off. */
function toUnsigned64(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/** The output of SplitMix64 for a state. */
export function mix(state: bigint): bigint {
  let mixed = toUnsigned64((state ^ (state >> 30n)) * MULTIPLIER_1);
  mixed = toUnsigned64((mixed ^ (mixed >> 27n)) * MULTIPLIER_2);
  return mixed ^ (mixed >> 31n);
}

/** The seed of a batch's mission, counted from 0. */
export function missionSeed(seed: bigint, mission: number): bigint {
  return mix(toUnsigned64(seed + BigInt(mission + 1) * GAMMA));
}

/** The seed of the random choices that go with dice of this seed. */
export function choicesSeed(seed: bigint): bigint {
  return mix(toUnsigned64(seed) ^ CHOICES_SALT);
}

/** The seed of the order of a game's list of names, counted from 0, that goes with dice of this seed. */
export function namesSeed(seed: bigint, number: number): bigint {
  return missionSeed(toUnsigned64(seed) ^ NAMES_SALT, number);
}

/** The seed of the runs that go on from where so many throws and answers have come, in a game with dice of this seed. */
export function rolloutSeed(seed: bigint, position: number): bigint {
  return missionSeed(mix(toUnsigned64(seed) ^ ROLLOUT_SALT), position);
}

/** Dice from a seed. */
export class SeededDice {
  /** The header of a save names them. */
  readonly by: By = "";
  /** Of the stream that is drawn from. */
  seed: bigint;
  private firstSeed: bigint;
  private state: bigint;
  private drawnCount = 0;

  constructor(seed: bigint) {
    this.seed = toUnsigned64(seed);
    this.firstSeed = this.seed;
    this.state = this.seed;
  }

  /** Go back to the start of the first stream, or make that of another seed the first. */
  restart(seed: bigint = this.firstSeed): void {
    this.firstSeed = toUnsigned64(seed);
    this.reseed(seed);
  }

  /** Go on with the stream of another seed, from its start. */
  reseed(seed: bigint): void {
    this.seed = toUnsigned64(seed);
    this.seek(0);
  }

  /** How many outputs have been drawn of the stream. */
  get position(): number {
    return this.drawnCount;
  }

  /** Go to where so many outputs of the stream have been drawn. */
  seek(position: number): void {
    this.state = toUnsigned64(this.seed + BigInt(position) * GAMMA);
    this.drawnCount = position;
  }

  /** An even draw from 0 up to, not including, `limit` (1 to 2^32). */
  below(limit: number): number {
    const times = BigInt(limit);
    const biased = 0x100000000n % times;
    for (;;) {
      this.state = toUnsigned64(this.state + GAMMA);
      this.drawnCount += 1;
      const product = (mix(this.state) >> 32n) * times;
      if ((product & 0xffffffffn) >= biased) return Number(product >> 32n);
    }
  }

  /** The faces of a throw. */
  throw(_site: number, { count, sides }: Dice): number[] {
    return Array.from({ length: count }, () => this.below(sides) + 1);
  }

  /** Pass over a throw that is known already. */
  skip(site: number, dice: Dice): void {
    this.throw(site, dice);
  }
}
