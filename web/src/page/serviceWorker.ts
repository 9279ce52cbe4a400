/**
 * The service worker: caches the files needed for play at installation and serves them; caches pages of rules when they
 * are read, or all on request. The own pages of a larger site are asked for from the network first.
 *
 * The site's build prepends a line to this program, `const SITE = {...};`. A changed site has another line, so another
 * worker; it waits until all pages are closed, or the user activates it. Each version has a cache of its own, with the
 * unchanged response under each file's URL: only then does a browser keep compiled code.
 */

import { unreachable } from "../closed";
import type { PagesStatus, WorkerRequest } from "./storage/pagesStatus";

/** Files by path relative to the site's folder, with digests as in `integrity="..."`. */
type Files = Readonly<Record<string, string>>;

declare const SITE: {
  /** The version of the site. */
  readonly version: string;
  /** The files needed for play. */
  readonly files: Files;
  /** The pages to read. */
  readonly pages: Files;
  /** What the workshop needs. */
  readonly workshop: Files;
  /** The paths of the larger site's own pages and styles, which change without the games. */
  readonly fresh: readonly string[];
};

const worker = self as unknown as ServiceWorkerGlobalScope;

const ALL_FILES: Files = { ...SITE.workshop, ...SITE.pages, ...SITE.files };

/** Prefix of cache names; other sites of the same origin have their own. */
const CACHE_PREFIX = `bombsight ${worker.registration.scope} `;

const CACHE_NAME = CACHE_PREFIX + SITE.version;

/** Number of files fetched in parallel. */
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
    case "keep workshop":
      event.waitUntil(cacheWorkshop().then((isKept) => event.ports[0]!.postMessage(isKept)));
      break;
    default:
      unreachable(request);
  }
});
worker.addEventListener("fetch", (event) => {
  const path = event.request.method === "GET" ? pathOf(event.request.url) : null;
  if (path === null) return;
  const isPage = event.request.mode === "navigate";
  event.respondWith(SITE.fresh.includes(path) ? serveFreshFile(path, isPage) : serveFile(path, isPage));
});

/** The path of the site's file at a URL; null for URLs outside the site's list. */
function pathOf(url: string): string | null {
  const { origin, pathname } = new URL(url);
  const base = new URL(worker.registration.scope);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return null;
  const path = decodeURIComponent(pathname.slice(base.pathname.length));
  const page = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return page in ALL_FILES || SITE.fresh.includes(page) ? page : null;
}

/** The URL of the site's file at a path. */
function addressOf(path: string): string {
  return new URL(encodeURI(path), worker.registration.scope).href;
}

/**
 * Answer a request for a file from the cache, else from the network; if it is a page (`isPage`) and missing, by a page
 * that says so.
 */
async function serveFile(path: string, isPage: boolean): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  const cached = await cache.match(addressOf(path));
  if (cached) return cached;
  try {
    const response = await fetchFile(path);
    await cache.put(addressOf(path), response.clone());
    return response;
  } catch (error) {
    return missingFile(isPage, error);
  }
}

/** Answer a request for a file of the larger site from the network, without a network by the copy of the last visit. */
async function serveFreshFile(path: string, isPage: boolean): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  try {
    const response = await fetchFile(path);
    await cache.put(addressOf(path), response.clone());
    return response;
  } catch (error) {
    return (await cache.match(addressOf(path))) ?? missingFile(isPage, error);
  }
}

/** Answer for a file that cannot be had: by a page that says so if it is a page (`isPage`), else by the error. */
function missingFile(isPage: boolean, error: unknown): Response {
  if (!isPage) throw error;
  return new Response(NOT_KEPT_PAGE, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

/** The response for a page that is neither cached nor available online. */
const NOT_KEPT_PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Not kept on this device</title>
<h1>This page is not kept on this device</h1>
<p>It could not be had from the network either. Pages are kept once they were read, or all of them when you ask for it.</p>
<p><a href="${addressOf("play/index.html")}">To the games</a></p>`;

/**
 * Fetch a file of the site, and check that it has the digest in the list of files, if it is listed with one; `cache` says
 * whether the browser may take what it has fetched before.
 */
async function fetchFile(path: string, cache: RequestCache = "no-cache"): Promise<Response> {
  const response = await fetch(addressOf(path), { cache, integrity: ALL_FILES[path] ?? "" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  // Browsers refuse redirected responses for pages: store the bytes only.
  return response.redirected ? new Response(await response.blob(), { headers: headersOf(response) }) : response;
}

/** Make headers for the copy of a response: its content type alone. */
function headersOf(response: Response): HeadersInit {
  const type = response.headers.get("content-type");
  return type === null ? {} : { "content-type": type };
}

/** Cache the files for play, and those pages and files of the workshop that an older version cached. */
async function installFiles(): Promise<void> {
  const read: string[] = [];
  for (const path of [...Object.keys({ ...SITE.pages, ...SITE.workshop }), ...SITE.fresh])
    if (await matchOlderCache(path)) read.push(path);
  await cacheFiles([...Object.keys(SITE.files), ...read]);
}

/** Cache files of the site, several at a time; unchanged ones are copied from an older version's cache. */
async function cacheFiles(paths: readonly string[], fetchOne = fetchFile): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const left = [...paths];
  /** Cache the remaining files one after another: several calls share the list. */
  async function cacheRemaining(): Promise<void> {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const address = addressOf(path);
      if (await cache.match(address)) continue;
      const before = await matchOlderCache(path);
      const isSame = before !== undefined && (await digestOf(before.clone())) === ALL_FILES[path];
      await cache.put(address, isSame ? before : await fetchOne(path));
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, cacheRemaining));
}

/** Find the file at a path in the cache of an older version. */
async function matchOlderCache(path: string): Promise<Response | undefined> {
  for (const name of await olderCacheNames()) {
    const found = await caches.match(addressOf(path), { cacheName: name });
    if (found) return found;
  }
  return undefined;
}

/** The names of the caches of older versions. */
async function olderCacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
}

/** Compute the SHA-256 digest of a response's body: `sha256-...` in Base64. */
async function digestOf(file: Response): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/** Delete the caches of older versions. */
async function deleteOldCaches(): Promise<void> {
  for (const name of await olderCacheNames()) await caches.delete(name);
}

/** Cache all pages of rules and tables, except those that cannot be fetched. */
async function cacheAllPages(): Promise<void> {
  await cacheFiles(Object.keys(SITE.pages)).catch(() => {});
}

/**
 * Cache all that the workshop is made of; whether that succeeded.
 *
 * A page has just fetched most of it: that the browser has it still saves its users as much again.
 */
function cacheWorkshop(): Promise<boolean> {
  const fetchAgain = (path: string) => fetchFile(path, "force-cache").catch(() => fetchFile(path));
  return cacheFiles(Object.keys(SITE.workshop), fetchAgain).then(
    () => true,
    () => false,
  );
}

/** Send the number of cached pages, and of all pages, to a message port. */
async function reportStatus(port: MessagePort): Promise<void> {
  const pages = Object.keys(SITE.pages);
  const cache = await caches.open(CACHE_NAME);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  port.postMessage({
    kept: pages.filter((path) => kept.has(addressOf(path))).length,
    of: pages.length,
  } satisfies PagesStatus);
}
