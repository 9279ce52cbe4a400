import assert from "node:assert/strict";
import { test } from "node:test";
import { NoGame, readGame } from "../src/rules/gamefile";
import { game } from "./games";

test("a game file holds the program and its modules", async () => {
  const found = await game("lighthouse");
  assert.equal(found.program.game, "lighthouse");
  assert.deepEqual(found.program.enums.get("Sky")?.values.slice(0, 2), ["clear", "rain"]);
  assert.equal(found.program.mission.params[0]?.[1].is, "IntType");
  for (const module of [found.traced, found.plain, found.asides]) assert.ok(WebAssembly.validate(module));
});

test("what is no game file is refused in a sentence", async () => {
  await assert.rejects(readGame(new Blob(["no game"])), NoGame);
});
