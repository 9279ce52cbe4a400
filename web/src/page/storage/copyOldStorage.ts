/** Saves and game files out of the storage that all sites of one address shared, into the one that is this site's own.
 *
 * They are copied, not taken out: another site of the same address, or a tab with a page of before, may still use them. Of
 * each is noted how many lines were copied, so that what such a tab has played on meanwhile comes along the next time, and
 * what was thrown away here does not come back.
 */

import { completeTransaction, requestResult, type StoreName } from "./requests";

interface OldSave {
  readonly id: string;
  readonly digest: string;
  readonly lines: number;
}

interface OldGame {
  readonly digest: string;
  readonly isOwn: boolean;
}

/** What was copied: of a save, by its id, how many lines; of a game file, by its digest. */
interface CopiedRow {
  readonly id: string;
  readonly lines: number;
}

/** Copy what is old into a storage. What cannot be read or has no room is left where it is, and tried the next time. */
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

/** The storage of this name; null where there is none, or a later version has made it. */
function openOldDatabase(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction!.abort(); // it was not there, and is not to be
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

function readAll<T>(database: IDBDatabase, store: StoreName, range?: IDBKeyRange): Promise<T[]> {
  return requestResult<T[]>(database.transaction(store).objectStore(store).getAll(range));
}

async function copySave(save: OldSave, from: IDBDatabase, to: IDBDatabase): Promise<void> {
  const copied = await requestResult<CopiedRow | undefined>(to.transaction("moved").objectStore("moved").get(save.id));
  if (copied && copied.lines >= save.lines) return;
  const current = await requestResult<OldSave | undefined>(to.transaction("saves").objectStore("saves").get(save.id));
  if (copied && current?.lines !== copied.lines) return; // it was played on here, or thrown away
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

async function copyGame(game: OldGame, to: IDBDatabase): Promise<void> {
  if (await requestResult(to.transaction("moved").objectStore("moved").get(game.digest))) return;
  await completeTransaction(to.transaction(["games", "moved"], "readwrite"), (transaction) => {
    putIfAbsent(transaction, game.digest, game);
    transaction.objectStore("moved").put({ id: game.digest, lines: 0 } satisfies CopiedRow);
  });
}

/** Put a game file where there is none of its digest. */
function putIfAbsent(transaction: IDBTransaction, digest: string, game: object): void {
  const games = transaction.objectStore("games");
  const request = games.getKey(digest);
  request.onsuccess = () => request.result === undefined && games.put(game);
}
