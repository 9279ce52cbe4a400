/** Storage of game files: the site's, the player's own, and those that saves need. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type CompiledGame, compileGame } from "../../engine/modules";
import { decodeDocument } from "../../rules/decode";
import type { Edition, KeptEdition, Neighbour, SiteGame, SiteGames } from "../../rules/documents";
import { type Game, InvalidGame, readGame, UnsupportedVersion } from "../../rules/gamefile";
import type { Release } from "../../rules/program";
import type { RulesHashes } from "../../session/rulesIdentity";
import { readStorage, writeStorage } from "./database";
import { requestResult } from "./requests";
import { putSave, type Save, type SaveProgress } from "./saves";

/** A game file in the browser's storage. */
interface KeptGame {
  /** The SHA-256 digest of the file in hexadecimal. */
  readonly digest: string;
  readonly game: string;
  readonly title: string;
  /** The names of its overlays; missing for none. */
  readonly over?: string | undefined;
  /** Its version, licence and address on the web; missing in rows of older versions, and empty for none. */
  readonly release?: string;
  /** The file. Bytes, for WebKit can store no Blob in a private window; a Blob in rows of older versions. */
  readonly file: Uint8Array<ArrayBuffer> | Blob;
  /** Whether the player added it; else it stays while a save needs it. */
  readonly isOwn: boolean;
  /** Whether it came with the site; else it is a stranger's. Missing in rows of older versions. */
  readonly isOfSite?: boolean;
  /** The version of Bombsight that made it; empty if unknown. This and the identity of its rules are stored beside the
   * file, to be known without opening it, even if it is unreadable. Missing in rows of older versions.
   */
  readonly version?: string;
  readonly marks?: RulesIdentity;
}

/** The identity of a game file's rules. */
export interface RulesIdentity extends RulesHashes {
  /** The digest of the rules' texts; empty if unknown. */
  readonly snapshot: string;
  readonly overlays: readonly string[];
}

/** The identity of an opened game file's rules: their hashes and overlays. */
function identifyRules({ head, program }: Game): RulesIdentity {
  const { game, rules_hash, wording_hash, overlays } = program;
  return { game, rules_hash, wording_hash, overlays, snapshot: head.snapshot ?? "" };
}

/** A game file that the player added. */
export type OwnGame = Pick<KeptGame, "digest" | "game" | "title" | "over" | "release">;

/** Describe a release in a line: `version 1.0, CC0-1.0, https://example.org`; empty if nothing is known of it. */
export function describeRelease({ version, licence, home }: Release): string {
  return [version && `version ${version}`, licence, home].filter(Boolean).join(", ");
}

/** Describe overlays by the names of the variants and house rules among them, joined by commas. */
export function describeOverlays(overlays: readonly string[]): string {
  const names = overlays.filter((overlay) => !/^(errata|preferences) /.test(overlay));
  return names.map((overlay) => overlay.slice(overlay.indexOf(" ") + 1).replaceAll("_", " ")).join(", ");
}

const OWN_PREFIX = "own-";

/** The name of a player's own game file in addresses, made from its digest. */
export function ownGameName(digest: string): string {
  return `${OWN_PREFIX}${digest.slice(0, 16)}`;
}

/** Whether a game's name in an address is that of a player's own game file. */
export function isOwnGameName(name: string): boolean {
  return name.startsWith(OWN_PREFIX);
}

/** A loaded game, ready to play. */
export interface ReadyGame {
  readonly game: Game;
  /** Its modules, which the browser compiles in the background. */
  readonly compiled: Promise<CompiledGame>;
  readonly file: Blob;
  /** The bytes of the file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: string;
  /** Whether it came with the site; else it is a stranger's, and metered. */
  readonly isOfSite: boolean;
}

/** The path from the playing page to the site's folder. */
const SITE_FOLDER = "../";

let siteList: Promise<SiteGames | null> | null = null;

/** Read the site's `games.json`; null if it has none. */
function readSiteList(): Promise<SiteGames | null> {
  siteList ??= fetch(`${SITE_FOLDER}games.json`).then(
    async (response) => (response.ok ? decodeDocument(await response.json(), "SiteGames") : null),
    () => {
      siteList = null;
      return null;
    },
  );
  return siteList;
}

/** List the games that the site offers; empty if it has none. */
export async function listSiteGames(): Promise<readonly SiteGame[]> {
  return (await readSiteList())?.games ?? [];
}

/** Whether the site has a workshop, in which rules are changed. */
export async function hasWorkshop(): Promise<boolean> {
  return (await readSiteList())?.has_workshop ?? false;
}

/** List the parts of the larger site that this is a part of. */
export async function listNeighbours(): Promise<readonly Neighbour[]> {
  return (await readSiteList())?.neighbours ?? [];
}

/** Loaded games by path in the site, and by digest. */
const readyGames = new Map<string, Promise<ReadyGame>>();

/** Loaded site games by digest: a player who adds the same file gets the site's. */
const readySiteGames = new Map<string, ReadyGame>();

/** Load an edition (one game file) of a game of the site; a second call returns the same promise. */
export function loadEdition(edition: Edition | KeptEdition): Promise<ReadyGame> {
  return rememberReady(edition.file, async () => {
    const answer = await fetch(SITE_FOLDER + edition.file);
    if (!answer.ok) throw new InvalidGame("The game could not be loaded.");
    return makeReadyGame(await answer.blob(), true);
  });
}

/**
 * Load a game file stored in the browser by its digest; null if it is not stored. Throws {@link InvalidGame} if it is
 * unreadable, {@link UnsupportedVersion} if only another version can read it.
 */
export async function loadKeptGame(digest: string): Promise<ReadyGame | null> {
  const readyPromise = readyGames.get(digest);
  if (readyPromise !== undefined) return readyPromise;
  const storedGame = await findKeptGame(digest);
  if (!storedGame) return null;
  try {
    return await rememberReady(digest, () => makeReadyGame(asBlob(storedGame.file), storedGame.isOfSite === true));
  } catch (error) {
    throw error instanceof UnsupportedVersion ? new UnsupportedVersion(error.version || storedGame.version) : error;
  }
}

/** Read a game file stored in the browser by its digest; null if it is not stored. */
export async function keptGameFile(digest: string): Promise<Blob | null> {
  const storedGame = await findKeptGame(digest);
  return storedGame ? asBlob(storedGame.file) : null;
}

/** Return a stored game file as a Blob. */
function asBlob(file: KeptGame["file"]): Blob {
  return file instanceof Blob ? file : new Blob([file]);
}

/** Find the database row of a stored game file by its digest. */
function findKeptGame(digest: string): Promise<KeptGame | undefined> {
  return readStorage(["games"], (transaction) =>
    requestResult<KeptGame | undefined>(transaction.objectStore("games").get(digest)),
  );
}

/**
 * List the stored game files of a game, by its id, each with the identity (hashes) of its rules; unreadable ones are
 * left out.
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

/** List the database rows of all stored game files. */
function listKeptGames(): Promise<KeptGame[]> {
  return readStorage(["games"], (transaction) => requestResult<KeptGame[]>(transaction.objectStore("games").getAll()));
}

/**
 * Return the cached promise of the game loaded under a name, else call `make` for one; a promise that fails is
 * forgotten.
 */
function rememberReady(name: string, make: () => Promise<ReadyGame>): Promise<ReadyGame> {
  const promise = readyGames.get(name) ?? make();
  readyGames.set(name, promise);
  promise.catch(() => readyGames.delete(name));
  return promise;
}

/** Read a game file, and have its modules compiled in the background; the same file is loaded once. */
async function makeReadyGame(file: Blob, isOfSite: boolean): Promise<ReadyGame> {
  const owner = isOfSite ? "site" : "stranger";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [game, digest] = await Promise.all([readGame(file, owner), digestOf(bytes)]);
  const trusted = readySiteGames.get(digest);
  if (trusted) return trusted;
  const compiled = compileGame(game, owner);
  compiled.catch(() => {}); // reported where it is awaited
  const readyGame = { game, compiled, file, bytes, digest, isOfSite };
  readyGames.set(digest, Promise.resolve(readyGame));
  if (isOfSite) readySiteGames.set(digest, readyGame);
  return readyGame;
}

/** Compute the SHA-256 digest of a file in hexadecimal; asynchronously if the page's connection is secure. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : sha256(bytes));
}

/** Store further lines of a save, and its game file, in one transaction; returns the updated summary. */
export async function storeSave(ready: ReadyGame, save: Save, lines: readonly string[]): Promise<Save> {
  const now = { ...save, digest: ready.digest };
  await writeStorage(["games", "saves", "lines"], (transaction) => {
    putGame(transaction, ready, false);
    putSave(transaction, now, lines);
  });
  return { ...now, lines: save.lines + lines.length };
}

const PLAYED_ELSEWHERE_TEXT = "It is played in another tab or window, and was played on there: go on there.";

/**
 * Store the new lines and status of a save in play; returns the updated summary once it is on the disk.
 *
 * If the storage has lost it, since somebody cleared the site's data, all of it is stored again with its game file,
 * and `wasLost` is called. Fails if another tab has written lines of it: better to stop than to mix two games.
 *
 * @param lines - All its lines: the stored ones, and behind them the new ones.
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

/** Store a game file unless it exists; `isOwn` marks one that the player added, and that mark stays. */
function putGame(transaction: IDBTransaction, { game, bytes, digest, isOfSite }: ReadyGame, isOwn: boolean): void {
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
      release: describeRelease(game.program.release),
      file: bytes,
      isOwn: isOwn || existing?.isOwn === true,
      isOfSite: isOfSite || existing?.isOfSite === true,
      ...kind,
    } satisfies KeptGame);
  };
}

/**
 * Store a game file that the player added, and return its entry for the list of own games. Throws {@link InvalidGame}
 * if it is no game.
 */
export async function addGame(file: Blob): Promise<OwnGame> {
  const readyGame = await makeReadyGame(file, false);
  await readyGame.compiled;
  await writeStorage(["games"], (transaction) => putGame(transaction, readyGame, true));
  return { digest: readyGame.digest, game: readyGame.game.head.game, title: readyGame.game.head.title };
}

/** List the game files that the player added. */
export async function listOwnGames(): Promise<OwnGame[]> {
  return (await listKeptGames()).filter((each) => each.isOwn);
}

/** Remove a player's own game file from the list; it stays stored while a save needs it. */
export async function removeOwnGame(digest: string): Promise<void> {
  await writeStorage(["games"], (transaction) => {
    const store = transaction.objectStore("games");
    const request = store.get(digest) as IDBRequest<KeptGame | undefined>;
    request.onsuccess = () => request.result && store.put({ ...request.result, isOwn: false });
  });
  await removeUnusedGames();
}

/** Delete the game files that no save needs and no player added. */
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
