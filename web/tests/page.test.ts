import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRoute, type Route, routeHash } from "../src/page/routes";
import { TypedDiceQueue } from "../src/page/table/typedDiceQueue";
import { makeDice } from "../src/rules/dice";

test("every place has an address that leads back to it", () => {
  const routes: { readonly [At in Route["at"]]: Extract<Route, { at: At }> } = {
    home: { at: "home" },
    game: { at: "game", game: "lighthouse" },
    new: { at: "new", game: "own-0123" },
    table: { at: "table", game: "ast", table: "K-1" },
    play: { at: "play", save: "a/b ä" },
    rules: { at: "rules", save: "1x" },
    report: { at: "report", save: "1x" },
    watch: { at: "watch", save: "1x" },
    link: { at: "link", link: "AXja-_0", isWatched: false },
    saves: { at: "saves" },
    record: { at: "record" },
  };
  const film: Route = { at: "link", link: "AXja", isWatched: true };
  for (const route of [...Object.values(routes), film]) assert.deepEqual(parseRoute(routeHash(route)), route);
});

test("an address that means nothing leads to the beginning", () => {
  for (const hash of ["", "#", "#/", "#/play", "#/report/", "#/link/", "#/%E0%A4%A"])
    assert.deepEqual(parseRoute(hash), { at: "home" });
});

test("dice that were typed beforehand are used when the same dice are asked for", () => {
  const kept = new TypedDiceQueue();
  kept.add([[3], [6]], makeDice(1, 6));
  assert.equal(kept.takeThrow(makeDice(2, 6)), null);
  assert.equal(kept.takeThrow(makeDice(1, 66)), null);
  assert.deepEqual(kept.takeThrow(makeDice(1, 6)), [3]);
  kept.add([[4, 5]], makeDice(2, 6, "digits"));
  assert.equal(kept.takeThrow(makeDice(1, 6)), null);
  assert.equal(kept.takeThrow(makeDice(2, 6)), null);
  assert.deepEqual(kept.clear(), [4, 5]);
  assert.deepEqual(kept.clear(), []);
});
