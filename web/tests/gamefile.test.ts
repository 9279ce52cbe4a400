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

test("a game file tells what is chosen and looked up", async () => {
  const found = await game("lighthouse");
  assert.deepEqual(
    found.settings().options.map((option) => [option.name, option.default, option.values.length, option.low]),
    [
      ["new_moon", "no", 2, null],
      ["oil_ration", "14", 0, 6],
      ["fog_signal", "horn", 2, null],
    ],
  );
  assert.deepEqual(
    found.program.open_options.map((option) => option.name),
    found.settings().options.map((option) => option.name),
  );
  assert.equal(found.cards().tables.find((card) => card.id === "Reef")?.dice, "1d6");
  assert.equal(found.cards(), found.cards());
  assert.ok(found.things().things.some((thing) => thing.name === "fog_signal"));
});

test("what is no game file is refused in a sentence", async () => {
  await assert.rejects(readGame(new Blob(["no game"])), NoGame);
});
