import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { compileGame } from "../src/engine/modules";
import {
  findClosestGameFile,
  findGameFile,
  findLinkGameFile,
  findNewerGameFile,
  type OpenedGameFile,
} from "../src/page/storage/gameFiles";
import { addGame, loadEdition, ownGameName, storeSave } from "../src/page/storage/games";
import { makeLink } from "../src/play/links/making";
import { startGame } from "../src/play/start";
import type { Edition } from "../src/rules/documents";
import { readGame } from "../src/rules/gamefile";
import type { Header } from "../src/session/classes";
import { SaveRefused } from "../src/session/rulesIdentity";
import { runToEnd } from "../src/session/saveReader";
import { changeStore, clearStorage, edition, listGames, site } from "./browserParts";
import { bytesOfGame, withVersion } from "./packed";
import { newSave } from "./saving";

const LIGHTHOUSE = new Blob([bytesOfGame("lighthouse")]);
const { head, program } = await readGame(LIGHTHOUSE);
const { rules_hash: rules, wording_hash: wording } = program;
const header: Header = startGame(await compileGame(await readGame(LIGHTHOUSE)), { seed: 1n }, null).session.header;
const changed: Header = { ...header, rules: "of rules that changed" };
const long: Header = { ...changed, overlays: [{ name: "variant long", file: null }] };

/** The site's list stays as it was loaded first: so it holds all that is tried, and its files change. */
const AS_IT_COMES = edition("as-it-comes.game", { rules, wording });
const LONG = edition("long.game", { rules: "long", overlays: ["errata sheet", "variant long"], name: "long" });
const FORT = edition("fort.game");

const { wording: _, ...EARLIER } = { ...edition("kept/earlier.game", { rules: "e".repeat(64) }), version: "0.1.0" };

const siteGame = (id: string, ...editions: Edition[]) => ({
  game: id,
  title: id,
  about: "",
  editions,
  kept: [],
  release: "",
});
const LIST = listGames({ ...siteGame("lighthouse", LONG, AS_IT_COMES), kept: [EARLIER] }, siteGame("fort", FORT));

/** Have these files on the site, and its list. */
function serveFiles(files: readonly (readonly [Pick<Edition, "file">, Blob])[]): void {
  site.files = new Map<string, BodyInit>([
    ["games.json", LIST],
    ...files.map(([{ file }, blob]) => [file, blob] as const),
  ]);
}

const lighthouseOf = (version: string): Blob => withVersion(version, "lighthouse");
const versionOf = ({ game: { head: its } }: { readonly game: { readonly head: { readonly version?: string } } }) =>
  its.version;
const placeOf = (opened: OpenedGameFile | null) => opened?.player.place;

/** Keep a file as another version would, which cannot be read here. */
async function keepUnread(digest: string, version: string, more: object = {}): Promise<void> {
  const file = new Blob([gzipSync(`${JSON.stringify({ bombsight_game: 1, parts: {} })}\n`)]);
  const kept = { digest, game: "lighthouse", title: "", file, isOwn: false, version, ...more };
  await changeStore("games", (store) => store.put(kept));
}

beforeEach(async () => {
  await clearStorage();
  serveFiles([]);
});

test("a save is refused where its file is gone, and nothing here has its rules", async () => {
  const gone = (error: unknown): boolean => error instanceof SaveRefused && /no longer kept here/.test(error.message);
  await assert.rejects(findGameFile(newSave("a", { digest: "gone" }), changed), gone);
  await keepUnread("unread", "9.0");
  await assert.rejects(findGameFile(newSave("a", { digest: "gone" }), changed), gone);
});

test("a save is refused where its file is of another version, and it is said which plays it", async () => {
  for (const [version, told] of [
    ["9.0", /^Bombsight 9\.0 plays it\./],
    ["", /^The version that made it plays it\./],
  ] as const) {
    const digest = `unread ${version}`;
    await keepUnread(digest, version);
    await assert.rejects(
      findGameFile(newSave("a", { digest }), changed),
      (error) =>
        error instanceof SaveRefused && /this version cannot read/.test(error.message) && told.test(error.hint),
    );
  }
});

test("a stranger's file that says it has the rules of a game of the site plays none of that game's saves", async () => {
  const { digest } = await addGame(lighthouseOf("stranger"));
  await assert.rejects(findGameFile(newSave("a", { digest: "gone" }), header), SaveRefused);
  assert.equal(
    versionOf(await findGameFile(newSave("a", { digest: "gone", place: ownGameName(digest) }), header)),
    "stranger",
  );
});

// A file of the site that was opened stays so: what needs that of these rules unopened comes first.

test("a site that cannot be reached is no reason to say that the rules are gone", async () => {
  await assert.rejects(findGameFile(newSave("a", { digest: "gone" }), changed), SaveRefused);
  site.files = null;
  await assert.rejects(findGameFile(newSave("a", { digest: "gone" }), header), TypeError);
});

test("a save from elsewhere goes with the rules kept for another save, and with others only where they are offered", async () => {
  const { version } = head;
  const elsewhere = edition("elsewhere.game");
  serveFiles([[elsewhere, LIGHTHOUSE]]);
  await storeSave(await loadEdition(elsewhere), newSave("b"), []);
  serveFiles([]);
  const found = await findClosestGameFile(header);
  assert.deepEqual(
    [found && versionOf(found.ready), found?.player.isOffered, placeOf(found)],
    [version, false, "lighthouse"],
  );
  assert.equal(found?.player.edition, "");
  assert.equal(placeOf(await findClosestGameFile(changed)), undefined);
});

test("a save is played by the file that it was begun by, though the site has the same rules", async () => {
  serveFiles([[AS_IT_COMES, lighthouseOf("site")]]);
  const { digest } = await addGame(lighthouseOf("begun"));
  assert.equal(versionOf(await findGameFile(newSave("a", { digest }), header)), "begun");
});

test("a save whose file is gone or cannot be read is played by one with the same rules, of the site or kept", async () => {
  await keepUnread("unread", "9.0");
  const elsewhere = edition("of-the-site.game");
  serveFiles([[elsewhere, lighthouseOf("kept")]]);
  await storeSave(await loadEdition(elsewhere), newSave("b"), []);
  serveFiles([]);
  for (const digest of ["gone", "unread"])
    assert.equal(versionOf(await findGameFile(newSave("a", { digest }), header)), "kept");
  serveFiles([[AS_IT_COMES, lighthouseOf("site")]]);
  for (const digest of ["gone", "unread"])
    assert.equal(versionOf(await findGameFile(newSave("a", { digest }), header)), "site");
});

test("a save whose rules are not those of its file is refused, and it is said how they differ", async () => {
  const { digest } = await addGame(LIGHTHOUSE);
  await assert.rejects(
    findGameFile(newSave("a", { digest }), { ...header, options: { ...header.options, new_moon: "yes" }, rules: "" }),
    (error) => error instanceof SaveRefused && /option new_moon was yes and is no/.test(error.message),
  );
});

test("a save from elsewhere goes with what it knows best: its texts, its rules, what is laid over them, the game", async () => {
  assert.equal(placeOf(await findClosestGameFile({ ...header, game: "fort" })), undefined);
  serveFiles([
    [LONG, lighthouseOf("long")],
    [AS_IT_COMES, lighthouseOf("site")],
  ]);
  assert.equal((await findClosestGameFile(changed))?.player.edition, "");
  assert.equal((await findClosestGameFile(long))?.player.edition, "long");
  const short = await findClosestGameFile({ ...changed, overlays: [{ name: "variant short", file: null }] });
  assert.equal(short?.player.edition, "long");
  assert.equal((await findClosestGameFile(header))?.player.edition, "");

  const { digest } = await addGame(lighthouseOf("own"));
  assert.equal(placeOf(await findClosestGameFile({ ...header, snapshot: head.snapshot ?? "" })), ownGameName(digest));
  assert.equal(placeOf(await findClosestGameFile({ ...header, snapshot: "" })), "lighthouse");
  assert.equal(placeOf(await findClosestGameFile({ ...header, game: "reef" })), undefined);
});

test("the site has newer rules for a save that was begun from it and whose rules it has no more", async () => {
  assert.equal(await findNewerGameFile(newSave("a"), header), null);
  assert.equal((await findNewerGameFile(newSave("a"), changed))?.edition, "");
  assert.equal((await findNewerGameFile(newSave("a"), long))?.edition, "long");
  const other = { ...changed, overlays: [{ name: "house mine", file: null }] };
  assert.equal(await findNewerGameFile(newSave("a"), other), null);
  assert.equal(await findNewerGameFile(newSave("a", { place: "own-0123" }), changed), null);
});

test("a link is played by its own rules alone: of the site, of an edition that it keeps, or of a file that is here", async () => {
  const { session } = startGame(await compileGame(await readGame(LIGHTHOUSE)), { seed: 1n }, null);
  const link = runToEnd(makeLink(session, "0.1.0"));
  const earlier = { ...link, rules: "e".repeat(16) };
  serveFiles([
    [AS_IT_COMES, lighthouseOf("site")],
    [EARLIER, lighthouseOf("earlier")],
  ]);
  const found = await findLinkGameFile(earlier);
  assert.deepEqual(
    [found && versionOf(found.ready), found?.player.isOffered, placeOf(found)],
    ["earlier", false, "lighthouse"],
  );
  assert.equal(placeOf(await findLinkGameFile(link)), "lighthouse");
  assert.equal(await findLinkGameFile({ ...link, rules: "0".repeat(16) }), null);
  assert.equal(await findLinkGameFile({ ...link, game: "reef" }), null);
});
