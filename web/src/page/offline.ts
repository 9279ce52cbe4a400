/**
 * The service worker: the whole site is kept on this device, and is served from there.
 *
 * Whoever writes the site puts a line before this program, `const SITE = {files: {PATH: DIGEST, ...}};`: every file by
 * its path from the site's folder, with its digest as in `integrity="..."`. A site that has changed has another list,
 * so its worker is another; it waits until no page is open any more, or a person asks for it.
 */

declare const SITE: { readonly files: Readonly<Record<string, string>> };

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Files are kept under their path and digest, so that one that stays the same is not fetched again. */
const CACHE = "bombsight";

/** So many files are fetched at once. */
const ABREAST = 6;

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => worker.clients.claim())));
worker.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
});
worker.addEventListener("fetch", (event) => {
  const path = event.request.method === "GET" ? pathOf(event.request.url) : null;
  if (path !== null) event.respondWith(kept(path));
});

/** The path of a file of the site that an address means; null where it means none. */
function pathOf(url: string): string | null {
  const { origin, pathname } = new URL(url);
  const base = new URL(worker.registration.scope);
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return null;
  const path = decodeURIComponent(pathname.slice(base.pathname.length));
  const page = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return page in SITE.files ? page : null;
}

/** The name under which a file is kept. */
function keyOf(path: string): string {
  const url = new URL(encodeURI(path), worker.registration.scope);
  url.search = new URLSearchParams({ digest: SITE.files[path]! }).toString();
  return url.href;
}

async function kept(path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? fetched(cache, path);
}

/** Fetch a file and keep it; it must be the one that the list means. */
async function fetched(cache: Cache, path: string): Promise<Response> {
  const url = new URL(encodeURI(path), worker.registration.scope);
  const found = await fetch(url, { cache: "no-cache", integrity: SITE.files[path]! });
  if (!found.ok) throw new Error(`${path}: ${found.status}`);
  // A response that was led elsewhere is refused for a page: what is kept is the bytes alone.
  const copy = new Response(await found.blob(), { headers: headersOf(found) });
  await cache.put(keyOf(path), copy.clone());
  return copy;
}

function headersOf(found: Response): HeadersInit {
  const type = found.headers.get("content-type");
  return type === null ? {} : { "content-type": type };
}

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  const left = Object.keys(SITE.files);
  async function next(): Promise<void> {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (!(await cache.match(keyOf(path)))) await fetched(cache, path);
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, next));
}

async function dropOld(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(SITE.files).map(keyOf));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}
