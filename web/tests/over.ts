/**
 * Saves that go over to other rules: `node scripts/run.mjs tests/over.ts GAME SAVE...` prints as JSON what each would come
 * to, and writes beside it, behind `.over`, what it then is.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { compileGame } from "../src/engine/modules";
import { previewMigration, renderProspect } from "../src/play/migrationPreview";
import { readGame } from "../src/rules/gamefile";
import { writeRulesChange } from "../src/session/migration";
import { completeLines, parseSave, runToEnd } from "../src/session/saveReader";
import { LineBuffer } from "../src/session/sessionLog";
import { bytesOf } from "./carry";

const [file = "", ...saves] = process.argv.slice(2);
const game = await readGame(new Blob([readFileSync(file)]));
const compiled = await compileGame(game);
const found = saves.map((path) => {
  const data = readFileSync(path);
  const saved = parseSave(data, path);
  const prospect = runToEnd(previewMigration(compiled, saved, game.head.snapshot ?? "", path));
  const keeper = new LineBuffer(path);
  if (prospect.isNeeded) writeRulesChange(keeper, prospect.header, prospect.holds);
  writeFileSync(`${path}.over`, bytesOf([...completeLines(data, saved), ...keeper.takeLines()]));
  const { changes, isNeeded, holds } = prospect;
  return { changes, isNeeded, holds, told: renderProspect(prospect) };
});
console.log(JSON.stringify(found));
