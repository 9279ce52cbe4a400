/** Trials: what a stranger hands in is tried where it can be ended, and is refused in a sentence. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { WorkLimitExceeded } from "../src/engine/fuel";
import { checkHarmless, type TrialWorker } from "../src/page/games/gameTrial";
import type { TrialResult } from "../src/play/trial/messages";
import { tryGame } from "../src/play/trial/trial";
import { InvalidGame } from "../src/rules/gamefile";
import { ENDLESS, GROWING, hostileGame } from "./hostile";
import { bytesOfGame } from "./packed";

const FILE = bytesOfGame("lighthouse");

for (const id of ["lighthouse", "fort"])
  test(`a game passes: ${id}`, async () => {
    await assert.doesNotReject(tryGame(new Blob([bytesOfGame(id)])));
  });

for (const [what, modules] of [
  ["as its state begins", { traced: { start: ENDLESS } }],
  ["as it is played", { traced: { does: ENDLESS } }],
  ["beside its questions", { asides: { does: ENDLESS, start: ENDLESS }, traced: { start: ENDLESS } }],
] as const)
  test(`a game without an end is found out: ${what}`, async () => {
    await assert.rejects(tryGame(new Blob([hostileGame(FILE, modules)])), WorkLimitExceeded);
  });

test("a game whose memory grows is found out", async () => {
  await assert.rejects(tryGame(new Blob([hostileGame(FILE, { asides: { does: GROWING } })])), InvalidGame);
});

/** A worker that answers so, or breaks; null for one that never says anything. */
function worker(said: TrialResult | string | null): TrialWorker & { readonly ended: () => number } {
  let ended = 0;
  const carrier: TrialWorker = {
    onmessage: null,
    onerror: null,
    postMessage: () => {
      if (typeof said === "string") carrier.onerror?.({ message: said } as ErrorEvent);
      else if (said !== null) carrier.onmessage?.({ data: said } as MessageEvent<TrialResult>);
    },
    terminate: () => {
      ended++;
    },
  };
  return Object.assign(carrier, { ended: () => ended });
}

for (const [said, message] of [
  [null, "This game comes to no end as it is begun, so it is not kept."],
  [{ is: "endless" }, "This game comes to no end as it is begun, so it is not kept."],
  [{ is: "unfit", message: "This is no game file." }, "This is no game file."],
  [{ is: "failed", message: "x is undefined" }, "This game does what no game does, so it is not kept."],
  ["no such file", "This game could not be tried, so it is not kept."],
] as const)
  test(`a file that fails its trial is refused, and the worker ended: ${JSON.stringify(said)}`, async () => {
    const begun = worker(said);
    await assert.rejects(
      checkHarmless(new Blob(), () => begun, 10),
      (error) => error instanceof InvalidGame && error.message === message,
    );
    assert.equal(begun.ended(), 1);
  });

test("a file that passes its trial is taken, and the worker ended", async () => {
  const begun = worker({ is: "fit" });
  await checkHarmless(new Blob(), () => begun);
  assert.equal(begun.ended(), 1);
});
