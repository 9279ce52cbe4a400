/** The client of a desk, with a worker that a test plays. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { InputError } from "../src/errors";
import { DeskClient, DeskFault, type DeskState, DeskStopped, type DeskWorker } from "../src/workshop/desk/client";
import type { FromDesk, ToDesk } from "../src/workshop/desk/messages";

const PARTS = { pyodide: "pyodide/", runtime: [], program: { address: "program", bytes: 1 }, games: [] };

/** A worker that notes what it is sent, and answers when it is told to. */
class PlayedWorker implements DeskWorker {
  onmessage: ((event: MessageEvent<FromDesk>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly calls: { number: number; call: string; arguments: readonly unknown[] }[] = [];
  isTerminated = false;

  postMessage(message: ToDesk): void {
    if (message.kind === "call") this.calls.push({ number: message.number, ...JSON.parse(message.call) });
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(message: FromDesk): void {
    this.onmessage?.({ data: message } as MessageEvent<FromDesk>);
  }

  answer(answer: object): void {
    this.say({ kind: "answer", number: this.calls.at(-1)!.number, answer: JSON.stringify(answer) });
  }
}

function open() {
  const workers: PlayedWorker[] = [];
  const states: DeskState[] = [];
  const makeWorker = () => {
    const worker = new PlayedWorker();
    workers.push(worker);
    return worker;
  };
  const client = new DeskClient(makeWorker, PARTS, (state) => states.push(state));
  return { client, workers, states };
}

test("calls wait until the desk is ready, and are sent one after the other", async () => {
  const { client, workers, states } = open();
  const [first, second] = [client.call("explain", "T003"), client.call("games")];
  assert.equal(workers[0]!.calls.length, 0);
  workers[0]!.say({ kind: "fetched", bytes: 7 });
  workers[0]!.say({ kind: "ready" });
  assert.deepEqual(states, [{ is: "fetching", bytes: 7 }, { is: "ready" }]);
  assert.deepEqual(
    workers[0]!.calls.map((each) => each.call),
    ["explain"],
  );
  workers[0]!.answer({ result: "<p>" });
  assert.equal(await first, "<p>");
  assert.deepEqual(
    workers[0]!.calls.map((each) => each.call),
    ["explain", "games"],
  );
  workers[0]!.answer({ result: [] });
  assert.deepEqual(await second, []);
  client.close();
});

test("a refusal and a fault are errors of their own", async () => {
  const { client, workers } = open();
  workers[0]!.say({ kind: "ready" });
  const refused = client.call("open_game", "none");
  workers[0]!.answer({ refusal: { message: "there is no game none", place: "", hint: "Look." } });
  await assert.rejects(refused, (error) => error instanceof InputError && error.hint === "Look.");
  const failed = client.call("games");
  workers[0]!.answer({ fault: "Traceback" });
  await assert.rejects(failed, (error) => error instanceof DeskFault && error.traceback === "Traceback");
  client.close();
});

test("a desk that takes too long is begun anew with the files it had, but for the one that held it up", async () => {
  const { client, workers } = open();
  workers[0]!.say({ kind: "ready" });
  const kept = client.call("put_file", "/a.rules", "a");
  workers[0]!.answer({ result: { files: [], is_complete: false } });
  await kept;
  const endless = client.callWithin(20, "put_file", "/b.rules", "b");
  const next = client.call("games");
  await assert.rejects(endless, (error) => error instanceof DeskStopped);
  assert.ok(workers[0]!.isTerminated);
  workers[1]!.say({ kind: "ready" });
  assert.deepEqual(workers[1]!.calls[0]!.arguments, ["/a.rules", "a"]);
  workers[1]!.answer({ result: { files: [], is_complete: false } });
  assert.deepEqual(
    workers[1]!.calls.map((each) => each.call),
    ["put_file", "games"],
  );
  workers[1]!.answer({ result: [] });
  assert.deepEqual(await next, []);
  client.close();
});

test("a desk that is begun anew learns what a game's files were before they are written over", async () => {
  const { client, workers } = open();
  workers[0]!.say({ kind: "ready" });
  const opened = client.call("open_game", "lighthouse");
  workers[0]!.answer({ result: null });
  await opened;
  const changed = client.call("put_file", "/games/lighthouse/20.rules", "changed");
  workers[0]!.answer({ result: { files: [], is_complete: false } });
  await changed;
  await assert.rejects(client.callWithin(20, "games"), (error) => error instanceof DeskStopped);
  workers[1]!.say({ kind: "ready" });
  workers[1]!.answer({ result: null });
  assert.deepEqual(
    workers[1]!.calls.map((each) => [each.call, each.arguments[0]]),
    [
      ["open_game", "lighthouse"],
      ["put_file", "/games/lighthouse/20.rules"],
    ],
  );
  client.close();
});

test("where no desk can be, every call says why", async () => {
  const { client, workers, states } = open();
  const waiting = client.call("games");
  workers[0]!.say({ kind: "failed", message: "no memory" });
  await assert.rejects(waiting, /no memory/);
  assert.deepEqual(states, [{ is: "failed", message: "no memory" }]);
  await assert.rejects(client.call("games"), /no memory/);
});
