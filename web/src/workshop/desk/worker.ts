/** The worker of a desk: it fetches Python and our program, and answers calls, one after the other. */

import type { DeskParts, FetchedFile, FromDesk, ToDesk } from "./messages";
import { type Desk, type LoadPyodide, openDesk } from "./python";

declare const self: DedicatedWorkerGlobalScope;

const NEWER_SITE = "the site has a newer version by now; load this page again, nothing is lost";

const post = (message: FromDesk) => self.postMessage(message);

let desk: Desk | null = null;

self.onmessage = (event: MessageEvent<ToDesk>) => {
  const message = event.data;
  if (message.kind === "start") {
    void start(message.parts).catch((error: unknown) => post({ kind: "failed", message: describe(error) }));
  } else if (desk !== null) {
    post({ kind: "answer", number: message.number, answer: desk.answer(message.call) });
  }
};

/** Fetch everything side by side, with progress, and begin Python with what was fetched. */
async function start(parts: DeskParts): Promise<void> {
  let bytes = 0;
  const count = (length: number) => {
    bytes += length;
    post({ kind: "fetched", bytes });
  };
  const fetchBytes = async (file: FetchedFile) => new Uint8Array(await (await fetchCounted(file, count)).arrayBuffer());
  const runtime = parts.runtime.map(async (file) => [file.address, await fetchCounted(file, count)] as const);
  const [program, games] = [fetchBytes(parts.program), parts.games.map(fetchBytes)];
  const { loadPyodide } = (await import(`${parts.pyodide}pyodide.mjs`)) as { loadPyodide: LoadPyodide };
  const fetched = new Map(await Promise.all(runtime));
  const contents = { program: await program, games: await Promise.all(games) };
  desk = await withFetched(fetched, () => openDesk(loadPyodide, parts.pyodide, contents.program, contents.games));
  closeDoors();
  post({ kind: "ready" });
}

/** Fetch a file, and count its bytes as they come. */
async function fetchCounted(file: FetchedFile, count: (length: number) => void): Promise<Response> {
  const response = await fetch(file.address);
  if (!response.ok || response.body === null) throw new Error(`${file.address}: ${response.status}`);
  let length = 0;
  for (const reader = response.clone().body!.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    count(value.length);
  }
  // A page that is older than the site must not work with half of the new one.
  if (length !== file.bytes) throw new Error(NEWER_SITE);
  return response;
}

/**
 * Do something while `fetch` gives what was fetched before: Pyodide fetches its own files.
 *
 * It gets the responses themselves: a browser keeps what it compiled of WebAssembly only for one that came from a site.
 */
async function withFetched<T>(fetched: Map<string, Response>, act: () => Promise<T>): Promise<T> {
  const original = self.fetch;
  self.fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    const response = fetched.get(address);
    fetched.delete(address);
    return response === undefined ? original.call(self, input, init) : Promise.resolve(asTyped(address, response));
  };
  try {
    return await act();
  } finally {
    self.fetch = original;
  }
}

/** Have WebAssembly come as such, from a server that does not know it, too. */
function asTyped(address: string, response: Response): Response {
  const type = "application/wasm";
  if (!address.endsWith(".wasm") || response.headers.get("Content-Type") === type) return response;
  return new Response(response.body, { headers: { "Content-Type": type } });
}

/**
 * Take from this worker whatever leads out of it, before it sees anybody's rules.
 *
 * Rules are data: the program compiles them and runs what it made. Should it ever have a fault that lets them do more,
 * they find neither the saves and games of this site nor a way to send anything.
 */
function closeDoors(): void {
  const doors = ["indexedDB", "caches", "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport"];
  for (const door of [...doors, "BroadcastChannel", "importScripts", "Worker", "navigator"])
    Object.defineProperty(self, door, { value: undefined, configurable: false, writable: false });
}

/** Describe an error for the page. */
function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
