/** What the browser's storage is asked, with promises: requests and transactions of IndexedDB. */

/** Where something is stored. */
export type StoreName = "saves" | "lines" | "games" | "moved";

/** The attributes that make the key of what lies in each place. */
export const KEY_PATHS: Readonly<Record<StoreName, string | string[]>> = {
  saves: "id",
  lines: ["save", "number"],
  games: "digest",
  moved: "id",
};

/** What a request finds. */
export function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Do some work in a transaction, and wait until all of it is on the disk. */
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
