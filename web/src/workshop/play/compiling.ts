/** Compiles the open game, or the game with the open house rule, to a game file. */

import { InputError } from "../../errors";
import { baseName, isRules } from "../files/paths";
import type { Workbench } from "../workbench";

/** A game file that the desk has compiled. */
export interface CompiledFile {
  /** The game's id. */
  readonly game: string;
  readonly title: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Milliseconds that a compilation may take: that of the largest game takes some seconds, on a slow device twenty. */
const COMPILATION_LIMIT = 120_000;

/**
 * Compile the rules of the open file: its whole game, with a house rule switched on. Rejects with an {@link InputError} if
 * no rules are open, or they have errors; with what a call of the desk rejects with.
 */
export async function compileOpenGame(bench: Workbench): Promise<CompiledFile> {
  const { open } = bench;
  if (open === null) throw new InputError("no file is open");
  if (!isRules(open.path)) throw new InputError("these are no rules of a game", baseName(open.path));
  await bench.flush();
  const compiled = await bench.desk.callWithin(COMPILATION_LIMIT, "compile_game_file", open.path, false);
  return { game: compiled.game, title: compiled.title, bytes: decodeBase64(compiled.content) };
}

/** Decode the bytes of a text in base64. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
