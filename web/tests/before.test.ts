import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGame } from "../src/engine/modules";
import { resumeGame, startGame } from "../src/play/start";
import { readGame } from "../src/rules/gamefile";
import { parseSave } from "../src/session/saveReader";
import { LineBuffer } from "../src/session/sessionLog";
import { playOn } from "./carry";
import { game } from "./games";
import { GAME_BEFORE, SAVES_BEFORE } from "./kept";

const read = await readGame(GAME_BEFORE);
const before = await compileGame(read);

test("a game file of before is read: what it does not say has its default", () => {
  assert.equal(read.program.wording_hash, "");
  assert.deepEqual([read.head.snapshot, read.head.version], [undefined, undefined]);
});

for (const [name, data] of SAVES_BEFORE) {
  test(`a save of before is played to its end by its own game file: ${name}`, () => {
    const { header } = parseSave(data, name);
    assert.deepEqual([header.journal, header.rules], [1, before.program.rules_hash]);
    const all = playOn(before, data);
    const play = resumeGame(before, parseSave(all, name), new LineBuffer(name));
    assert.ok(play.view().outcome !== null);
    assert.equal(play.session.journal.digest(), play.session.end?.journal);
  });
}

test("what is begun by a game file of before is known to who has both hashes", async () => {
  const { header } = startGame(before, { seed: 1n }, null).session;
  assert.deepEqual([header.journal, header.rules, header.snapshot], [1, before.program.rules_hash, ""]);
  const { head, program } = await game("lighthouse");
  const now = startGame(
    await compileGame(await game("lighthouse")),
    { seed: 1n, snapshot: head.snapshot },
    null,
  ).session;
  assert.deepEqual([now.header.journal, now.header.rules], [2, program.rules_hash]);
  assert.match(now.header.snapshot, /^[0-9a-f]{64}$/);
});
