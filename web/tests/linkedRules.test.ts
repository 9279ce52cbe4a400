/** Links to rules: what is packed comes out the same; whatever else stands in an address is refused in a sentence. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { SeededDice } from "../src/engine/dice";
import { InputError } from "../src/errors";
import type { OpenedGame } from "../src/workshop/desk/classes";
import { MemoryFileStore } from "../src/workshop/files/fileStore";
import { Library } from "../src/workshop/files/library";
import { collectFiles, toLinkedRules } from "../src/workshop/share/collecting";
import {
  type LinkedRules,
  MAX_LINKED_FILES,
  MAX_RULES_BYTES,
  packRules,
  RULES_FORM,
  unpackRules,
} from "../src/workshop/share/linkedRules";

const dice = new SeededDice(44n);
const CASES = 200;
const FOG: LinkedRules = { game: "lighthouse", folder: "", files: [{ name: "fog.rules", text: "house fog\n" }] };

function someText(): string {
  const characters = ["a", " ", "\n", "\u{1f32b}", "é", '"', "\\", "</script>", "\0", "9..10: fog"];
  return Array.from({ length: dice.drawBelow(60) }, () => characters[dice.drawBelow(characters.length)]!).join("");
}

function someRules(): LinkedRules {
  const count = 1 + dice.drawBelow(4);
  const files = Array.from({ length: count }, (_, at) => ({
    name: `${at % 2 ? "tests/" : ""}f${at}.rules`,
    text: someText(),
  }));
  return { game: ["", "lighthouse"][dice.drawBelow(2)]!, folder: count > 1 ? "my_game" : "", files };
}

/** A link of any content, as somebody else's program makes it. */
function linkOf(content: string | Uint8Array, form = RULES_FORM): string {
  return Buffer.concat([Buffer.from([form]), deflateSync(content)]).toString("base64url");
}

const refusalOf = (packed: string): Promise<string> =>
  unpackRules(packed).then(
    () => "none",
    (error: unknown) => {
      assert.ok(error instanceof InputError, String(error));
      return error.message;
    },
  );

test("any rules come out of a link as they were", async () => {
  for (let count = 0; count < CASES; count++) {
    const rules = someRules();
    const packed = await packRules(rules);
    assert.match(packed, /^[A-Za-z0-9_-]+$/);
    assert.deepEqual(await unpackRules(packed), rules);
  }
});

test("a damaged link is refused in a sentence, wherever it is damaged", async () => {
  const packed = await packRules(FOG);
  for (let at = 0; at < packed.length; at++) {
    const cut = packed.slice(0, at);
    assert.match(await refusalOf(cut), /damaged|no link|another version/);
    const other = packed[at] === "A" ? "B" : "A";
    const read = await unpackRules(cut + other + packed.slice(at + 1)).catch((error: unknown) => error);
    if (!(read instanceof InputError)) assert.deepEqual(read, FOG); // bits behind the last byte mean nothing
  }
  for (let count = 0; count < CASES; count++) {
    const noise = Buffer.from(Array.from({ length: 1 + dice.drawBelow(80) }, () => dice.drawBelow(256)));
    assert.notEqual(await refusalOf(Buffer.concat([Buffer.from([RULES_FORM]), noise]).toString("base64url")), "none");
  }
});

const file = (name: string) => ({ name, text: "" });
for (const [about, link, message] of [
  ["a bomb", () => linkOf(new Uint8Array(60 * MAX_RULES_BYTES)), /more than rules need/],
  ["a long one", () => "A".repeat(100_001), /longer than 100,000/],
  ["one of another form", () => linkOf("{}", 9), /another version/],
  ["another shape", () => linkOf('{"files": "fog"}'), /holds no rules/],
  ["deep JSON", () => linkOf("[".repeat(100_000)), /damaged/],
  ["half a character", () => linkOf('{"files":[{"name":"f.rules","text":"\\ud800"}]}'), /damaged/],
  ["a way out", () => linkOf(JSON.stringify({ files: [file("../../x.rules")] })), /cannot be called/],
  ["a strange folder", () => linkOf(JSON.stringify({ folder: "../x", files: [file("f.rules")] })), /folder/],
  ["a strange game", () => linkOf(JSON.stringify({ game: "a b", files: [file("f.rules")] })), /no id/],
  [
    "one name twice",
    () => linkOf(JSON.stringify({ folder: "x", files: [file("f.rules"), file("f.rules")] })),
    /one name/,
  ],
  [
    "several without a folder",
    () => linkOf(JSON.stringify({ files: [file("f.rules"), file("g.rules")] })),
    /need a folder/,
  ],
  [
    "too many files",
    () =>
      linkOf(
        JSON.stringify({
          folder: "x",
          files: Array.from({ length: MAX_LINKED_FILES + 1 }, (_, at) => file(`f${at}.rules`)),
        }),
      ),
    /more than 100 files/,
  ],
] as const) {
  test(`a hostile link is refused: ${about}`, async () => {
    assert.match(await refusalOf(link()), message);
  });
}

test("rules that are too long for a link are to be sent as a file", async () => {
  const text = Array.from({ length: 150_000 }, () => String.fromCharCode(33 + dice.drawBelow(90))).join("");
  await assert.rejects(packRules({ ...FOG, files: [{ name: "fog.rules", text }] }), (error: InputError) => {
    assert.match(`${error.message} ${error.hint}`, /too long for a link: 100,000.*file/);
    return true;
  });
});

test("a house rule goes alone, a game with all its files, changes with the game that they are of", async () => {
  const library = new Library(new MemoryFileStore());
  const folder = "/games/lighthouse";
  const game: OpenedGame = {
    game: { id: "lighthouse", title: "The Keeper's Night", folder },
    files: ["10.rules", "20.rules", "tests/fog.rules"].map((name) => ({ file: `${folder}/${name}`, text: "old" })),
  };
  library.addGame(game);
  for (const path of ["fog.rules", "cat/00.rules", "cat/tests/a.rules", "cat/README.md"])
    await library.write(`/mine/${path}`, path === "fog.rules" ? 'house fog "Fog" for lighthouse' : "text");
  await library.write(`${folder}/20.rules`, "new");
  const shared = (path: string) => {
    const rules = toLinkedRules(collectFiles(library, path));
    return [rules.game, rules.folder, ...rules.files.map(({ name }) => name)];
  };
  assert.deepEqual(shared("/mine/fog.rules"), ["lighthouse", "", "fog.rules"]);
  assert.deepEqual(shared("/mine/cat/tests/a.rules"), ["", "cat", "00.rules", "tests/a.rules"]);
  assert.deepEqual(shared(`${folder}/20.rules`), ["lighthouse", "lighthouse", "20.rules"]);
  assert.throws(() => shared(`${folder}/10.rules`), /as the site has it/);

  const rules = toLinkedRules(collectFiles(library, "/mine/cat/00.rules"));
  library.addLink({ packed: "packed", rules, folder: "/linked/1" });
  await library.write("/linked/1/00.rules", "text");
  assert.deepEqual(library.routeOf("/linked/1/00.rules"), { at: "rule", packed: "packed", file: "00.rules" });
  assert.equal(library.hasChangedLink, false);
  await library.write("/linked/1/00.rules", "changed");
  assert.equal(library.hasChangedLink, true);
  assert.deepEqual(shared("/linked/1/00.rules"), ["", "cat", "00.rules"]);
});
