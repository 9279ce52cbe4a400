/** The browser's storage, with promises. */

const NAME = "bombsight";

export type Place = "saves" | "lines" | "games";

let opened: Promise<IDBDatabase> | null = null;

const NOTHING_KEPT =
  "This browser stores nothing for this page, so that no game can be kept: some do so in private windows, or where " +
  "cookies are refused.";

function database(): Promise<IDBDatabase> {
  opened ??= opening().catch((error: unknown) => {
    opened = null;
    throw new Error(NOTHING_KEPT, { cause: error });
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
      // Another tab brings a newer version: what is open here goes on without storage rather than hold it up.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/** What a request finds. */
export function found<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Look into the storage. */
export async function look<T>(places: readonly Place[], work: (within: IDBTransaction) => Promise<T>): Promise<T> {
  return work((await database()).transaction(places, "readonly"));
}

/** Change what is stored: when this is done, it is on the disk, all of it or nothing. */
export async function change(places: readonly Place[], work: (within: IDBTransaction) => void): Promise<void> {
  const within = (await database()).transaction(places, "readwrite", { durability: "strict" });
  const done = new Promise<void>((resolve, reject) => {
    within.oncomplete = () => resolve();
    within.onabort = () => reject(within.error ?? new Error("The browser's storage is full."));
  });
  work(within);
  await done;
}

/** Ask the browser not to clear what is stored when space is short. */
export async function hold(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
