/** The game that was played last in the workshop: by which rules, at which seed, and what was answered. */

import type { CompiledFile } from "./compiling";
import type { PlayedLines } from "./lineBook";

/** A game as it is played: a game file, a seed, and the lines of its save so far. */
export interface PlayedGame {
  readonly compiled: CompiledFile;
  /** The file that was open. */
  readonly path: string;
  /** What identifies the texts of its rules. */
  readonly rules: string;
  readonly seed: string;
  /** The lines that the frame has stored. */
  readonly lines: readonly string[];
}

/** Add lines that were stored, from a number on, to a game; they replace what stood there and behind. */
export function withLines(game: PlayedGame, at: number, lines: readonly string[]): PlayedGame {
  return { ...game, lines: [...game.lines.slice(0, at), ...lines] };
}

/** Whether a save holds answers, from which somebody can go on. */
export function hasAnswers(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('{"a":'));
}

/**
 * Say that all answers of a game hold by changed rules.
 * @param differsAt - The first answer before which the story is another, in words; empty if none is known.
 */
export function renderContinued(answers: number, differsAt: string): string {
  const holds = answers === 1 ? "Your answer holds" : `All ${answers} answers hold`;
  return differsAt ? `${holds}, though before ${differsAt} the story is another.` : `${holds}.`;
}

/** How a game is played: from its beginning, or on from the lines of a save. */
export type PlayWay = "again" | "on";

/**
 * The game to be played next: if it is to go on, and was played at the same seed, with its answers so far.
 *
 * @param before - How far the game was played; null if it was not.
 */
export function nextGame(next: Omit<PlayedGame, "lines">, before: PlayedLines | null, way: PlayWay): PlayedGame {
  const lines = way === "on" && before?.seed === next.seed && hasAnswers(before.lines) ? before.lines : [];
  return { ...next, lines };
}
