/** The desk of the page: how far it is, and one that is begun again after a failure. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeskWorker } from "../src/workshop/desk/client";
import type { FromDesk, ToDesk } from "../src/workshop/desk/messages";
import { DeskHost, type DeskProgress, describeProgress } from "../src/workshop/deskHost";

const FILE = { address: "program", bytes: 9_000_000 };
const PARTS = { pyodide: "pyodide/", runtime: [], program: FILE, games: [] };

/** A worker that is ready at once and answers each call by its own name. */
class WillingWorker implements DeskWorker {
  onmessage: ((event: MessageEvent<FromDesk>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(message: ToDesk): void {
    if (message.kind === "start") {
      this.say({ kind: "fetched", bytes: 6_500_000 });
      this.say({ kind: "fetched", bytes: FILE.bytes });
      this.say({ kind: "ready" });
    } else {
      const { call, arguments: given } = JSON.parse(message.call);
      this.say({ kind: "answer", number: message.number, answer: JSON.stringify({ result: [call, ...given] }) });
    }
  }

  terminate(): void {}

  private say(message: FromDesk): void {
    setTimeout(() => this.onmessage?.({ data: message } as MessageEvent<FromDesk>), 0);
  }
}

test("progress is told in megabytes, and a desk that failed is begun again with all files", async () => {
  const told: string[] = [];
  const given: string[] = [];
  let isMissing = true;
  const host = new DeskHost({
    loadParts: () =>
      isMissing ? Promise.reject(new Error("http://localhost/workshop/files.json: 404")) : Promise.resolve(PARTS),
    makeWorker: () => new WillingWorker(),
    tell: (progress: DeskProgress) => told.push(describeProgress(progress)),
    texts: () => {
      given.push("asked");
      return [["/mine/fog.rules", "house fog"]];
    },
  });
  await assert.rejects(host.call("games"), /404/);
  assert.deepEqual(told.splice(0), ["Findings, odds and play are missing: files.json: 404."]);
  isMissing = false;
  host.beginAgain();
  assert.deepEqual(await host.call("games"), ["games"]);
  assert.deepEqual(told, ["Fetching 0.0 of 9.0 MB", "Fetching 6.5 of 9.0 MB", "Starting", "Ready"]);
  assert.equal(given.length, 1);
});
