/** What a player has chosen on this device. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPreferences, savePreferences } from "../src/page/preferences";

const stored = new Map<string, string>();
Object.assign(globalThis, {
  location: new URL("http://localhost/play/"),
  localStorage: {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  },
});

test("what was chosen stays", () => {
  assert.deepEqual(loadPreferences(), { ask: "sensible", tell: "rolls", pace: "beats" });
  savePreferences({ tell: "books", pace: "throws" });
  assert.deepEqual(loadPreferences(), { ask: "sensible", tell: "books", pace: "throws" });
});

test("what another version knows and this does not is as usual", () => {
  for (const name of stored.keys()) stored.set(name, '{"ask": "gently", "tell": "books", "pace": "slow"}');
  assert.deepEqual(loadPreferences(), { ask: "sensible", tell: "books", pace: "beats" });
  for (const name of stored.keys()) stored.set(name, "null");
  assert.deepEqual(loadPreferences(), { ask: "sensible", tell: "rolls", pace: "beats" });
});
