/** The browser's storage, with promises. */

import { copyOldStorage } from "./copyOldStorage";
import { MemoryDatabase } from "./memoryDatabase";
import { completeTransaction, KEY_PATHS, type StoreName } from "./requests";

/** What every page of before called its storage: all sites of one address shared it. */
const OLD_NAME = "bombsight";

/** What the storage of this site is called: two sites of one address have two. */
export function storageName(): string {
  const { location } = globalThis as { readonly location?: Location };
  return location === undefined ? `${OLD_NAME} /` : `${OLD_NAME} ${new URL("../", location.href).pathname}`;
}

/** The connection that is open, or is being opened; null where there is none. */
let openConnection: Promise<IDBDatabase> | null = null;

/** Whether a connection was ever open: a browser that stores something can only be disturbed in it. */
let wasEverOpen = false;

const NEWER_VERSION_TEXT = "A newer version of this page keeps games in this browser by now: load this page again.";
const STORAGE_CLOSED_TEXT =
  "The browser has closed its storage. Try again; or load this page again, if that does not help.";
const STORAGE_FULL_TEXT =
  "There is no room left in the browser's storage. Put saves that you do not play now into files, and throw them away here.";

/** What becomes of the storage while the page is open. */
interface StorageListener {
  /** The browser stores nothing: what is kept here lasts as long as the page. */
  onNotStored?(): void;
  /** The connection was closed from outside: what was stored may be gone. */
  onLost?(): void;
}

const listeners = new Set<StorageListener>();

/** Be told what becomes of the storage; what ends that. */
export function watchStorage(listener: StorageListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function openDatabase(): Promise<IDBDatabase> {
  openConnection ??= connect().catch((error: unknown) => {
    if (wasEverOpen || isDomError(error, "VersionError")) {
      openConnection = null;
      throw new Error(isDomError(error, "VersionError") ? NEWER_VERSION_TEXT : STORAGE_CLOSED_TEXT, { cause: error });
    }
    for (const { onNotStored } of listeners) onNotStored?.();
    return new MemoryDatabase(KEY_PATHS) as unknown as IDBDatabase;
  });
  return openConnection;
}

async function connect(): Promise<IDBDatabase> {
  const connection = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(storageName(), 1);
    request.onupgradeneeded = () => {
      for (const [place, keyPath] of Object.entries(KEY_PATHS)) request.result.createObjectStore(place, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const handleLoss = (): void => {
    openConnection = null;
    for (const { onLost } of listeners) onLost?.();
  };
  // Another tab brings a newer version, or the storage is deleted: what is open here must not hold that up.
  connection.onversionchange = () => {
    connection.close();
    handleLoss();
  };
  connection.onclose = handleLoss;
  if (!wasEverOpen) await copyOldStorage(OLD_NAME, connection);
  wasEverOpen = true;
  return connection;
}

/** Do some work in a transaction of its own.
 *
 * A connection may have been closed: by ourselves, as the storage was deleted, or by the browser, as the data of the site
 * was cleared, or without a word while the page slept. Then it is opened anew, once.
 */
async function withTransaction<T>(
  stores: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (within: IDBTransaction) => Promise<T>,
): Promise<T> {
  const begin = (connection: IDBDatabase): IDBTransaction =>
    connection.transaction(stores, mode, { durability: "strict" });
  const open = openDatabase();
  const connection = await open;
  let transaction: IDBTransaction;
  try {
    transaction = begin(connection);
  } catch (error) {
    if (!isDomError(error, "InvalidStateError") && !isDomError(error, "NotFoundError")) throw error;
    if (openConnection === open) openConnection = null;
    transaction = begin(await openDatabase());
  }
  return work(transaction).catch((error: unknown) => {
    throw storageError(error);
  });
}

/** What went wrong with the storage, in a sentence where people can do something about it. */
function storageError(error: unknown): unknown {
  if (isDomError(error, "QuotaExceededError")) return new Error(STORAGE_FULL_TEXT, { cause: error });
  return isDomError(error, "AbortError") || isDomError(error, "InvalidStateError") || isDomError(error, "UnknownError")
    ? new Error(STORAGE_CLOSED_TEXT, { cause: error })
    : error;
}

function isDomError(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

/** Look into the storage. */
export function readStorage<T>(stores: readonly StoreName[], work: (within: IDBTransaction) => Promise<T>): Promise<T> {
  return withTransaction(stores, "readonly", work);
}

/** Change what is stored: when this is done, it is on the disk, all of it or nothing. */
export function writeStorage(stores: readonly StoreName[], work: (within: IDBTransaction) => void): Promise<void> {
  return withTransaction(stores, "readwrite", (transaction) => completeTransaction(transaction, work));
}

/** Ask the browser not to clear what is stored when space is short; whether it will not, null where it does not say. */
export async function requestPersistence(): Promise<boolean | null> {
  return (await navigator.storage?.persist?.().catch(() => null)) ?? null;
}

/** Whether the browser may clear what is stored when space is short. */
export async function isEvictable(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => true)) === false;
}
