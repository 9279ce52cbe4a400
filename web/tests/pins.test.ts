import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGame } from "../src/engine/modules";
import { InputError } from "../src/errors";
import { parsePins } from "../src/play/pins";
import { startGame } from "../src/play/start";
import { describePins } from "../src/play/story/introduction";
import { AUTOPILOT, move } from "./carry";
import { game } from "./games";

const lighthouse = await compileGame(await game("lighthouse"));
const { program } = lighthouse;

test("pins are dice, their total, or words of a row", () => {
  const pins = parsePins(program, "# ours\nweather = 3 4\nReef=2 # low\n\nTRAFFIC=34\n", "pins");
  assert.deepEqual(pins, [
    { table: "Weather", faces: [3, 4] },
    { table: "Reef", faces: [2] },
    { table: "Traffic", faces: [3, 4] },
  ]);
  assert.deepEqual(parsePins(program, "Traffic=the fleet comes in", "pins"), [{ table: "Traffic", faces: [6, 6] }]);
  assert.deepEqual(parsePins(program, "Weather=12", "pins"), [{ table: "Weather", faces: [6, 6] }]);
});

test("pinned dice fall so, and the others as they would without", () => {
  const pins = parsePins(program, "Weather=11", "pins");
  const play = startGame(lighthouse, { seed: 4n, pins }, null);
  while (move(play, AUTOPILOT));
  const thrown = play.session.records.filter((record) => record.is === "throw");
  for (const record of thrown) assert.equal(record.by, record.at === "Weather" ? "pin" : "");
  assert.deepEqual(describePins(play.session.header), ["Weather pinned to 11"]);
});

for (const [text, message, hint] of [
  ["Weather", "'Weather' pins nothing", "Write TABLE=RESULT: what the dice show, or words of a row."],
  ["Weather=13", "Weather=13: 13 is no total of 2d6", "Write TABLE=RESULT: what the dice show, or words of a row."],
  ["Weathr=3", "The Keeper's Night rolls on no table Weathr", "Did you mean Weather?"],
  [
    "Weather=fog",
    "Weather=fog: what its dice lead to depends on more than they show",
    "Pin the dice: Weather=2, for one.",
  ],
  [
    "Sky=fog",
    "Sky is no table",
    "Pin a table here; fields are pinned by the command line, which makes rules anew for them.",
  ],
] as const) {
  test(`a pin that does not fit is told: ${text}`, () => {
    assert.throws(
      () => parsePins(program, text, "pins"),
      (error) => {
        assert.ok(error instanceof InputError);
        assert.deepEqual([error.message, error.place, error.hint], [message, "pins:1", hint]);
        return true;
      },
    );
  });
}
