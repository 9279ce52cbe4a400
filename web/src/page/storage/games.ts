/** Game files: those of the site, those that were dropped onto the page, and those that saves are played by. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type CompiledGame, compileGame } from "../../engine/modules";
import { decodeDocument } from "../../rules/decode";
import type { Edition, SiteGame } from "../../rules/documents";
import { type Game, InvalidGame, readGame, UnsupportedVersion } from "../../rules/gamefile";
import type { RulesHashes } from "../../session/rulesIdentity";
import { readStorage, writeStorage } from "./database";
import { requestResult } from "./requests";
import { putSave, type Save, type SaveProgress } from "./saves";

/** A game file that is kept in the browser. */
interface KeptGame {
  /** Of the file: SHA-256 in hexadecimal. */
  readonly digest: string;
  readonly game: string;
  readonly title: string;
  /** What is laid over the rules as they come, in words; missing where nothing is. */
  readonly over?: string | undefined;
  readonly file: Blob;
  /** Whether a person put it there; else it stays while a save needs it. */
  readonly isOwn: boolean;
  /** Whether it came with the site; else it is a stranger's. Missing where a version before this one kept it. */
  readonly isOfSite?: boolean;
  /** Which version of Bombsight made it; empty where it does not say. This and what its rules are known by stand beside
   * the file, so that they are known without opening it, and where it cannot be read. They are missing where a version of
   * the page before this one kept it. */
  readonly version?: string;
  readonly marks?: RulesIdentity;
}

/** What the rules of a game file are known by. */
export interface RulesIdentity extends RulesHashes {
  /** The digest of their texts; empty where it is not known. */
  readonly snapshot: string;
  readonly overlays: readonly string[];
}

/** What the rules of an opened game file are known by. */
function identifyRules({ head, program }: Game): RulesIdentity {
  const { game, rules_hash, wording_hash, overlays } = program;
  return { game, rules_hash, wording_hash, overlays, snapshot: head.snapshot ?? "" };
}

/** A game file that a person put into the browser. */
export type OwnGame = Pick<KeptGame, "digest" | "game" | "title" | "over">;

/** What is laid over the rules as they come, in words: variants and house rules; errata belong to them. */
export function describeOverlays(overlays: readonly string[]): string {
  const names = overlays.filter((overlay) => !overlay.startsWith("errata "));
  return names.map((overlay) => overlay.slice(overlay.indexOf(" ") + 1).replaceAll("_", " ")).join(", ");
}

const OWN_PREFIX = "own-";

/** What an address calls a game file that a person put there. */
export function ownGameName(digest: string): string {
  return `${OWN_PREFIX}${digest.slice(0, 16)}`;
}

/** Whether an address calls a game file so that a person put there. */
export function isOwnGameName(place: string): boolean {
  return place.startsWith(OWN_PREFIX);
}

/** A game ready to be played. */
export interface ReadyGame {
  readonly game: Game;
  /** Its modules; the browser compiles them while the rest of the page goes on. */
  readonly compiled: Promise<CompiledGame>;
  readonly file: Blob;
  readonly digest: string;
  /** Whether it came with the site; else it is a stranger's, and what it works is counted. */
  readonly isOfSite: boolean;
}

/** The site's folder, from the playing page. */
const SITE_FOLDER = "../";

let siteGameList: Promise<readonly SiteGame[]> | null = null;

/** The games of the site; none where it holds no list. */
export function listSiteGames(): Promise<readonly SiteGame[]> {
  siteGameList ??= fetch(`${SITE_FOLDER}games.json`).then(
    async (response) => (response.ok ? (decodeDocument(await response.json(), "SiteGames")?.games ?? []) : []),
    () => {
      siteGameList = null;
      return [];
    },
  );
  return siteGameList;
}

/** What was made ready, by the file's path in the site, and by its digest. */
const readyGames = new Map<string, Promise<ReadyGame>>();

/** What came with the site, by its digest: whoever puts the same file onto the page puts no other there. */
const readySiteGames = new Map<string, ReadyGame>();

/** A game of the site, ready to be played; one that was opened stays so. */
export function loadEdition(edition: Edition): Promise<ReadyGame> {
  return rememberReady(edition.file, async () => {
    const answer = await fetch(SITE_FOLDER + edition.file);
    if (!answer.ok) throw new InvalidGame("The game could not be loaded.");
    return makeReady(await answer.blob(), true);
  });
}

/** The game file with this digest, ready to be played; null where it is not kept. Throws {@link InvalidGame} where it cannot
 * be read, {@link UnsupportedVersion} where another version can.
 */
export async function loadKeptGame(digest: string): Promise<ReadyGame | null> {
  const readyPromise = readyGames.get(digest);
  if (readyPromise !== undefined) return readyPromise;
  const storedGame = await findKeptGame(digest);
  if (!storedGame) return null;
  try {
    return await rememberReady(digest, () => makeReady(storedGame.file, storedGame.isOfSite === true));
  } catch (error) {
    throw error instanceof UnsupportedVersion ? new UnsupportedVersion(error.version || storedGame.version) : error;
  }
}

/** The game file with this digest, as it is kept; null where it is not. */
export async function keptGameFile(digest: string): Promise<Blob | null> {
  return (await findKeptGame(digest))?.file ?? null;
}

function findKeptGame(digest: string): Promise<KeptGame | undefined> {
  return readStorage(["games"], (transaction) =>
    requestResult<KeptGame | undefined>(transaction.objectStore("games").get(digest)),
  );
}

/** The game files of a game that are kept, whoever put them there, and what their rules are known by; those that cannot
 * be read are left out.
 */
export async function listKeptIdentities(
  id: string,
): Promise<(OwnGame & Pick<KeptGame, "isOwn" | "isOfSite"> & { readonly marks: RulesIdentity })[]> {
  const all = (await listKeptGames()).filter((each) => each.game === id);
  const identified = await Promise.all(
    all.map(async (kept) => {
      if (kept.marks) return { ...kept, marks: kept.marks };
      const opened = await loadKeptGame(kept.digest).catch(() => null);
      return opened && { ...kept, marks: identifyRules(opened.game) };
    }),
  );
  return identified.filter((each) => each !== null);
}

function listKeptGames(): Promise<KeptGame[]> {
  return readStorage(["games"], (transaction) => requestResult<KeptGame[]>(transaction.objectStore("games").getAll()));
}

function rememberReady(name: string, make: () => Promise<ReadyGame>): Promise<ReadyGame> {
  const promise = readyGames.get(name) ?? make();
  readyGames.set(name, promise);
  promise.catch(() => readyGames.delete(name));
  return promise;
}

async function makeReady(file: Blob, isOfSite: boolean): Promise<ReadyGame> {
  const owner = isOfSite ? "site" : "stranger";
  const [game, digest] = await Promise.all([readGame(file, owner), digestOf(file)]);
  const trusted = readySiteGames.get(digest);
  if (trusted) return trusted;
  const compiled = compileGame(game, owner);
  compiled.catch(() => {}); // told where it is awaited
  const readyGame = { game, compiled, file, digest, isOfSite };
  readyGames.set(digest, Promise.resolve(readyGame));
  if (isOfSite) readySiteGames.set(digest, readyGame);
  return readyGame;
}

/** SHA-256 in hexadecimal, worked out beside; browsers do that only for a page that came safely. */
async function digestOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : sha256(new Uint8Array(bytes)));
}

/** Keep a save with further lines of it, and the file of the game that it is played by: both or none. The save as it is
 * now.
 */
export async function storeSave(ready: ReadyGame, save: Save, lines: readonly string[]): Promise<Save> {
  const now = { ...save, digest: ready.digest };
  await writeStorage(["games", "saves", "lines"], (transaction) => {
    putGame(transaction, ready, false);
    putSave(transaction, now, lines);
  });
  return { ...now, lines: save.lines + lines.length };
}

const PLAYED_ELSEWHERE_TEXT = "It is played in another tab or window, and was played on there: go on there.";

/** Write what is new of a save that is played, and where it stands; when this is done, it is on the disk. The save as it
 * is now.
 *
 * Where the storage has lost it, since somebody cleared the site's data, all of it is put there again, with the file of
 * its game, and `wasLost` is called. Fails where another tab has written lines of it: better to stop than to mix two games.
 *
 * @param lines - All its lines: those that were stored and, behind them, those that are new.
 */
export async function storeProgress(
  ready: ReadyGame,
  save: Save,
  lines: readonly string[],
  progress: SaveProgress,
  wasLost: () => void = () => {},
): Promise<Save> {
  const now = { ...save, ...progress, played: Date.now() };
  let isElsewhere = false;
  let isLost = false;
  const written = writeStorage(["games", "saves", "lines"], (transaction) => {
    const request = transaction.objectStore("saves").get(save.id) as IDBRequest<Save | undefined>;
    request.onsuccess = () => {
      const storedSave = request.result;
      const stored = storedSave?.lines ?? 0;
      isElsewhere = stored > save.lines;
      if (isElsewhere) {
        transaction.abort();
        return;
      }
      isLost = storedSave === undefined;
      if (isLost) putGame(transaction, ready, false);
      putSave(transaction, { ...now, lines: stored }, lines.slice(stored));
    };
  });
  await written.catch((error: unknown) => {
    throw isElsewhere ? new Error(PLAYED_ELSEWHERE_TEXT, { cause: error }) : error;
  });
  if (isLost) wasLost();
  return { ...now, lines: lines.length };
}

/** Keep the file of a game, unless it is kept already; one that a person put there stays his. */
function putGame(transaction: IDBTransaction, { game, file, digest, isOfSite }: ReadyGame, isOwn: boolean): void {
  const store = transaction.objectStore("games");
  const { game: id, title, version = "" } = game.head;
  const over = describeOverlays(game.program.overlays) || undefined;
  const kind = { version, marks: identifyRules(game) };
  const request = store.get(digest) as IDBRequest<KeptGame | undefined>;
  request.onsuccess = () => {
    const existing = request.result;
    if (existing?.marks && (!isOwn || existing.isOwn) && (!isOfSite || existing.isOfSite)) return;
    store.put({
      digest,
      game: id,
      title,
      over,
      file,
      isOwn: isOwn || existing?.isOwn === true,
      isOfSite: isOfSite || existing?.isOfSite === true,
      ...kind,
    } satisfies KeptGame);
  };
}

/** Keep a file that was dropped onto the page. Throws {@link InvalidGame} where it is no game. */
export async function addGame(file: Blob): Promise<OwnGame> {
  const readyGame = await makeReady(file, false);
  await readyGame.compiled;
  await writeStorage(["games"], (transaction) => putGame(transaction, readyGame, true));
  return { digest: readyGame.digest, game: readyGame.game.head.game, title: readyGame.game.head.title };
}

/** The game files that a person put into the browser. */
export async function listOwnGames(): Promise<OwnGame[]> {
  return (await listKeptGames()).filter((each) => each.isOwn);
}

/** Throw away a game file of one's own; it stays while a save needs it. */
export async function removeOwnGame(digest: string): Promise<void> {
  await writeStorage(["games"], (transaction) => {
    const store = transaction.objectStore("games");
    const request = store.get(digest) as IDBRequest<KeptGame | undefined>;
    request.onsuccess = () => request.result && store.put({ ...request.result, isOwn: false });
  });
  await removeUnusedGames();
}

/** Throw away the game files that no save needs and nobody put there. */
export function removeUnusedGames(): Promise<void> {
  return writeStorage(["games", "saves"], (transaction) => {
    const saveRequest = transaction.objectStore("saves").getAll() as IDBRequest<Save[]>;
    saveRequest.onsuccess = () => {
      const needed = new Set(saveRequest.result.map((save) => save.digest));
      const request = transaction.objectStore("games").openCursor();
      request.onsuccess = () => {
        const at = request.result;
        if (!at) return;
        const game = at.value as KeptGame;
        if (!game.isOwn && !needed.has(game.digest)) at.delete();
        at.continue();
      };
    };
  });
}
