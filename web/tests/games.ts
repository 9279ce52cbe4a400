/**
 * The game files that tests play: in the folder that GAMES names.
 *
 * They are made of `docs/examples/lighthouse` and `tests/service/fort`, whose guns are asked about one after the other.
 */

import { readFileSync } from "node:fs";
import { type Game, readGame } from "../src/rules/gamefile";

/** A game by its id. */
export function game(id: string): Promise<Game> {
  const folder = process.env.GAMES;
  if (folder === undefined) throw new Error("GAMES names no folder of game files");
  return readGame(new Blob([readFileSync(`${folder}/${id}.game`)]));
}
