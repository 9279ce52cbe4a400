/** Game files: those of the site, those that were dropped onto the page, and those that saves are played by. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Compiled, compileGame } from "../../engine/modules";
import { decodeDocument } from "../../rules/decode";
import type { Edition, SiteGame } from "../../rules/documents";
import { type Game, NoGame, OtherVersion, readGame } from "../../rules/gamefile";
import type { Identified } from "../../session/identity";
import { change, look } from "./database";
import { found } from "./requests";
import { putSave, type Save, type Standing } from "./saves";

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
  readonly marks?: Marks;
}

/** What the rules of a game file are known by. */
export interface Marks extends Identified {
  /** The digest of their texts; empty where it is not known. */
  readonly snapshot: string;
  readonly overlays: readonly string[];
}

/** What the rules of an opened game file are known by. */
function marksOf({ head, program }: Game): Marks {
  const { game, rules_hash, wording_hash, overlays } = program;
  return { game, rules_hash, wording_hash, overlays, snapshot: head.snapshot ?? "" };
}

/** A game file that a person put into the browser. */
export type OwnGame = Pick<KeptGame, "digest" | "game" | "title" | "over">;

/** What is laid over the rules as they come, in words: variants and house rules; errata belong to them. */
export function laidOver(overlays: readonly string[]): string {
  const names = overlays.filter((overlay) => !overlay.startsWith("errata "));
  return names.map((overlay) => overlay.slice(overlay.indexOf(" ") + 1).replaceAll("_", " ")).join(", ");
}

const OWN = "own-";

/** What an address calls a game file that a person put there. */
export function ownName(digest: string): string {
  return `${OWN}${digest.slice(0, 16)}`;
}

/** Whether an address calls a game file so that a person put there. */
export function isOwnName(place: string): boolean {
  return place.startsWith(OWN);
}

/** A game ready to be played. */
export interface Ready {
  readonly game: Game;
  /** Its modules; the browser compiles them while the rest of the page goes on. */
  readonly compiled: Promise<Compiled>;
  readonly file: Blob;
  readonly digest: string;
  /** Whether it came with the site; else it is a stranger's, and what it works is counted. */
  readonly isOfSite: boolean;
}

/** The site's folder, from the playing page. */
const SITE = "../";

let listed: Promise<readonly SiteGame[]> | null = null;

/** The games of the site; none where it holds no list. */
export function games(): Promise<readonly SiteGame[]> {
  listed ??= fetch(`${SITE}games.json`).then(
    async (found) => (found.ok ? (decodeDocument(await found.json(), "SiteGames")?.games ?? []) : []),
    () => {
      listed = null;
      return [];
    },
  );
  return listed;
}

/** What was made ready, by the file's path in the site, and by its digest. */
const opened = new Map<string, Promise<Ready>>();

/** What came with the site, by its digest: whoever puts the same file onto the page puts no other there. */
const ofSite = new Map<string, Ready>();

/** A game of the site, ready to be played; one that was opened stays so. */
export function editionReady(edition: Edition): Promise<Ready> {
  return remembered(edition.file, async () => {
    const answer = await fetch(SITE + edition.file);
    if (!answer.ok) throw new NoGame("The game could not be loaded.");
    return ready(await answer.blob(), true);
  });
}

/** The game file with this digest, ready to be played; null where it is not kept. Throws {@link NoGame} where it cannot
 * be read, {@link OtherVersion} where another version can.
 */
export async function keptReady(digest: string): Promise<Ready | null> {
  const made = opened.get(digest);
  if (made !== undefined) return made;
  const kept = await keptOf(digest);
  if (!kept) return null;
  try {
    return await remembered(digest, () => ready(kept.file, kept.isOfSite === true));
  } catch (error) {
    throw error instanceof OtherVersion ? new OtherVersion(error.version || kept.version) : error;
  }
}

/** The game file with this digest, as it is kept; null where it is not. */
export async function keptFile(digest: string): Promise<Blob | null> {
  return (await keptOf(digest))?.file ?? null;
}

function keptOf(digest: string): Promise<KeptGame | undefined> {
  return look(["games"], (within) => found<KeptGame | undefined>(within.objectStore("games").get(digest)));
}

/** The game files of a game that are kept, whoever put them there, and what their rules are known by; those that cannot
 * be read are left out.
 */
export async function keptMarks(
  id: string,
): Promise<(OwnGame & Pick<KeptGame, "isOwn" | "isOfSite"> & { readonly marks: Marks })[]> {
  const all = (await allKept()).filter((each) => each.game === id);
  const known = await Promise.all(
    all.map(async (kept) => {
      if (kept.marks) return { ...kept, marks: kept.marks };
      const opened = await keptReady(kept.digest).catch(() => null);
      return opened && { ...kept, marks: marksOf(opened.game) };
    }),
  );
  return known.filter((each) => each !== null);
}

function allKept(): Promise<KeptGame[]> {
  return look(["games"], (within) => found<KeptGame[]>(within.objectStore("games").getAll()));
}

function remembered(name: string, make: () => Promise<Ready>): Promise<Ready> {
  const made = opened.get(name) ?? make();
  opened.set(name, made);
  made.catch(() => opened.delete(name));
  return made;
}

async function ready(file: Blob, isOfSite: boolean): Promise<Ready> {
  const whose = isOfSite ? "site" : "stranger";
  const [game, digest] = await Promise.all([readGame(file, whose), digestOf(file)]);
  const trusted = ofSite.get(digest);
  if (trusted) return trusted;
  const compiled = compileGame(game, whose);
  compiled.catch(() => {}); // told where it is awaited
  const made = { game, compiled, file, digest, isOfSite };
  opened.set(digest, Promise.resolve(made));
  if (isOfSite) ofSite.set(digest, made);
  return made;
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
export async function keepPlayed(ready: Ready, save: Save, lines: readonly string[]): Promise<Save> {
  const now = { ...save, digest: ready.digest };
  await change(["games", "saves", "lines"], (within) => {
    putGame(within, ready, false);
    putSave(within, now, lines);
  });
  return { ...now, lines: save.lines + lines.length };
}

const ELSEWHERE = "It is played in another tab or window, and was played on there: go on there.";

/** Write what is new of a save that is played, and where it stands; when this is done, it is on the disk. The save as it
 * is now.
 *
 * Where the storage has lost it, since somebody cleared the site's data, all of it is put there again, with the file of
 * its game, and `wasLost` is called. Fails where another tab has written lines of it: better to stop than to mix two games.
 *
 * @param lines - All its lines: those that were stored and, behind them, those that are new.
 */
export async function keepOn(
  ready: Ready,
  save: Save,
  lines: readonly string[],
  standing: Standing,
  wasLost: () => void = () => {},
): Promise<Save> {
  const now = { ...save, ...standing, played: Date.now() };
  let isElsewhere = false;
  let isLost = false;
  const kept = change(["games", "saves", "lines"], (within) => {
    const request = within.objectStore("saves").get(save.id) as IDBRequest<Save | undefined>;
    request.onsuccess = () => {
      const known = request.result;
      const stored = known?.lines ?? 0;
      isElsewhere = stored > save.lines;
      if (isElsewhere) {
        within.abort();
        return;
      }
      isLost = known === undefined;
      if (isLost) putGame(within, ready, false);
      putSave(within, { ...now, lines: stored }, lines.slice(stored));
    };
  });
  await kept.catch((error: unknown) => {
    throw isElsewhere ? new Error(ELSEWHERE, { cause: error }) : error;
  });
  if (isLost) wasLost();
  return { ...now, lines: lines.length };
}

/** Keep the file of a game, unless it is kept already; one that a person put there stays his. */
function putGame(within: IDBTransaction, { game, file, digest, isOfSite }: Ready, isOwn: boolean): void {
  const kept = within.objectStore("games");
  const { game: id, title, version = "" } = game.head;
  const over = laidOver(game.program.overlays) || undefined;
  const kind = { version, marks: marksOf(game) };
  const request = kept.get(digest) as IDBRequest<KeptGame | undefined>;
  request.onsuccess = () => {
    const known = request.result;
    if (known?.marks && (!isOwn || known.isOwn) && (!isOfSite || known.isOfSite)) return;
    kept.put({
      digest,
      game: id,
      title,
      over,
      file,
      isOwn: isOwn || known?.isOwn === true,
      isOfSite: isOfSite || known?.isOfSite === true,
      ...kind,
    } satisfies KeptGame);
  };
}

/** Keep a file that was dropped onto the page. Throws {@link NoGame} where it is no game. */
export async function addGame(file: Blob): Promise<OwnGame> {
  const made = await ready(file, false);
  await made.compiled;
  await change(["games"], (within) => putGame(within, made, true));
  return { digest: made.digest, game: made.game.head.game, title: made.game.head.title };
}

/** The game files that a person put into the browser. */
export async function ownGames(): Promise<OwnGame[]> {
  return (await allKept()).filter((each) => each.isOwn);
}

/** Throw away a game file of one's own; it stays while a save needs it. */
export async function dropOwn(digest: string): Promise<void> {
  await change(["games"], (within) => {
    const kept = within.objectStore("games");
    const request = kept.get(digest) as IDBRequest<KeptGame | undefined>;
    request.onsuccess = () => request.result && kept.put({ ...request.result, isOwn: false });
  });
  await dropUnused();
}

/** Throw away the game files that no save needs and nobody put there. */
export function dropUnused(): Promise<void> {
  return change(["games", "saves"], (within) => {
    const kept = within.objectStore("saves").getAll() as IDBRequest<Save[]>;
    kept.onsuccess = () => {
      const needed = new Set(kept.result.map((save) => save.digest));
      const request = within.objectStore("games").openCursor();
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
