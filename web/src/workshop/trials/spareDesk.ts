/**
 * A second desk, for work that takes long in a large game: the page's desk goes on answering beside it.
 *
 * It takes as much memory as the first, so it is begun when it is needed, and ended with its work.
 */

import type { DeskHost } from "../deskHost";
import type { Workbench } from "../workbench";

/** The characters of rules up to which the page's desk does all work, in slices: a large game has ten times as many. */
export const MAX_SMALL_LENGTH = 150_000;

/** A desk for long work, with how long a slice of it may be. */
export interface WorkDesk {
  readonly desk: Pick<DeskHost, "callWithin">;
  /** The milliseconds of a slice. */
  readonly slice: number;
  /** Whether this is a desk of its own, which starts first. */
  readonly isSpare: boolean;
  /** End it, with what it is doing. */
  close(): void;
}

/** Whether the rules of a file are so long that work on them takes seconds without a pause. */
export function isLarge(bench: Workbench, path: string): boolean {
  const game = bench.library.gameOf(path);
  const length = game?.files.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
  return length > MAX_SMALL_LENGTH;
}

/** Get a desk for work on a file: the page's own for short rules, another, with the same files, for long ones. */
export function openWorkDesk(bench: Workbench, path: string): WorkDesk {
  const { desk, library } = bench;
  if (!isLarge(bench, path)) return { desk, slice: 100, isSpare: false, close: () => {} };
  const spare = desk.makeAnother();
  const texts = new Map(library.own.map((file) => [file.path, file.text]));
  const open = library.find(path);
  if (open !== null) texts.set(path, open.text);
  for (const [file, text] of texts) spare.call("put_file", file, text).catch(() => {}); // the work says what is wrong
  return { desk: spare, slice: 500, isSpare: true, close: () => spare.close() };
}
