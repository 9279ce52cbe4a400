/** The browser's storage, IndexedDB, with promises. */

import { copyOldStorage } from "./copyOldStorage";
import { MemoryDatabase } from "./memoryDatabase";
import { completeTransaction, KEY_PATHS, type StoreName } from "./requests";

/** The name of older pages' database, common to all sites of an origin. */
const OLD_NAME = "bombsight";

/** The name of this site's database, unique in its origin. */
export function storageName(): string {
  const { location } = globalThis as { readonly location?: Location };
  return location === undefined ? `${OLD_NAME} /` : `${OLD_NAME} ${new URL("../", location.href).pathname}`;
}

/** The open or opening connection; null for none. */
let openConnection: Promise<IDBDatabase> | null = null;

/** Whether a connection was ever open: then the browser can store, and a failure is temporary. */
let wasEverOpen = false;

const NEWER_VERSION_TEXT = "A newer version of this page keeps games in this browser by now: load this page again.";
const STORAGE_CLOSED_TEXT =
  "The browser has closed its storage. Try again; or load this page again, if that does not help.";
const STORAGE_FULL_TEXT =
  "There is no room left in the browser's storage. Put saves that you do not play now into files, and throw them away here.";

/** A listener to events of the storage. */
interface StorageListener {
  /** The browser stores nothing: data last as long as the page. */
  onNotStored?(): void;
  /** The connection was closed from outside: data may be lost. */
  onLost?(): void;
}

const listeners = new Set<StorageListener>();

/** Add a listener that is called when the page loses the storage; returns the function that removes the listener. */
export function watchStorage(listener: StorageListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Use a database in memory from now on, which lasts as long as the page. */
export function keepInMemory(): void {
  openConnection = Promise.resolve(new MemoryDatabase(KEY_PATHS) as unknown as IDBDatabase);
}

/** Open the database, or return the open connection; one in memory if the browser stores nothing. */
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

/** Open a connection to the database, creating its object stores at first. */
async function connect(): Promise<IDBDatabase> {
  const connection = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(storageName(), 1);
    request.onupgradeneeded = () => {
      for (const [place, keyPath] of Object.entries(KEY_PATHS)) request.result.createObjectStore(place, { keyPath });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  /** Forget the closed connection, and tell the listeners. */
  const handleLoss = (): void => {
    openConnection = null;
    for (const { onLost } of listeners) onLost?.();
  };
  // Another tab upgrades or deletes the database: our connection must not block it.
  connection.onversionchange = () => {
    connection.close();
    handleLoss();
  };
  connection.onclose = handleLoss;
  if (!wasEverOpen) await copyOldStorage(OLD_NAME, connection);
  wasEverOpen = true;
  return connection;
}

/**
 * Run work in a database transaction of its own; returns its result.
 *
 * The connection may be closed: by us, as the database was deleted; by the browser, as the site's data were cleared;
 * or silently, while the page slept. Then it is opened again, once.
 */
async function withTransaction<T>(
  stores: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (within: IDBTransaction) => Promise<T>,
): Promise<T> {
  /** Begin a transaction that reports its end only when it is on the disk. */
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

/**
 * Convert an error of the storage to one with a message for people, if they can do something about it; return others
 * unchanged.
 */
function storageError(error: unknown): unknown {
  if (isDomError(error, "QuotaExceededError")) return new Error(STORAGE_FULL_TEXT, { cause: error });
  return isDomError(error, "AbortError") || isDomError(error, "InvalidStateError") || isDomError(error, "UnknownError")
    ? new Error(STORAGE_CLOSED_TEXT, { cause: error })
    : error;
}

/** Whether an error is the browser's with this name, such as `QuotaExceededError`. */
function isDomError(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

/** Run work in a read-only transaction, and return its result. */
export function readStorage<T>(stores: readonly StoreName[], work: (within: IDBTransaction) => Promise<T>): Promise<T> {
  return withTransaction(stores, "readonly", work);
}

/** Run work in a writing transaction: once it resolves, everything is on the disk, else nothing. */
export function writeStorage(stores: readonly StoreName[], work: (within: IDBTransaction) => void): Promise<void> {
  return withTransaction(stores, "readwrite", (transaction) => completeTransaction(transaction, work));
}

/**
 * Ask the browser to keep what is stored when space is short; returns whether the browser agreed, null if it cannot
 * tell.
 */
export async function requestPersistence(): Promise<boolean | null> {
  return (await navigator.storage?.persist?.().catch(() => null)) ?? null;
}

/** Whether the browser may delete what is stored when space is short. */
export async function isEvictable(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => true)) === false;
}
