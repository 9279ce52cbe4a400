/** Dice that a person throws say beforehand what they are for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGame } from "../src/engine/modules";
import { isTotalInKey, previewThrow, rowsByNumber } from "../src/play/dice/throwPreview";
import { describeAwaitedThrow } from "../src/play/dice/throws";
import { makeDice } from "../src/rules/dice";
import type { RollSite } from "../src/rules/program";
import { game } from "./games";

const lighthouse = await compileGame(await game("lighthouse"));
const { program } = lighthouse;

/** A night up to a ship at the reef. */
const SCRIPT = [7, 0, 26, 0, 0, 0, 6, 0, 5, 0, 42, 0, 0, 0, 5, 0, 62, 0, 0, 0, 6, 0, 51, 0, 0, 0, 6, 0, 25, 0, 0, 0];
const AT_REEF = [...SCRIPT, 8, 0, 46, 0, 1];

const reef = siteOf("Reef");

function siteOf(table: string): RollSite {
  return program.sites.find((site): site is RollSite => site.is === "RollSite" && site.table === table)!;
}

function coming(script: readonly number[]) {
  return { compiled: lighthouse, entry: program.mission, args: [1], script, shown: null };
}

test("a throw is foreseen with what its table is rolled with", () => {
  const view = previewThrow(coming(AT_REEF));
  assert.equal(view?.table, "Reef");
  assert.deepEqual(
    view?.arguments.map((each) => each.title),
    ["Packet from the south"],
  );
  assert.equal(previewThrow(coming(AT_REEF), 6)?.natural, 6);
});

test("wanted dice say what they lead to, where that is soon said", () => {
  const { about, leads, dice } = describeAwaitedThrow(coming(AT_REEF), reef);
  assert.deepEqual([dice, about], [makeDice(1, 6), ["Packet from the south"]]);
  assert.deepEqual(leads, [
    ["1", "Stands off"],
    ["2 to 6", "safe"],
  ]);
  const weather = describeAwaitedThrow(coming([]), siteOf("Weather"));
  assert.deepEqual(weather.dice, makeDice(2, 6));
  assert.deepEqual(weather.leads, [
    ["2 to 6", "clear"],
    ["7 to 8", "rain"],
    ["9 to 10", "fog"],
    ["11 to 12", "a gale"],
  ]);
});

test("no throw is foreseen behind a question", () => {
  assert.equal(previewThrow(coming(AT_REEF.slice(0, -1))), null);
});

test("keys of rows are read where they are plain", () => {
  assert.deepEqual(
    [isTotalInKey("else", 9), isTotalInKey("3", 3), isTotalInKey("..4", 5), isTotalInKey("2..4, 9..", 12)],
    [true, true, false, true],
  );
  assert.equal(isTotalInKey("-3..-1", -2), true);
  assert.equal(isTotalInKey("zone..9", 3), null);
});

test("rows are known by number where no modifier asks what the dice show", () => {
  const row = (label: string) => ({ is: "RowInfo", label, title: label, text: "", origin: reef.origin }) as const;
  const site = { ...reef, modifiers: [], rows: [row("natural 6"), row("..3"), row("4..")] };
  const labels = [...rowsByNumber(site, [])!.values()].map((found) => found.label);
  assert.deepEqual(labels, ["..3", "..3", "..3", "4..", "4..", "natural 6"]);
  const less = [{ label: "", amount: -2, text: "", origin: reef.origin }];
  assert.equal(rowsByNumber(site, less)?.get(5)?.label, "..3");
  assert.equal(rowsByNumber({ ...site, rows: [row("..3")] }, []), null);
});
