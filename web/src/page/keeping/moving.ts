/** Saves and game files out of the storage that all sites of one address shared, into the one that is this site's own.
 *
 * They are copied, not taken out: another site of the same address, or a tab with a page of before, may still use them. Of
 * each is noted how many lines were copied, so that what such a tab has played on meanwhile comes along the next time, and
 * what was thrown away here does not come back.
 */

import { done, found, type Place } from "./requests";

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
interface Moved {
  readonly id: string;
  readonly lines: number;
}

/** Copy what is old into a storage. What cannot be read or has no room is left where it is, and tried the next time. */
export async function moveOldSaves(name: string, to: IDBDatabase): Promise<void> {
  const from = await openOld(name);
  if (from === null) return;
  try {
    const saves = await all<OldSave>(from, "saves");
    for (const save of saves) await moveSave(save, from, to);
    for (const game of await all<OldGame>(from, "games")) if (game.isOwn) await moveGame(game, to);
  } catch (error) {
    console.warn("Not all that was kept before could be copied", error);
  } finally {
    from.close();
  }
}

/** The storage of this name; null where there is none, or a later version has made it. */
function openOld(name: string): Promise<IDBDatabase | null> {
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

function all<T>(database: IDBDatabase, place: Place, range?: IDBKeyRange): Promise<T[]> {
  return found<T[]>(database.transaction(place).objectStore(place).getAll(range));
}

async function moveSave(save: OldSave, from: IDBDatabase, to: IDBDatabase): Promise<void> {
  const moved = await found<Moved | undefined>(to.transaction("moved").objectStore("moved").get(save.id));
  if (moved && moved.lines >= save.lines) return;
  const now = await found<OldSave | undefined>(to.transaction("saves").objectStore("saves").get(save.id));
  if (moved && now?.lines !== moved.lines) return; // it was played on here, or thrown away
  const first = moved?.lines ?? 0;
  const lines = await all<object>(
    from,
    "lines",
    IDBKeyRange.bound([save.id, first], [save.id, Number.MAX_SAFE_INTEGER]),
  );
  const game = await found<object | undefined>(from.transaction("games").objectStore("games").get(save.digest));
  await done(to.transaction(["saves", "lines", "games", "moved"], "readwrite"), (within) => {
    within.objectStore("saves").put(save);
    for (const line of lines) within.objectStore("lines").put(line);
    if (game) putNew(within, save.digest, game);
    within.objectStore("moved").put({ id: save.id, lines: save.lines } satisfies Moved);
  });
}

async function moveGame(game: OldGame, to: IDBDatabase): Promise<void> {
  if (await found(to.transaction("moved").objectStore("moved").get(game.digest))) return;
  await done(to.transaction(["games", "moved"], "readwrite"), (within) => {
    putNew(within, game.digest, game);
    within.objectStore("moved").put({ id: game.digest, lines: 0 } satisfies Moved);
  });
}

/** Put a game file where there is none of its digest. */
function putNew(within: IDBTransaction, digest: string, game: object): void {
  const games = within.objectStore("games");
  const request = games.getKey(digest);
  request.onsuccess = () => request.result === undefined && games.put(game);
}
