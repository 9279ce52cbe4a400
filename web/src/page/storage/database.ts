/** The storage of saves and game files: a database of this site, with the saves of an older one copied into it. */

import { BrowserDatabase, createStores, type StorageListener } from "./browserDatabase";
import { copyOldStorage } from "./copyOldStorage";
import { KEY_PATHS, type StoreName } from "./requests";

/** The name of older pages' database, common to all sites of an origin. */
const OLD_NAME = "bombsight";

/** The name of this site's database, unique in its origin. */
export function storageName(): string {
  const { location } = globalThis as { readonly location?: Location };
  return location === undefined ? `${OLD_NAME} /` : `${OLD_NAME} ${new URL("../", location.href).pathname}`;
}

const database = new BrowserDatabase<StoreName>({
  name: storageName,
  version: 1,
  keyPaths: KEY_PATHS,
  upgrade: (created) => createStores(created, KEY_PATHS),
  prepare: (connection) => copyOldStorage(OLD_NAME, connection),
  sentences: {
    newerVersion: "A newer version of this page keeps games in this browser by now: load this page again.",
    closed: "The browser has closed its storage. Try again; or load this page again, if that does not help.",
    full:
      "There is no room left in the browser's storage. Put saves that you do not play now into files, and throw them " +
      "away here.",
  },
});

/** Add a listener that is called when the page loses the storage; returns the function that removes the listener. */
export function watchStorage(listener: StorageListener): () => void {
  return database.watch(listener);
}

/** Use a database in memory from now on, which lasts as long as the page. */
export function keepInMemory(): void {
  database.keepInMemory();
}

/** Run work in a read-only transaction, and return its result. */
export function readStorage<T>(stores: readonly StoreName[], work: (within: IDBTransaction) => Promise<T>): Promise<T> {
  return database.read(stores, work);
}

/** Run work in a writing transaction: once it resolves, everything is on the disk, else nothing. */
export function writeStorage(stores: readonly StoreName[], work: (within: IDBTransaction) => void): Promise<void> {
  return database.write(stores, work);
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
