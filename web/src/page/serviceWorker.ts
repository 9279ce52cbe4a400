/**
 * The service worker: what play needs is kept on this device, and is served from there; what is read is kept when it is
 * read, or when somebody wants all of it.
 *
 * Whoever writes the site puts a line before this program, `const SITE = {...};`. A site that has changed has another
 * line, so its worker is another; it waits until no page is open any more, or a person asks for it. Each version has a
 * cache of its own, in which a file lies under its own address as it came: only so does a browser keep its code compiled.
 */

import { unreachable } from "../closed";
import type { PagesStatus, WorkerRequest } from "./storage/pagesStatus";

/** Files by their paths from the site's folder, each with its digest as in `integrity="..."`. */
type Files = Readonly<Record<string, string>>;

declare const SITE: {
  /** Tells this version of the site from others. */
  readonly version: string;
  /** What is needed to play, and to come there. */
  readonly files: Files;
  /** What is read beside. */
  readonly pages: Files;
};

const worker = self as unknown as ServiceWorkerGlobalScope;

const ALL_FILES: Files = { ...SITE.pages, ...SITE.files };

/** Another site of the same origin has caches of its own. */
const CACHE_PREFIX = `bombsight ${worker.registration.scope} `;

const CACHE_NAME = CACHE_PREFIX + SITE.version;

/** So many files are fetched at once. */
const PARALLEL_FETCHES = 6;

worker.addEventListener("install", (event) => event.waitUntil(installFiles()));
worker.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches().then(() => worker.clients.claim())));
worker.addEventListener("message", (event) => {
  const request = event.data as WorkerRequest;
  switch (request) {
    case "take over":
      event.waitUntil(worker.skipWaiting());
      break;
    case "how much":
      event.waitUntil(reportStatus(event.ports[0]!));
      break;
    case "keep all":
      event.waitUntil(cacheAllPages().then(() => reportStatus(event.ports[0]!)));
      break;
    default:
      unreachable(request);
  }
});
worker.addEventListener("fetch", (event) => {
  const path = event.request.method === "GET" ? pathOf(event.request.url) : null;
  if (path !== null) event.respondWith(serveFile(path, event.request.mode === "navigate"));
});

/** The path of a file of the site that an address means; null where it means none. */
function pathOf(url: string): string | null {
  const { origin, pathname } = new URL(url);
  const base = new URL(worker.registration.scope);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return null;
  const path = decodeURIComponent(pathname.slice(base.pathname.length));
  const page = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return page in ALL_FILES ? page : null;
}

function addressOf(path: string): string {
  return new URL(encodeURI(path), worker.registration.scope).href;
}

async function serveFile(path: string, isPage: boolean): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  const cached = await cache.match(addressOf(path));
  if (cached) return cached;
  try {
    const response = await fetchFile(path);
    await cache.put(addressOf(path), response.clone());
    return response;
  } catch (error) {
    if (!isPage) throw error;
    return new Response(NOT_KEPT_PAGE, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
}

/** Said in place of a page that is not kept and cannot be had now. */
const NOT_KEPT_PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Not kept on this device</title>
<h1>This page is not kept on this device</h1>
<p>It could not be had from the network either. Pages are kept once they were read, or all of them when you ask for it.</p>
<p><a href="${addressOf("play/index.html")}">To the games</a></p>`;

/** A file from the network; it must be the one that the list means. */
async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(addressOf(path), { cache: "no-cache", integrity: ALL_FILES[path]! });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  // What was led elsewhere is refused for a page: of it the bytes alone are kept.
  return response.redirected ? new Response(await response.blob(), { headers: headersOf(response) }) : response;
}

function headersOf(response: Response): HeadersInit {
  const type = response.headers.get("content-type");
  return type === null ? {} : { "content-type": type };
}

/** Keep what play needs, and what an older version kept beside it. */
async function installFiles(): Promise<void> {
  const read: string[] = [];
  for (const path of Object.keys(SITE.pages)) if (await matchOlderCache(path)) read.push(path);
  await cacheFiles([...Object.keys(SITE.files), ...read]);
}

/** Keep files; those that an older version has alike are not fetched. */
async function cacheFiles(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const left = [...paths];
  async function next(): Promise<void> {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const address = addressOf(path);
      if (await cache.match(address)) continue;
      const before = await matchOlderCache(path);
      const isSame = before !== undefined && (await digestOf(before.clone())) === ALL_FILES[path];
      await cache.put(address, isSame ? before : await fetchFile(path));
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, next));
}

/** A file as a version before this one keeps it. */
async function matchOlderCache(path: string): Promise<Response | undefined> {
  for (const name of await olderCacheNames()) {
    const found = await caches.match(addressOf(path), { cacheName: name });
    if (found) return found;
  }
  return undefined;
}

async function olderCacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
}

async function digestOf(file: Response): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

async function deleteOldCaches(): Promise<void> {
  for (const name of await olderCacheNames()) await caches.delete(name);
}

/** Keep all that is read, as far as it can be fetched. */
async function cacheAllPages(): Promise<void> {
  await cacheFiles(Object.keys(SITE.pages)).catch(() => {});
}

/** Tell how much of what is read is kept. */
async function reportStatus(to: MessagePort): Promise<void> {
  const pages = Object.keys(SITE.pages);
  const cache = await caches.open(CACHE_NAME);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  to.postMessage({
    kept: pages.filter((path) => kept.has(addressOf(path))).length,
    of: pages.length,
  } satisfies PagesStatus);
}
