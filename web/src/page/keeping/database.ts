/** The browser's storage, with promises. */

const NAME = "bombsight";

export type Place = "saves" | "lines" | "games";

/** The connection that is open, or is being opened; null where there is none. */
let opened: Promise<IDBDatabase> | null = null;

const NOTHING_KEPT =
  "This browser stores nothing for this page, so that no game can be kept: some do so in private windows, or where " +
  "cookies are refused.";
const NEWER_KEPT = "A newer version of this page keeps games in this browser by now: load this page again.";

function database(): Promise<IDBDatabase> {
  opened ??= opening().catch((error: unknown) => {
    opened = null;
    throw new Error(isNamed(error, "VersionError") ? NEWER_KEPT : NOTHING_KEPT, { cause: error });
  });
  return opened;
}

function opening(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("saves", { keyPath: "id" });
      request.result.createObjectStore("lines", { keyPath: ["save", "number"] });
      request.result.createObjectStore("games", { keyPath: "digest" });
    };
    request.onsuccess = () => {
      // Another tab brings a newer version, or the storage is deleted: what is open here must not hold that up.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** Do some work in a transaction of its own.
 *
 * A connection may have been closed: by ourselves, as the storage was deleted, or by the browser, as the data of the site
 * was cleared, or without a word while the page slept. Then it is opened anew, once.
 */
async function withTransaction<T>(
  places: readonly Place[],
  mode: IDBTransactionMode,
  work: (within: IDBTransaction) => Promise<T>,
): Promise<T> {
  const begin = (connection: IDBDatabase): IDBTransaction =>
    connection.transaction(places, mode, { durability: "strict" });
  const open = database();
  const connection = await open;
  let within: IDBTransaction;
  try {
    within = begin(connection);
  } catch (error) {
    if (!isNamed(error, "InvalidStateError")) throw error;
    if (opened === open) opened = null;
    within = begin(await database());
  }
  return work(within);
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

/** What a request finds. */
export function found<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Look into the storage. */
export function look<T>(places: readonly Place[], work: (within: IDBTransaction) => Promise<T>): Promise<T> {
  return withTransaction(places, "readonly", work);
}

/** Change what is stored: when this is done, it is on the disk, all of it or nothing. */
export function change(places: readonly Place[], work: (within: IDBTransaction) => void): Promise<void> {
  return withTransaction(
    places,
    "readwrite",
    (within) =>
      new Promise((resolve, reject) => {
        within.oncomplete = () => resolve();
        within.onabort = () => reject(within.error ?? new Error("The browser's storage is full."));
        work(within);
      }),
  );
}

/** Ask the browser not to clear what is stored when space is short. */
export async function hold(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
