/** What a page has of a browser, for tests in Node: the storage, in memory; a site to load from; locks. */

import "fake-indexeddb/auto";
import { storageName, writeStorage } from "../src/page/storage/database";
import type { StoreName } from "../src/page/storage/requests";
import type { Edition, SiteGame, SiteGames } from "../src/rules/documents";

/** Do something with a store as it lies there, past what the page makes of it. */
export async function changeStore<T>(place: StoreName, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  let request: IDBRequest<T> | undefined;
  await writeStorage([place], (transaction) => {
    request = work(transaction.objectStore(place));
  });
  return request!.result;
}

/** All that lies in a store. */
export function readStore<T>(place: StoreName): Promise<T[]> {
  return changeStore<T[]>(place, (store) => store.getAll());
}

/** Clear the storage, as somebody does who clears the data of a site. */
export function clearStorage(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(storageName());
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("somebody holds the storage open"));
  });
}

/** The files of a site, by their paths in it; null for a site that cannot be reached. */
export const site: { files: ReadonlyMap<string, BodyInit> | null; asked: string[] } = { files: new Map(), asked: [] };

globalThis.fetch = async (address) => {
  const path = String(address).replace(/^\.\.\//, "");
  site.asked.push(path);
  if (site.files === null) throw new TypeError("Failed to fetch");
  const found = site.files.get(path);
  return found === undefined ? new Response("", { status: 404 }) : new Response(found);
};

/** The list of a site's games. */
export function listGames(...games: readonly SiteGame[]): string {
  return JSON.stringify({ document: "site", games, neighbours: [], has_workshop: false } satisfies SiteGames);
}

/** An edition of a site's game. */
export function edition(file: string, more: Partial<Edition> = {}): Edition {
  return { name: "", file, bytes: 0, overlays: [], rules: "", wording: "", snapshot: "", ...more };
}

/** Give the page another part of a browser than Node has. */
export function replaceGlobal(name: "navigator" | "crypto", value: object): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
