/** A server of static files, which can be cut off and come back at the same address. */

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** A site that is served. */
export class Served {
  /** The paths that were asked for, in their order. */
  readonly asked: string[] = [];
  private server: Server | null = null;
  private port = 0;

  constructor(public folder: string) {}

  /** Begin, or begin again; the address of the site. */
  async start(): Promise<string> {
    const server = createServer((request, response) => this.answer(request, response));
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return this.home;
  }

  /** The address of the site. */
  get home(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Cut the network. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(new URL(request.url ?? "/", this.home).pathname);
    this.asked.push(path);
    const file = join(this.folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "cache-control": "no-cache" });
    createReadStream(file).pipe(response);
  }
}
