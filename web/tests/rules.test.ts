import assert from "node:assert/strict";
import { test } from "node:test";
import { type CompiledGame, compileGame } from "../src/engine/modules";
import { previewMigration, renderProspect } from "../src/play/migrationPreview";
import { resumeGame } from "../src/play/start";
import { writeRulesChange } from "../src/session/migration";
import { completeLines, parseSave, runToEnd } from "../src/session/saveReader";
import { LineBuffer } from "../src/session/sessionLog";
import { bytesOf } from "./carry";
import { game } from "./games";
import { SAVES } from "./kept";

const lighthouse = await compileGame(await game("lighthouse"));
/** The same rules by another name: all that was played by the first holds by them. */
const renamed: CompiledGame = { ...lighthouse, program: { ...lighthouse.program, rules_hash: "other" } };

function linesOf(name: string): string[] {
  const data = SAVES.get(name)!;
  return completeLines(data, parseSave(data, name));
}

/** A save that went over to other rules, as a file. */
function over(lines: readonly string[], made: CompiledGame): string[] {
  const found = runToEnd(previewMigration(made, parseSave(bytesOf(lines), "x.save"), "ab", "x.save"));
  assert.ok(found.isNeeded);
  const keeper = new LineBuffer("x.save");
  writeRulesChange(keeper, found.header, found.holds);
  return [...lines, ...keeper.takeLines()];
}

for (const name of SAVES.keys()) {
  test(`by its own rules nothing is to be done: ${name}`, () => {
    const found = runToEnd(previewMigration(lighthouse, parseSave(SAVES.get(name)!, name), "", name));
    assert.deepEqual([found.isNeeded, found.changes, found.holds.partsAt], [false, [], ""]);
    assert.match(renderProspect(found).join(" "), /nothing is to be done/);
  });

  test(`where all holds a save goes over whole: ${name}`, () => {
    const saved = parseSave(SAVES.get(name)!, name);
    const { changes, holds } = runToEnd(previewMigration(renamed, saved, "ab", name));
    assert.match(changes.join(), /have been changed since$/);
    assert.deepEqual([holds.kept, holds.partsAt, holds.ends], [saved.records.length, "", saved.end !== null]);
    assert.equal(holds.answersKept, holds.answers);
    const lines = over(linesOf(name), renamed);
    assert.match(lines.at(-1)!, /^{"rules":"other",.*"kept":\d+,"snapshot":"ab"}$/);
    const again = parseSave(bytesOf(lines), "x.save");
    assert.deepEqual([again.header.rules, again.header.snapshot, again.end], ["other", "ab", null]);
    const play = resumeGame(renamed, again, new LineBuffer("x.save"));
    assert.equal(play.view().outcome !== null, saved.end !== null);
  });
}

test("what does not fit ends what holds, and is said before anything is done", () => {
  const lines = [...linesOf("mission").slice(0, 8), '{"a":"sing","at":"choice:sing","j":"000000000000"}'];
  const { changes, holds, ...found } = runToEnd(
    previewMigration(lighthouse, parseSave(bytesOf(lines), "x.save"), "", "x.save"),
  );
  assert.deepEqual([changes, found.isNeeded], [[], true]);
  assert.match(holds.partsAt, /^answer \d+ \(sing at choice:sing\)$/);
  assert.equal(holds.place, "x.save:9");
  assert.equal(holds.answersKept, holds.answers - 1);
  const { play } = {
    play: resumeGame(lighthouse, parseSave(bytesOf(over(lines, lighthouse)), "x.save"), new LineBuffer("x")),
  };
  assert.ok(play.view().question !== null || play.view().roll !== null);
  assert.equal(play.session.records.filter((each) => each.is === "answer").length, holds.answersKept);
});

test("a die that somebody changed is no other rules, and what comes of it is looked at", () => {
  const lines = linesOf("career");
  const at = lines.findIndex((line) => line.startsWith('{"d":'));
  lines[at] = lines[at]!.replace(/\d+/, (face) => String((Number(face) % 6) + 1));
  const found = runToEnd(previewMigration(lighthouse, parseSave(bytesOf(lines), "x.save"), "", "x.save"));
  assert.deepEqual([found.isNeeded, found.changes], [true, []]);
});
