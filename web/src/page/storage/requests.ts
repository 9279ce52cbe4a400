/** Promises for IndexedDB requests and transactions. */

/** The name of an object store. */
export type StoreName = "saves" | "lines" | "games" | "moved";

/** The key attributes of each store's rows. */
export const KEY_PATHS: Readonly<Record<StoreName, string | string[]>> = {
  saves: "id",
  lines: ["save", "number"],
  games: "digest",
  moved: "id",
};

/** Convert a database request to a promise of its result. */
export function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Run work in a transaction, and wait until all of it is on the disk. */
export function completeTransaction(
  transaction: IDBTransaction,
  work: (within: IDBTransaction) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
    work(transaction);
  });
}
