/** The hash chain of a guest's shares: the values that the protocol's description names. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { generateSecret, MAX_MOVE, ShareChain } from "../src/seat/commitments";

test("the chain of a known root has the shares and the anchor of the protocol", async () => {
  const chain = await ShareChain.expand("0".repeat(64));
  assert.equal(chain.shareOf(0), "fbaa67c8721dae798fc3251941eed2828f34d932348152c8bae68c703814b6fe");
  assert.equal(chain.shareOf(1), "c0ac6c9c4856626d4f0f0998fb6c9ef48355abf26dbd183893beaddc4469c058");
  assert.equal(chain.shareOf(MAX_MOVE), "0".repeat(64));
  assert.equal(chain.anchor, "db401dc349a0c7a5234d36b38bacb7064e64cbf55cd23b77d8904f80e35e9741");
  assert.throws(() => chain.shareOf(MAX_MOVE + 1), /dice for 65536 moves/);
});

test("the page goes on while a chain is computed", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await ShareChain.expand(generateSecret());
  clearInterval(timer);
  assert.ok(turns > 2, `${turns} turns of the loop`);
});
