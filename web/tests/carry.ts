/** Games carried on without anybody: a save is taken up, played on by some policy, and handed back. */

import type { CompiledGame } from "../src/engine/modules";
import type { Question } from "../src/engine/question";
import type { Play } from "../src/play/play";
import { resumeGame } from "../src/play/start";
import type { Dice } from "../src/rules/dice";
import { completeLines, parseSave } from "../src/session/saveReader";
import { LineBuffer } from "../src/session/sessionLog";

/** Who makes a move: gives the index of an option or -1 for none, or the faces of dice; null to stop there. */
export interface Mover {
  readonly answer: (question: Question) => number | null;
  /** Empty to have the seed throw. Left out where dice are never asked for. */
  readonly throw?: (dice: Dice) => readonly number[];
}

/** What the autopilot would do. */
export const AUTOPILOT: Mover = { answer: (question) => question.preferred, throw: () => [] };

/** A save's bytes behind which a game was played on, by a mover and for so many moves at most. */
export function playOn(
  game: CompiledGame,
  data: Uint8Array,
  mover: Mover = AUTOPILOT,
  moves = Number.POSITIVE_INFINITY,
): Uint8Array {
  const saved = parseSave(data, "carried");
  const keeper = new LineBuffer("carried");
  const play = resumeGame(game, saved, keeper);
  for (let made = 0; made < moves && move(play, mover); made += 1);
  return bytesOf([...completeLines(data, saved), ...keeper.takeLines()]);
}

/** One move; whether there was one to make. */
export function move(play: Play, mover: Mover): boolean {
  const { question, roll } = play.view();
  if (roll !== null) {
    const faces = mover.throw?.(roll.dice) ?? [];
    if (faces.length) play.throw(faces);
    else play.throwForMe();
    return true;
  }
  const index = question === null ? null : mover.answer(question);
  if (question === null || index === null) return false;
  play.answer(index < 0 ? "none" : question.options[index]!.name);
  return true;
}

/** Lines as a file holds them. */
export function bytesOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}
