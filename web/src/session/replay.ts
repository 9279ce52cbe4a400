/** Verification of a save by replay. */

import { unreachable } from "../closed";
import { SeededDice } from "../engine/dice";
import type { CompiledGame } from "../engine/modules";
import { Pause } from "../engine/policies";
import type { By } from "../modes";
import type { Header } from "./classes";
import type { DiceSource } from "./diceSources";
import { checkGame, SaveRefused } from "./rulesIdentity";
import type { ParsedSave } from "./saveReader";
import { pausingPolicy, Session } from "./session";

/** A dice source without dice, for a replay that must not go beyond its save. */
class NoDice implements DiceSource {
  readonly by: By = "";
  readonly position = 0;

  /** Pause the run at a throw that is not in the save. */
  throw(): never {
    throw new Pause();
  }

  /** Do nothing, for there are no dice. */
  skip(): void {}

  /** Do nothing, for there are no dice. */
  reseed(): void {}

  /** Do nothing, for there are no dice. */
  seek(): void {}

  /** Do nothing, for there are no dice. */
  restart(): void {}
}

/** Make the dice source for a replay: the header's seed, or, for dice thrown by hand, a source that throws nothing. */
export function replaySource(header: Header): DiceSource {
  switch (header.dice) {
    case "seeded":
      return new SeededDice(header.seed);
    case "manual":
    case "file":
      return new NoDice();
    default:
      return unreachable(header.dice);
  }
}

/**
 * Whether a replay of a save by its own rules, in slices, agrees with it, so that nobody edited its lines. Yields the
 * fraction done, from 0 to 1.
 *
 * Throws an {@link InputError} if it is another game's, or was played with other rules.
 *
 * @param path - The save's name in messages.
 */
export function* isUnchanged(
  game: CompiledGame,
  { header, records, end }: ParsedSave,
  path: string,
): Generator<number, boolean> {
  checkGame(header, game.program, path);
  const session = new Session(game, header, replaySource(header), { records, end, path, reopens: true });
  yield* session.catchUp();
  try {
    session.play(pausingPolicy);
  } catch (error) {
    if (!(error instanceof SaveRefused)) throw error;
    return false;
  }
  return true;
}
