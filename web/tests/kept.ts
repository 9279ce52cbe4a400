/** Saves that the command line's code wrote, by their names: `python -m web.saves` plays them anew. */

import { readdirSync, readFileSync } from "node:fs";

export const SAVES = savesIn("tests/saves");

/** What the version before snapshots wrote: saves with stories of version 1, and a game file whose one hash counts
 * sentences, as they lie in browsers and folders of people.
 */
export const SAVES_BEFORE = savesIn("tests/before");
export const GAME_BEFORE = new Blob([readFileSync("tests/before/lighthouse.game")]);

function savesIn(folder: string): ReadonlyMap<string, Uint8Array> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".save"));
  return new Map(files.map((file) => [file.replace(".save", ""), new Uint8Array(readFileSync(`${folder}/${file}`))]));
}
