import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { compileGame } from "../src/engine/modules";
import { InvalidGame, readGame, UnsupportedVersion } from "../src/rules/gamefile";
import { game } from "./games";
import { GAME_BEFORE } from "./kept";
import { bytesOfGame, deepened, parted, repacked, type Told, withPart } from "./packed";

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

const FILE = bytesOfGame("lighthouse");

function changed(change: (text: string) => string): Uint8Array<ArrayBuffer> {
  return repacked(FILE, change);
}

const NO_FILE = "This is no game file.";
const NOT_WHOLE = "This game file is not whole: get it once more.";
const NO_GAME_LIKE_IT = "This is no game file: its data are deeper or longer than those of any game.";
const larger = (what: string): string => `This game is larger than any can be made (${what}), so it is not played.`;
const OTHER_VERSION = "This game was made for another version of this program.";

for (const [what, bytes, message] of [
  ["a text", new TextEncoder().encode("no game"), NO_FILE],
  ["nothing", new Uint8Array(), NO_FILE],
  ["something else that is compressed", new Uint8Array(gzipSync("[]")), NO_FILE],
  ["a file cut short", FILE.slice(0, 5000), NOT_WHOLE],
  ["a file of which a byte is another", FILE.map((byte, at) => (at === 9000 ? byte ^ 1 : byte)), NOT_WHOLE],
  ["a head that is not whole", changed((text) => text.replace('"digest":', '"digests":')), NOT_WHOLE],
  [
    "an id that is none",
    changed((text) => text.replaceAll('"game":"lighthouse"', '"game":"../lighthouse"')),
    NOT_WHOLE,
  ],
  [
    "a head that is another game's",
    changed((text) => text.replace(/("bombsight_game":.*?"game":)"lighthouse"/, '$1"fort"')),
    NOT_WHOLE,
  ],
  ["a title without an end", changed((text) => text.replace('"title":"', `"title":"${"x".repeat(5000)}`)), NOT_WHOLE],
  ["another version", changed((text) => text.replace('"bombsight_game":3', '"bombsight_game":1')), OTHER_VERSION],
  ["parts by other names", changed((text) => text.replace('"asides":', '"beside":')), OTHER_VERSION],
  ["a class that is not known", changed((text) => text.replace('"is":"RollSite"', '"is":"CastSite"')), OTHER_VERSION],
  ["a class where others stand", changed((text) => text.replace('"is":"IntType"', '"is":"Origin"')), OTHER_VERSION],
  [
    "an object where none stands",
    changed((text) => text.replace('"about":[', '"about":[{"is":"Origin"},')),
    OTHER_VERSION,
  ],
  ["a class that says less", changed((text) => text.replace('"rules_hash":', '"hash":')), OTHER_VERSION],
  ["a number that is a text", changed((text) => text.replace('"slots":', '"slots":"x","slot":')), OTHER_VERSION],
  ["a program deeper than any", changed(deepened), NO_GAME_LIKE_IT],
  [
    "a text of megabytes",
    changed((text) => text.replace('"about":[', `"about":["${"x".repeat(3_000_000)}",`)),
    NO_GAME_LIKE_IT,
  ],
  [
    "fields that share their slots",
    changed((text) =>
      text.replace(/"fields":\[(\{.*?\}),(?=\{"is":"SlotField")/, (_, field) => `"fields":[${`${field},`.repeat(60)}`),
    ),
    larger("fields"),
  ],
  [
    "a plan with a place ten thousand times",
    changed((text) =>
      text.replace(
        /"places":\[(\{"is":"BoardPlace".*?\})/,
        (_, place) => `"places":[${`${place},`.repeat(10_000)}${place}`,
      ),
    ),
    larger("places of one board"),
  ],
  [
    "a budget that is none",
    changed((text) => text.replace(/"mission":\d+,"story"/, '"mission":-1,"story"')),
    larger("budgets"),
  ],
  ["more state than any", changed((text) => text.replace(/"slots":\d+/, '"slots":200000000')), larger("state")],
  [
    "a list that is counted behind the last slot",
    changed((text) =>
      text.replace(
        /"slots":(\d+)(.*?"is":"SlotList".*?"count":)\d+/s,
        (_, slots, between) => `"slots":${slots}${between}${slots}`,
      ),
    ),
    larger("elements of one list"),
  ],
  [
    "a throw of billions",
    changed((text) => text.replace(/("is":"RollSite".*?"sides":)\d+/, (_, before) => `${before}2000000000`)),
    larger("dice of one throw"),
  ],
] as const) {
  test(`what is no game file is refused in a sentence: ${what}`, async () => {
    await assert.rejects(
      readGame(new Blob([bytes])),
      (error) => error instanceof InvalidGame && error.message === message,
    );
  });
}

for (const [part, what, change] of [
  ["settings", "no option", (told) => ({ ...told, options: [null] })],
  ["settings", "no list of options", (told) => ({ ...told, options: 7 })],
  ["settings", "nothing", () => null],
  ["cards", "no table", (told) => ({ ...told, tables: [null] })],
  ["cards", "no list of tables", (told) => ({ ...told, tables: {} })],
  ["cards", "a row that is a number", (told) => ({ ...told, tables: [{ ...told.tables[0], rows: [7] }] })],
  ["cards", "a cell with no place", (told) => ({ ...told, tables: [{ ...told.tables[0], cells: [[1]] }] })],
  ["things", "a thing whose name is a number", (told) => ({ ...told, things: [{ kind: "table", name: 7 }] })],
  ["things", "no things", ({ things: _, ...told }) => told],
] satisfies [string, string, (told: Told) => unknown][]) {
  test(`what is looked up is refused in a sentence where it has another shape: ${part}, ${what}`, async () => {
    const found = await readGame(new Blob([withPart(FILE, part, change)]));
    assert.throws(
      () => (part === "settings" ? found.settings() : part === "cards" ? found.cards() : found.things()),
      (error) => error instanceof InvalidGame && error.message === NOT_WHOLE,
    );
  });
}

test("what an earlier version did not know of is empty in what is looked up", async () => {
  const found = await readGame(GAME_BEFORE);
  assert.ok(found.cards().tables.every((card) => card.rows.every((row) => row.when === "")));
  assert.ok(found.things().things.length > 10);
  assert.ok(found.settings().options.length > 1);
});

test("names that a later version has added to what is looked up are passed over", async () => {
  const added = withPart(FILE, "cards", ({ tables: [first, ...rest], ...told }) => {
    return { ...told, later: [1], tables: [{ ...first, added: null }, ...rest] };
  });
  const found = await readGame(new Blob([added]));
  assert.ok(found.cards().tables.length > 1);
});

test("a file with only the texts of rules is refused in a sentence that says what to do", async () => {
  const head = JSON.stringify({ bombsight_game: 3, snapshot: "ab", version: "9.0", parts: { sources: 2 } });
  await assert.rejects(readGame(new Blob([new Uint8Array(gzipSync(`${head}\n{}`))])), (error) => {
    return (
      error instanceof InvalidGame &&
      /^This file holds the texts of rules.*`bombsight compile SAVE --site`/.test(error.message)
    );
  });
});

for (const [from, to] of [
  ['"bombsight_game":3', '"bombsight_game":4'],
  ['"asides":', '"beside":'],
  ['"is":"RollSite"', '"is":"CastSite"'],
] as const) {
  test(`of a file of another version it is known which it was: without ${from}`, async () => {
    const file = changed((text) => text.replace(/"version":"[^"]*"/, '"version":"9.0"').replace(from, to));
    await assert.rejects(
      readGame(new Blob([file])),
      (error) => error instanceof UnsupportedVersion && error.version === "9.0",
    );
  });
}

test("what a later version adds is passed over: words of the head, parts, attributes with what they hold", async () => {
  const [head, rest] = parted(new Uint8Array(gunzipSync(FILE)));
  const told = JSON.parse(head) as { parts: Record<string, number> };
  const size = told.parts.program!;
  const program = JSON.parse(new TextDecoder().decode(rest.subarray(0, size)));
  program.mood = { is: "Mood", of: [{ is: "Calm" }] };
  program.sites[0].weather = [1];
  const more = new TextEncoder().encode(JSON.stringify(program));
  const parts = { drawings: 3, ...told.parts, program: more.length, sounds: 2 };
  const first = new TextEncoder().encode(`${JSON.stringify({ ...told, mood: [1], parts })}\nxyz`);
  const end = new TextEncoder().encode("ab");
  const file = new Blob([new Uint8Array(gzipSync(Buffer.concat([first, more, rest.subarray(size), end])))]);
  const found = await readGame(file);
  assert.equal(found.program.rules_hash, (await game("lighthouse")).program.rules_hash);
  await compileGame(found);
});

test("a file that was taken apart and put together is read as it was", async () => {
  const again = await readGame(new Blob([changed((text) => text)]));
  assert.deepEqual(again.program, (await game("lighthouse")).program);
});

test("options that are none, or more than anybody would choose, are no game's", async () => {
  const part = (change: (first: object) => unknown): Blob =>
    new Blob([withPart(FILE, "settings", (told) => ({ ...told, options: change(told.options[0]!) }))]);
  const setting = (first: object, values: number): object => ({
    ...first,
    values: new Array(values).fill({ word: "a", title: "A" }),
  });
  const larger = [
    () => undefined,
    () => ({}),
    (first: object) => new Array(501).fill(first),
    (first: object) => [setting(first, 1001)],
  ];
  for (const change of larger) {
    const found = await readGame(part(change));
    assert.throws(() => found.settings(), InvalidGame);
  }
  const whole = await readGame(part((first) => [setting(first, 1000)]));
  assert.equal(whole.settings().options.length, 1);
});

test("a stranger's game has the budgets that it says, and no larger ones than rules can have without anybody's leave", async () => {
  const raised = new Blob([
    changed((text) => text.replace(/"mission":\d+,"story":\d+/, '"mission":900000000,"story":7')),
  ]);
  assert.deepEqual(
    (({ mission, story }) => [mission, story])((await readGame(raised)).program.budgets),
    [900_000_000, 7],
  );
  const { budgets } = (await readGame(raised, "stranger")).program;
  assert.deepEqual([budgets.mission, budgets.story], [230_000_000, 7]);
  const honest = new Blob([FILE]);
  assert.deepEqual((await readGame(honest, "stranger")).program, (await readGame(honest)).program);
});

test("of a file that would unpack to gigabytes little is unpacked", async () => {
  const bomb = new Uint8Array(gzipSync(Buffer.concat([new Uint8Array(gunzipSync(FILE)), Buffer.alloc(500_000_000)])));
  const before = process.memoryUsage().arrayBuffers;
  await assert.rejects(
    readGame(new Blob([bomb])),
    (error) => error instanceof InvalidGame && /too large/.test(error.message),
  );
  assert.ok(process.memoryUsage().arrayBuffers - before < 150_000_000);
});

test("modules that a browser cannot run are refused in a sentence", async () => {
  const found = await game("lighthouse");
  await assert.rejects(compileGame({ ...found, plain: new Uint8Array(9) }), InvalidGame);
});
