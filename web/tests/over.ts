/**
 * Saves that go over to other rules: `node scripts/run.mjs tests/over.ts GAME SAVE...` prints as JSON what each would come
 * to, and writes beside it, behind `.over`, what it then is.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { compileGame } from "../src/engine/modules";
import { prospectOf, prospectTold } from "../src/play/goingOver";
import { readGame } from "../src/rules/gamefile";
import { Unwritten } from "../src/session/ledger";
import { goOnBy } from "../src/session/migration";
import { atOnce, linesKept, parseSave } from "../src/session/saved";
import { bytesOf } from "./carry";

const [file = "", ...saves] = process.argv.slice(2);
const game = await readGame(new Blob([readFileSync(file)]));
const compiled = await compileGame(game);
const found = saves.map((path) => {
  const data = readFileSync(path);
  const saved = parseSave(data, path);
  const prospect = atOnce(prospectOf(compiled, saved, game.head.snapshot ?? "", path));
  const keeper = new Unwritten(path);
  if (prospect.isNeeded) goOnBy(keeper, prospect.header, prospect.holds);
  writeFileSync(`${path}.over`, bytesOf([...linesKept(data, saved), ...keeper.take()]));
  const { changes, isNeeded, holds } = prospect;
  return { changes, isNeeded, holds, told: prospectTold(prospect) };
});
console.log(JSON.stringify(found));
