/** Two tabs with one seat: the second one knows, and takes it over only when it is told to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeatClaim } from "../src/page/guest/seatTabs";

test("one tab holds a seat until another takes it over", async () => {
  const left: string[] = [];
  const [first, second, other] = [new SeatClaim("a"), new SeatClaim("a"), new SeatClaim("b")];
  assert.equal(await first.hold(() => left.push("first")), true);
  assert.equal(await second.hold(() => left.push("second")), false);
  assert.equal(await other.hold(() => left.push("other")), true, "another seat is free");
  await second.takeOver(() => left.push("second"));
  assert.deepEqual(left, ["first"]);
  assert.equal(await first.hold(() => {}), false);
  for (const claim of [first, second, other]) claim.close();
});
