/** A save run again, to see that the same happens. */

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

/** Dice beyond what a save tells: there are none. */
class NoDice implements DiceSource {
  readonly by: By = "";
  readonly position = 0;

  throw(): never {
    throw new Pause();
  }

  skip(): void {}

  reseed(): void {}

  seek(): void {}

  restart(): void {}
}

/** The dice of a save that is only looked at. */
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

/** Whether a save by its own rules tells what happens: nobody has changed its lines. It is run again some records at a
 * time; yields which part of all has been, from 0 to 1.
 *
 * Throws an {@link InputError} where it is another game's, or was played with other rules.
 *
 * @param path - What it is called, for messages.
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
