/** Saves that the command line's code wrote, by their names: `python -m web.saves` plays them anew. */

import { readdirSync, readFileSync } from "node:fs";

const FOLDER = "tests/saves";

export const SAVES: ReadonlyMap<string, Uint8Array> = new Map(
  readdirSync(FOLDER).map((file) => [file.replace(".save", ""), new Uint8Array(readFileSync(`${FOLDER}/${file}`))]),
);
