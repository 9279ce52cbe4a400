/** Copying of saves and game files from the old storage, common to all sites of an origin, into the site's own.
 *
 * They are copied, not moved: another site of the origin, or a tab with an old page, may still use them. The number of
 * copied lines is noted for each, so that lines written by such a tab follow the next time, and deleted saves do not
 * return.
 */

import { completeTransaction, requestResult, type StoreName } from "./requests";

/** A save in the old storage. */
interface OldSave {
  readonly id: string;
  readonly digest: string;
  readonly lines: number;
}

/** A game file in the old storage. */
interface OldGame {
  readonly digest: string;
  readonly isOwn: boolean;
}

/** A record of copying: the number of lines of a save, by id; a game file, by digest. */
interface CopiedRow {
  readonly id: string;
  readonly lines: number;
}

/** Copy saves and game files from the old database `name` into this site's; what fails is retried next time. */
export async function copyOldStorage(name: string, to: IDBDatabase): Promise<void> {
  const from = await openOldDatabase(name);
  if (from === null) return;
  try {
    const saves = await readAll<OldSave>(from, "saves");
    for (const save of saves) await copySave(save, from, to);
    for (const game of await readAll<OldGame>(from, "games")) if (game.isOwn) await copyGame(game, to);
  } catch (error) {
    console.warn("Not all that was kept before could be copied", error);
  } finally {
    from.close();
  }
}

/** Open a database by name; null if it does not exist, or has a later version. */
function openOldDatabase(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction!.abort(); // do not create a missing database
    request.onsuccess = () => {
      const { result } = request;
      result.onversionchange = () => result.close();
      const isKnown = ["saves", "lines", "games"].every((place) => result.objectStoreNames.contains(place));
      if (!isKnown) result.close();
      resolve(isKnown ? result : null);
    };
    request.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
  });
}

/** Read all rows of an object store, or those in a range of keys. */
function readAll<T>(database: IDBDatabase, store: StoreName, range?: IDBKeyRange): Promise<T[]> {
  return requestResult<T[]>(database.transaction(store).objectStore(store).getAll(range));
}

/**
 * Copy a save with its game file; of a save copied before only new lines, and none if it was played or deleted here.
 */
async function copySave(save: OldSave, from: IDBDatabase, to: IDBDatabase): Promise<void> {
  const copied = await requestResult<CopiedRow | undefined>(to.transaction("moved").objectStore("moved").get(save.id));
  if (copied && copied.lines >= save.lines) return;
  const current = await requestResult<OldSave | undefined>(to.transaction("saves").objectStore("saves").get(save.id));
  if (copied && current?.lines !== copied.lines) return; // it was played on here, or deleted
  const first = copied?.lines ?? 0;
  const lines = await readAll<object>(
    from,
    "lines",
    IDBKeyRange.bound([save.id, first], [save.id, Number.MAX_SAFE_INTEGER]),
  );
  const game = await requestResult<object | undefined>(from.transaction("games").objectStore("games").get(save.digest));
  await completeTransaction(to.transaction(["saves", "lines", "games", "moved"], "readwrite"), (transaction) => {
    transaction.objectStore("saves").put(save);
    for (const line of lines) transaction.objectStore("lines").put(line);
    if (game) putIfAbsent(transaction, save.digest, game);
    transaction.objectStore("moved").put({ id: save.id, lines: save.lines } satisfies CopiedRow);
  });
}

/** Copy a game file, unless it was copied before. */
async function copyGame(game: OldGame, to: IDBDatabase): Promise<void> {
  if (await requestResult(to.transaction("moved").objectStore("moved").get(game.digest))) return;
  await completeTransaction(to.transaction(["games", "moved"], "readwrite"), (transaction) => {
    putIfAbsent(transaction, game.digest, game);
    transaction.objectStore("moved").put({ id: game.digest, lines: 0 } satisfies CopiedRow);
  });
}

/** Store a game file, unless a file with its digest is stored already. */
function putIfAbsent(transaction: IDBTransaction, digest: string, game: object): void {
  const games = transaction.objectStore("games");
  const request = games.getKey(digest);
  request.onsuccess = () => request.result === undefined && games.put(game);
}
