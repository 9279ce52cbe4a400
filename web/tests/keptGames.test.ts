import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  addGame,
  describeOverlays,
  keptGameFile,
  listKeptIdentities,
  listOwnGames,
  listSiteGames,
  loadEdition,
  loadKeptGame,
  ownGameName,
  removeOwnGame,
  removeUnusedGames,
  storeSave,
} from "../src/page/storage/games";
import { deleteSave, listSaves } from "../src/page/storage/saves";
import { InvalidGame, UnsupportedVersion } from "../src/rules/gamefile";
import { changeStore, clearStorage, edition, listGames, readStore, site } from "./browserParts";
import { bytesOfGame, parted, withVersion } from "./packed";
import { loadGame, newSave } from "./saving";

interface Kept {
  readonly digest: string;
  readonly isOwn: boolean;
  readonly version?: string;
  readonly marks?: object;
}

const LIGHTHOUSE = new Blob([bytesOfGame("lighthouse")]);
const FORT = new Blob([bytesOfGame("fort")]);
const lighthouse = await loadGame("lighthouse.game", LIGHTHOUSE);
const fort = await loadGame("fort.game", FORT);

const keptDigests = async (): Promise<string[]> => (await readStore<Kept>("games")).map(({ digest }) => digest).sort();
const both = [lighthouse.digest, fort.digest].sort();
const ownDigests = async (): Promise<string[]> => (await listOwnGames()).map(({ digest }) => digest);

/** Keep a file as a version of before did, or another. */
function putGame(digest: string, file: Blob, more: object = {}): Promise<unknown> {
  const told = { digest, game: "lighthouse", title: "The Keeper's Night", file, isOwn: false, ...more };
  return changeStore("games", (store) => store.put(told));
}

beforeEach(clearStorage);

test("a save is kept with the file of its game", async () => {
  const now = await storeSave(lighthouse, newSave("a"), ["{}"]);
  assert.equal(now.digest, lighthouse.digest);
  assert.deepEqual(await keptDigests(), [lighthouse.digest]);
  assert.deepEqual(await (await keptGameFile(lighthouse.digest))?.arrayBuffer(), await LIGHTHOUSE.arrayBuffer());
  assert.equal(await keptGameFile(fort.digest), null);
});

test("where a save cannot be kept, the file of its game is not, either", async () => {
  await storeSave(lighthouse, newSave("a"), ["{}"]);
  await assert.rejects(storeSave(fort, newSave("a"), ["{}"]), { name: "ConstraintError" });
  assert.deepEqual(await keptDigests(), [lighthouse.digest]);
  assert.deepEqual(
    (await listSaves()).map(({ digest }) => digest),
    [lighthouse.digest],
  );
});

test("a game file stays while a save needs it, and goes with the last of them", async () => {
  await storeSave(lighthouse, newSave("a"), []);
  await storeSave(fort, newSave("b"), []);
  await storeSave(fort, newSave("c"), []);
  await removeUnusedGames();
  assert.deepEqual(await keptDigests(), both);
  await deleteSave("a");
  assert.deepEqual(await keptDigests(), both);
  await removeUnusedGames();
  assert.deepEqual(await keptDigests(), [fort.digest]);
  await deleteSave("b");
  await removeUnusedGames();
  assert.deepEqual(await keptDigests(), [fort.digest]);
  await deleteSave("c");
  await removeUnusedGames();
  assert.deepEqual(await keptDigests(), []);
});

test("a file that was dropped onto the page is one's own, and stays though no save needs it", async () => {
  const { head } = fort.game;
  assert.deepEqual(await addGame(FORT), { digest: fort.digest, game: "fort", title: head.title });
  await removeUnusedGames();
  const [only, ...others] = await listOwnGames();
  assert.deepEqual(
    [only?.digest, only?.game, only?.title, only?.over, others],
    [fort.digest, "fort", head.title, undefined, []],
  );
});

test("a file that is kept for a save becomes one's own when it is dropped, and stays so when it is played", async () => {
  await storeSave(fort, newSave("a"), []);
  assert.deepEqual(await ownDigests(), []);
  await addGame(FORT);
  assert.deepEqual(await ownDigests(), [fort.digest]);
  await storeSave(fort, newSave("b"), []);
  assert.deepEqual(await ownDigests(), [fort.digest]);
});

test("a file of one's own that is thrown away stays while a save needs it, and goes behind that", async () => {
  await addGame(FORT);
  await addGame(LIGHTHOUSE);
  await storeSave(fort, newSave("a"), []);
  await removeOwnGame(fort.digest);
  assert.deepEqual([await ownDigests(), await keptDigests()], [[lighthouse.digest], both]);
  await removeOwnGame(lighthouse.digest);
  assert.deepEqual([await ownDigests(), await keptDigests()], [[], [fort.digest]]);
  await removeOwnGame("of no file");
  await deleteSave("a");
  await removeUnusedGames();
  assert.deepEqual(await keptDigests(), []);
});

test("what is no game, or cannot be run, is not kept", async () => {
  await assert.rejects(addGame(new Blob(["no game"])), InvalidGame);
  const [head, rest] = parted(new Uint8Array(gunzipSync(bytesOfGame("fort"))));
  const { parts } = JSON.parse(head) as { parts: Record<string, number> };
  rest.fill(0, parts.program!);
  await assert.rejects(addGame(new Blob([new Uint8Array(gzipSync(Buffer.concat([Buffer.from(`${head}\n`), rest])))])), {
    message: "This game file holds a program that does what no game does, so it is not run.",
  });
  assert.deepEqual(await keptDigests(), []);
});

test("what is kept beside a file: who made it, and what its rules are known by", async () => {
  await addGame(FORT);
  const [found] = await readStore<Kept>("games");
  const { head, program } = fort.game;
  const { game, rules_hash, wording_hash } = program;
  assert.equal(found?.version, head.version);
  assert.deepEqual(found?.marks, { game, rules_hash, wording_hash, overlays: [], snapshot: head.snapshot });
});

test("what a version of before kept without it gets it when it is kept again, and stays one's own", async () => {
  await putGame(lighthouse.digest, LIGHTHOUSE, { isOwn: true });
  await storeSave(lighthouse, newSave("a"), []);
  const [found] = await readStore<Kept>("games");
  assert.deepEqual([found?.isOwn, found?.version], [true, lighthouse.game.head.version]);
  assert.ok(found?.marks);
});

test("the files of one game are found by what their rules are known by, though they cannot be read", async () => {
  const marks = { game: "lighthouse", rules_hash: "r", wording_hash: "w", overlays: [], snapshot: "" };
  const unread = new Blob(["of another version"]);
  await addGame(FORT);
  await putGame("known", unread, { marks, version: "9.0" });
  await putGame("unknown", unread);
  await putGame("before", withVersion("before", "lighthouse"));
  const found = await listKeptIdentities("lighthouse");
  const { rules_hash } = lighthouse.game.program;
  assert.deepEqual(
    found.map(({ digest, marks }) => [digest, marks.rules_hash]),
    [
      ["before", rules_hash],
      ["known", "r"],
    ],
  );
});

test("a kept file is opened once; one that is not kept is none", async () => {
  await putGame("once", withVersion("once", "fort"));
  const opened = await loadKeptGame("once");
  assert.equal(opened?.game.program.game, "fort");
  assert.equal(await loadKeptGame("once"), opened);
  assert.equal(await loadKeptGame("of no file"), null);
});

test("a kept file that only another version can read says which; one that is spoilt can be mended", async () => {
  const head = `${JSON.stringify({ bombsight_game: 1, parts: {} })}\n`;
  await putGame("other", new Blob([gzipSync(head)]), { version: "9.0" });
  await assert.rejects(
    loadKeptGame("other"),
    (error) => error instanceof UnsupportedVersion && error.version === "9.0",
  );
  await putGame("spoilt", new Blob(["no game"]));
  await assert.rejects(
    loadKeptGame("spoilt"),
    (error) => error instanceof InvalidGame && !(error instanceof UnsupportedVersion),
  );
  await putGame("spoilt", withVersion("mended", "fort"));
  assert.equal((await loadKeptGame("spoilt"))?.game.program.game, "fort");
});

test("a game of the site is loaded once, and again where that failed", async () => {
  const path = "played.game";
  site.files = new Map();
  await assert.rejects(loadEdition(edition(path)), { message: "The game could not be loaded." });
  site.files = new Map([[path, withVersion("site", "fort")]]);
  site.asked = [];
  const [one, two] = await Promise.all([loadEdition(edition(path)), loadEdition(edition(path))]);
  assert.equal(one, two);
  assert.equal(await loadKeptGame(one.digest), one);
  assert.deepEqual(site.asked, [path]);
});

test("the list of the site is loaded once, and again where the site could not be reached", async () => {
  const reef = { game: "reef", title: "The Reef", about: "", editions: [], kept: [], release: "" };
  site.files = null;
  assert.deepEqual(await listSiteGames(), []);
  site.files = new Map([["games.json", listGames(reef)]]);
  assert.deepEqual(await listSiteGames(), [reef]);
  site.files = null;
  assert.deepEqual(await listSiteGames(), [reef]);
});

test("what is laid over the rules is told without errata, which belong to them", () => {
  assert.equal(describeOverlays([]), "");
  assert.equal(describeOverlays(["errata sheet"]), "");
  assert.equal(
    describeOverlays(["errata sheet", "variant long_winter", "house my_own rules"]),
    "long winter, my own rules",
  );
});

test("an address calls a file of one's own by the beginning of its digest", () => {
  assert.equal(ownGameName("0123456789abcdef0123"), "own-0123456789abcdef");
});

test("what came with the site runs as it came; what a person put here is counted, and stays so when it is opened again", async () => {
  assert.equal((await loadGame("again.game", LIGHTHOUSE)).isOfSite, true);
  await storeSave(lighthouse, newSave("a"), []);
  await putGame("again", withVersion("again", "lighthouse"), { isOfSite: true });
  await putGame("before", withVersion("counted", "lighthouse"));
  const { digest } = await addGame(withVersion("own", "lighthouse"));
  const isOfSite = async (name: string) => (await loadKeptGame(name))?.isOfSite;
  assert.deepEqual(await Promise.all([lighthouse.digest, "again", "before", digest].map(isOfSite)), [
    true,
    true,
    false,
    false,
  ]);
});
