import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { InvalidGame, readGame } from "../src/rules/gamefile";
import { extractGameFile, extractTexts, isPackage, MAX_PACKAGE_FILES } from "../src/rules/packages";
import { bytesOfGame } from "./packed";

const GAME = bytesOfGame("lighthouse");

/** What a zip says of one of its files, if it is not what is in it. */
interface Claimed {
  readonly method?: number;
  readonly size?: number;
  readonly packedSize?: number;
  readonly flags?: number;
  readonly offset?: number;
}

/** Write a zip of files, each with what it says of itself. */
function zipped(...files: readonly (readonly [name: string, data: Uint8Array, claimed?: Claimed])[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [name, data, claimed = {}] of files) {
    const method = claimed.method ?? 8;
    const packed = new Uint8Array(method === 8 ? deflateRawSync(data) : data);
    const bytes = new TextEncoder().encode(name);
    const head = new DataView(new ArrayBuffer(30));
    head.setUint32(0, 0x04034b50, true);
    head.setUint16(26, bytes.length, true);
    const entry = new DataView(new ArrayBuffer(46));
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint16(8, claimed.flags ?? 0, true);
    entry.setUint16(10, method, true);
    entry.setUint32(20, claimed.packedSize ?? packed.length, true);
    entry.setUint32(24, claimed.size ?? data.length, true);
    entry.setUint16(28, bytes.length, true);
    entry.setUint32(42, claimed.offset ?? offset, true);
    parts.push(new Uint8Array(head.buffer), bytes, packed);
    list.push(new Uint8Array(entry.buffer), bytes);
    offset += 30 + bytes.length + packed.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(10, files.length, true);
  end.setUint32(16, offset, true);
  return new Blob([...parts, ...list, new Uint8Array(end.buffer)]);
}

const RULES = new TextEncoder().encode('game lighthouse "The Keeper\'s Night"\n');

for (const [how, method] of [
  ["packed", 8],
  ["as it is", 0],
] as const)
  test(`the game file of a package is played, ${how}`, async () => {
    const file = zipped(["bombsight.json", RULES], ["lighthouse.game", GAME, { method }], ["rules/10.rules", RULES]);
    assert.ok(await isPackage(file));
    const found = await extractGameFile(file);
    assert.deepEqual(new Uint8Array(await found.arrayBuffer()), GAME);
    assert.equal((await readGame(found, "stranger")).program.game, "lighthouse");
  });

test("a game file and a save are no packages", async () => {
  assert.equal(await isPackage(new Blob([GAME])), false);
  assert.equal(await isPackage(new Blob(["{}"])), false);
});

const whole = await zipped(["lighthouse.game", GAME]).arrayBuffer();
const NO_PACKAGE = "This is no package, or it is not whole: get it once more.";
const NO_GAME = "This package holds no game that a page can play: `bombsight pack` makes one that does.";
const TOO_LARGE = "This package is too large: it may have 20,000,000 bytes.";

for (const [what, file, message] of [
  ["a zip of other things", zipped(["rules/10.rules", RULES]), NO_GAME],
  ["two games", zipped(["a.game", GAME], ["b.game", GAME]), NO_GAME],
  ["a game in a folder", zipped(["elsewhere/lighthouse.game", GAME]), NO_GAME],
  ["a game above", zipped(["../lighthouse.game", GAME]), NO_GAME],
  ["a package cut short", new Blob([whole.slice(0, whole.byteLength - 30)]), NO_PACKAGE],
  ["a package without its end", new Blob([whole.slice(0, 5000)]), NO_PACKAGE],
  ["a file that is larger than it says", zipped(["a.game", new Uint8Array(9_000_000), { size: 100 }]), NO_PACKAGE],
  ["a file that is smaller than it says", zipped(["a.game", GAME, { size: 9_000_000 }]), NO_PACKAGE],
  ["a file that says it is enormous", zipped(["a.game", GAME, { size: 0xffffffff }]), TOO_LARGE],
  ["a file that goes on behind the end", zipped(["a.game", GAME, { packedSize: 9_000_000 }]), NO_PACKAGE],
  ["a file that lies elsewhere", zipped(["a.game", GAME, { offset: 0xfffffff0 }]), NO_PACKAGE],
  ["an encrypted file", zipped(["a.game", GAME, { flags: 1 }]), NO_PACKAGE],
  ["a file packed in another way", zipped(["a.game", GAME, { method: 14 }]), NO_PACKAGE],
  ["a file whose data are none", zipped(["a.game", GAME, { method: 8, packedSize: 40 }]), NO_PACKAGE],
  [
    "too many files",
    zipped(...Array.from({ length: MAX_PACKAGE_FILES + 1 }, (_, at) => [`${at}.game`, RULES] as const)),
    NO_PACKAGE,
  ],
  ["a package that is too large", new Blob([whole, new Uint8Array(20_000_000)]), TOO_LARGE],
] as const)
  test(`no game is taken from ${what}`, async () => {
    await assert.rejects(extractGameFile(file), (error) => error instanceof InvalidGame && error.message === message);
  });

test("the texts of a package come with their places in the game's folder, and from nowhere else", async () => {
  const names = ["rules/10.rules", "rules/tests/fog.rules", "rules/LICENCE", "rules/../x.rules", "rules//x", "x.rules"];
  const file = zipped(["lighthouse.game", GAME], ...names.map((name) => [name, RULES] as const));
  const { game, texts } = await extractTexts(file);
  assert.deepEqual([game, [...texts.keys()]], ["lighthouse", ["10.rules", "tests/fog.rules", "LICENCE"]]);
  assert.equal(texts.get("10.rules"), new TextDecoder().decode(RULES));
});

for (const [what, file] of [
  ["no game", zipped(["rules/10.rules", RULES])],
  ["a text that is none", zipped(["lighthouse.game", GAME], ["rules/10.rules", new Uint8Array([255])])],
  ["more than it may", zipped(["lighthouse.game", GAME], ["rules/10.rules", RULES, { size: 30_000_000 }])],
  ["nothing behind its list", new Blob([zipped(["rules/10.rules", RULES]).slice(0, 60)])],
] as const)
  test(`a package is refused that holds ${what}`, async () => {
    await assert.rejects(extractTexts(file), InvalidGame);
  });
