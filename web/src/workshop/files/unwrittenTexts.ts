/**
 * What may not reach the database before the page ends: it is put by where that takes no time, and taken up by the next.
 *
 * A browser finishes no transaction of a page that is gone. Web storage is written at once, but is small.
 */

import { storageName } from "../../page/storage/database";
import type { FileStore } from "./fileStore";

/** What a page leaves. */
export interface LeftWork {
  /** Texts by path. */
  readonly texts: { readonly [path: string]: string };
  /** The file in which somebody was, and where. */
  readonly path: string;
  readonly cursor: number;
  /** When it was left, in milliseconds since 1970. */
  readonly left: number;
}

/** What the names of all entries begin with. */
function prefix(): string {
  return `${storageName()} workshop left `;
}

/** Put work by, in the entry of a tab; whether there was room. */
export function putLeftWork(tab: string, work: LeftWork): boolean {
  try {
    localStorage.setItem(prefix() + tab, JSON.stringify(work));
    return true;
  } catch {
    return false; // the database may still take it
  }
}

/** Forget the work of a tab: it has been written. */
export function dropLeftWork(tab: string): void {
  try {
    localStorage.removeItem(prefix() + tab);
  } catch {
    // a browser that stores nothing has nothing to forget
  }
}

/** Take all work that pages have left, the last left last. */
export function takeLeftWork(): readonly LeftWork[] {
  const found: LeftWork[] = [];
  try {
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith(prefix()))) {
      found.push(JSON.parse(localStorage.getItem(name) ?? "") as LeftWork);
      localStorage.removeItem(name);
    }
  } catch {
    // an entry that cannot be read is of no use
  }
  return found.sort((one, other) => one.left - other.left);
}

/** Write into a store what pages have left, unless another text was written since. */
export async function writeLeftWork(
  work: readonly LeftWork[],
  store: Pick<FileStore, "list" | "write" | "writeCursor">,
): Promise<void> {
  const kept = new Map((await store.list()).map((file) => [file.path, file]));
  for (const { texts, path, cursor, left } of work) {
    for (const [file, text] of Object.entries(texts))
      if ((kept.get(file)?.written ?? 0) <= left) await store.write(file, text);
    if (path) await store.writeCursor(path, cursor);
  }
}
