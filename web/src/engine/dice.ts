/**
 * The random number generator: SplitMix64, and dice drawn from it without bias.
 *
 * `docs/dice.md` specifies it to the bit and holds test vectors, so that any program can reproduce any game. Seeds are
 * integers from 0 to 2^64 - 1, which only a `bigint` holds.
 */

import type { By } from "../modes";
import { type Dice, dieSides, lowestFace } from "../rules/dice";

const GAMMA = 0x9e3779b97f4a7c15n;
const MULTIPLIER_1 = 0xbf58476d1ce4e5b9n;
const MULTIPLIER_2 = 0x94d049bb133111ebn;

/** Salt that separates the stream of random choices from that of the dice: `choices` in ASCII. */
const CHOICES_SALT = 0x63686f69636573n;

/** Salt that separates the order of names from both: `names` in ASCII. */
const NAMES_SALT = 0x6e616d6573n;

/** Salt that separates the dice of rollouts from a question: `continue` in ASCII. */
const ROLLOUT_SALT = 0x636f6e74696e7565n;

/** Salt that separates the dice of runs that are played again from those of rollouts: `again` in ASCII. */
const AGAIN_SALT = 0x616761696en;

/** The highest seed. */
export const HIGHEST_SEED = 2n ** 64n - 1n;

/** Truncate an integer to 64 bits, unsigned. */
function toUnsigned64(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/** Compute the output of SplitMix64 for a state, from 0 to 2 ** 64 - 1. */
export function mix(state: bigint): bigint {
  let mixed = toUnsigned64((state ^ (state >> 30n)) * MULTIPLIER_1);
  mixed = toUnsigned64((mixed ^ (mixed >> 27n)) * MULTIPLIER_2);
  return mixed ^ (mixed >> 31n);
}

/** Derive the seed of a mission of a batch; missions count from 0. */
export function missionSeed(seed: bigint, mission: number): bigint {
  return mix(toUnsigned64(seed + BigInt(mission + 1) * GAMMA));
}

/** Derive the seed of a random policy's choices from the seed of the dice. */
export function choicesSeed(seed: bigint): bigint {
  return mix(toUnsigned64(seed) ^ CHOICES_SALT);
}

/** Derive the seed that shuffles a game's list of names, the `number`th from 0, from the seed of the dice. */
export function namesSeed(seed: bigint, number: number): bigint {
  return missionSeed(toUnsigned64(seed) ^ NAMES_SALT, number);
}

/** Derive the seed of rollouts (simulated continuations) from a run's seed and the number of steps before. */
export function rolloutSeed(seed: bigint, position: number): bigint {
  return missionSeed(mix(toUnsigned64(seed) ^ ROLLOUT_SALT), position);
}

/** Derive the seed of the runs in place of rollouts that do not count from the seed of these. */
export function againSeed(seed: bigint): bigint {
  return mix(toUnsigned64(seed) ^ AGAIN_SALT);
}

/** A dice source that draws throws from a seed by SplitMix64. */
export class SeededDice {
  /** The source that the header of a save names. */
  readonly by: By = "";
  /** The seed of the current stream. */
  seed: bigint;
  private firstSeed: bigint;
  private state: bigint;
  private drawnCount = 0;

  /** Make dice at the start of a seed's stream of random numbers. */
  constructor(seed: bigint) {
    this.seed = toUnsigned64(seed);
    this.firstSeed = this.seed;
    this.state = this.seed;
  }

  /** Go back to the start of the first seed's stream; with `seed`, make that the first seed. */
  restart(seed: bigint = this.firstSeed): void {
    this.firstSeed = toUnsigned64(seed);
    this.reseed(seed);
  }

  /** Continue with the start of another seed's stream of random numbers. */
  reseed(seed: bigint): void {
    this.seed = toUnsigned64(seed);
    this.seek(0);
  }

  /** The number of outputs drawn from the current stream of random numbers. */
  get position(): number {
    return this.drawnCount;
  }

  /** Move to a position in the current stream: the number of outputs drawn. */
  seek(position: number): void {
    this.state = toUnsigned64(this.seed + BigInt(position) * GAMMA);
    this.drawnCount = position;
  }

  /** Draw uniformly from 0 up to, not including, `limit` (1 to 2^32). */
  drawBelow(limit: number): number {
    const times = BigInt(limit);
    const biased = 0x100000000n % times;
    for (;;) {
      this.state = toUnsigned64(this.state + GAMMA);
      this.drawnCount += 1;
      const product = (mix(this.state) >> 32n) * times;
      if ((product & 0xffffffffn) >= biased) return Number(product >> 32n);
    }
  }

  /** Throw dice at any site (numbered code location), and return their faces. */
  throw(_site: number, dice: Dice): number[] {
    const lowest = lowestFace(dice);
    return dieSides(dice).map((sides) => this.drawBelow(sides) + lowest);
  }

  /** Skip the random numbers of a throw whose faces are known already, so that later throws stay the same. */
  skip(site: number, dice: Dice): void {
    this.throw(site, dice);
  }
}
