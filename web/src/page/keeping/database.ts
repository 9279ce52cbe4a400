/** The browser's storage, with promises. */

import { MemoryDatabase } from "./memory";
import { moveOldSaves } from "./moving";
import { done, KEYS, type Place } from "./requests";

/** What every page of before called its storage: all sites of one address shared it. */
const OLD_NAME = "bombsight";

/** What the storage of this site is called: two sites of one address have two. */
export function storageName(): string {
  const { location } = globalThis as { readonly location?: Location };
  return location === undefined ? `${OLD_NAME} /` : `${OLD_NAME} ${new URL("../", location.href).pathname}`;
}

/** The connection that is open, or is being opened; null where there is none. */
let opened: Promise<IDBDatabase> | null = null;

/** Whether a connection was ever open: a browser that stores something can only be disturbed in it. */
let hasOpened = false;

const NEWER_KEPT = "A newer version of this page keeps games in this browser by now: load this page again.";
const BROKEN = "The browser has closed its storage. Try again; or load this page again, if that does not help.";
const FULL =
  "There is no room left in the browser's storage. Put saves that you do not play now into files, and throw them away here.";

/** What becomes of the storage while the page is open. */
interface Listener {
  /** The browser stores nothing: what is kept here lasts as long as the page. */
  forgetful?(): void;
  /** The connection was closed from outside: what was stored may be gone. */
  lost?(): void;
}

const listeners = new Set<Listener>();

/** Be told what becomes of the storage; what ends that. */
export function watchStorage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function database(): Promise<IDBDatabase> {
  opened ??= opening().catch((error: unknown) => {
    if (hasOpened || isNamed(error, "VersionError")) {
      opened = null;
      throw new Error(isNamed(error, "VersionError") ? NEWER_KEPT : BROKEN, { cause: error });
    }
    for (const { forgetful } of listeners) forgetful?.();
    return new MemoryDatabase(KEYS) as unknown as IDBDatabase;
  });
  return opened;
}

async function opening(): Promise<IDBDatabase> {
  const connection = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(storageName(), 1);
    request.onupgradeneeded = () => {
      for (const [place, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(place, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const lost = (): void => {
    opened = null;
    for (const { lost } of listeners) lost?.();
  };
  // Another tab brings a newer version, or the storage is deleted: what is open here must not hold that up.
  connection.onversionchange = () => {
    connection.close();
    lost();
  };
  connection.onclose = lost;
  if (!hasOpened) await moveOldSaves(OLD_NAME, connection);
  hasOpened = true;
  return connection;
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
    if (!isNamed(error, "InvalidStateError") && !isNamed(error, "NotFoundError")) throw error;
    if (opened === open) opened = null;
    within = begin(await database());
  }
  return work(within).catch((error: unknown) => {
    throw told(error);
  });
}

/** What went wrong with the storage, in a sentence where people can do something about it. */
function told(error: unknown): unknown {
  if (isNamed(error, "QuotaExceededError")) return new Error(FULL, { cause: error });
  return isNamed(error, "AbortError") || isNamed(error, "InvalidStateError") || isNamed(error, "UnknownError")
    ? new Error(BROKEN, { cause: error })
    : error;
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

/** Look into the storage. */
export function look<T>(places: readonly Place[], work: (within: IDBTransaction) => Promise<T>): Promise<T> {
  return withTransaction(places, "readonly", work);
}

/** Change what is stored: when this is done, it is on the disk, all of it or nothing. */
export function change(places: readonly Place[], work: (within: IDBTransaction) => void): Promise<void> {
  return withTransaction(places, "readwrite", (within) => done(within, work));
}

/** Ask the browser not to clear what is stored when space is short; whether it will not, null where it does not say. */
export async function hold(): Promise<boolean | null> {
  return (await navigator.storage?.persist?.().catch(() => null)) ?? null;
}

/** Whether the browser may clear what is stored when space is short. */
export async function isPassing(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => true)) === false;
}
