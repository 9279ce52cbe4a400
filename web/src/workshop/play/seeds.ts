/** The seeds at which games were played last, kept on this device: then a change of the rules is all that differs. */

import { HIGHEST_SEED } from "../../engine/dice";
import { InputError } from "../../errors";
import { storageName } from "../../page/storage/database";
import { noSeed, seedHint } from "../../play/sentences";

/** Limit of random seeds, so that they are easy to type. */
const RANDOM_SEED_LIMIT = 1_000_000;

/** So many games have their seeds kept: those that were played last. */
const MOST_GAMES = 50;

/** Parse a seed in decimal digits; the same in its shortest form. Throws an {@link InputError} if it is none. */
export function parseSeed(text: string): string {
  const trimmed = text.trim();
  if (!/^\d{1,30}$/.test(trimmed) || BigInt(trimmed) > HIGHEST_SEED)
    throw new InputError(noSeed(trimmed), "", seedHint(String(HIGHEST_SEED)));
  return String(BigInt(trimmed));
}

/** Draw a random seed. */
export function randomSeed(): string {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return String(drawn! % RANDOM_SEED_LIMIT);
}

/** The seeds of games. */
export class SeedBook {
  private readonly key = `${storageName()} workshop seeds`;
  private readonly seeds = new Map<string, string>();

  /** Make the book; without a storage it lasts as long as the page. */
  constructor(private readonly storage: Pick<Storage, "getItem" | "setItem"> | null) {
    for (const [game, seed] of this.readStored()) this.seeds.set(game, seed);
  }

  /** The seed of a game: that at which it was played last, else a random one, which is its seed from now on. */
  seedOf(game: string): string {
    const known = this.seeds.get(game);
    if (known !== undefined) return known;
    this.setSeed(game, randomSeed());
    return this.seeds.get(game)!;
  }

  /** Set the seed of a game. */
  setSeed(game: string, seed: string): void {
    this.seeds.delete(game);
    this.seeds.set(game, seed);
    try {
      this.storage?.setItem(this.key, JSON.stringify([...this.seeds].slice(-MOST_GAMES)));
    } catch {
      // A browser without room keeps it as long as the page.
    }
  }

  private readStored(): [string, string][] {
    try {
      const stored: unknown = JSON.parse(this.storage?.getItem(this.key) ?? "[]");
      return (stored as unknown[]).map((entry) => {
        const [game, seed] = entry as [unknown, unknown];
        return [String(game), parseSeed(String(seed))];
      });
    } catch {
      return [];
    }
  }
}

/** The browser's storage; null if it refuses. */
export function localStore(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
