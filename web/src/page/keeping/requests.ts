/** What the browser's storage is asked, with promises: requests and transactions of IndexedDB. */

/** Where something is stored. */
export type Place = "saves" | "lines" | "games" | "moved";

/** The attributes that make the key of what lies in each place. */
export const KEYS: Readonly<Record<Place, string | string[]>> = {
  saves: "id",
  lines: ["save", "number"],
  games: "digest",
  moved: "id",
};

/** What a request finds. */
export function found<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Do some work in a transaction, and wait until all of it is on the disk. */
export function done(within: IDBTransaction, work: (within: IDBTransaction) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    within.oncomplete = () => resolve();
    within.onabort = () => reject(within.error ?? new DOMException("", "AbortError"));
    work(within);
  });
}
