/** The parts of the workshop that need no page: edits, files, routes, indentation, findings in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import type { GameName, ShownFinding } from "../src/workshop/desk/classes";
import { findCompletions } from "../src/workshop/editor/completion";
import { applyReplacements, clampRange, normalizeLines } from "../src/workshop/editor/edits";
import { type AskAboutFile, askDesk } from "../src/workshop/editor/fileDesk";
import { indentAfter } from "../src/workshop/editor/indentation";
import { MemoryFileStore } from "../src/workshop/files/fileStore";
import { findGameOfOverlay, Library } from "../src/workshop/files/library";
import { freeName, openedPath, toName } from "../src/workshop/files/paths";
import { findRows, findTables } from "../src/workshop/files/tables";
import { describeCounts, findingsAt } from "../src/workshop/findings";
import { parseRoute, type Route, routeHash } from "../src/workshop/routes";
import { filesToGoOn, nameToGoOn } from "../src/workshop/start/goOn";
import { TOUR_FILE, TOUR_STEPS } from "../src/workshop/tour/steps";
import { textBefore } from "../src/workshop/tour/texts";

const GAME: GameName = { id: "lighthouse", title: "The Keeper's Night", folder: "/games/lighthouse" };

test("replacements are at offsets of the old text", () => {
  const changes = [
    { start: 0, end: 1, text: "xyz" },
    { start: 4, end: 4, text: "!" },
  ];
  assert.equal(applyReplacements("\u{1f32b}bcd", [{ start: 2, end: 3, text: "-" }]), "\u{1f32b}-cd");
  assert.equal(applyReplacements("abcdef", changes), "xyzbcd!ef");
  assert.equal(normalizeLines("a\r\nb\rc\n"), "a\nb\nc\n");
});

test("a range of an older, longer text is kept inside", () => {
  assert.deepEqual(clampRange({ start: 5, end: 9 }, 7), { from: 5, to: 7 });
  assert.deepEqual(clampRange({ start: 8, end: 9 }, 7), { from: 7, to: 7 });
});

test("a line is indented by the one above", () => {
  assert.equal(indentAfter("table Weather"), 2);
  assert.equal(indentAfter("  roll 2d6"), 2);
  assert.equal(indentAfter("  if lamp is 0"), 4);
  assert.equal(indentAfter("    return"), 2);
});

test("behind a number nothing is offered unless somebody asks", async () => {
  const item = { label: "and", detail: "", kind: "Keyword", change: { start: 0, end: 0, text: "and" } };
  const ask = (() => Promise.resolve([item])) as unknown as AskAboutFile;
  const find = (doc: string, isExplicit: boolean) =>
    findCompletions(
      new CompletionContext(EditorState.create({ doc, extensions: askDesk.of(ask) }), doc.length, isExplicit),
    );
  assert.equal(await find("add 4..5: 1", false), null);
  for (const offered of [await find("add 4..5: 1", true), await find("in table B-1", false)])
    assert.equal(offered?.options.length, 1);
});

test("routes are read as they are written", () => {
  const routes: Route[] = [
    { at: "start" },
    { at: "new" },
    { at: "tour", step: 3 },
    { at: "house", game: "lighthouse", table: "", row: "" },
    { at: "house", game: "lighthouse", table: "C-1", row: "9..10" },
    { at: "file", path: "/mine/my rule.rules" },
  ];
  for (const route of routes) assert.deepEqual(parseRoute(routeHash(route)), route);
  for (const invalid of ["#/house", "#/file/%", "#/nothing"]) assert.deepEqual(parseRoute(invalid), { at: "start" });
});

test("names of files are made of any text, and are free", () => {
  assert.equal(toName("My Weather-2!"), "my_weather_2");
  assert.equal(toName("7"), "my_rule");
  assert.equal(openedPath("Fog & rain.rules.txt"), "/mine/fog_rain_rules.rules");
  assert.equal(
    freeName("fog", (name) => ["fog", "fog_2"].includes(name)),
    "fog_3",
  );
});

test("tables are found with their titles", () => {
  const text =
    'table Weather "The sky turns" printed\n  table no\ntable C-1(cook) cite "rule 2"\ntable Reef(s: Ship): Sky';
  assert.deepEqual(findTables([text]), [
    { id: "Weather", title: "The sky turns" },
    { id: "C-1", title: "C-1" },
    { id: "Reef", title: "Reef" },
  ]);
});

test("the rows of a table are found by their keys", () => {
  const text =
    'table A\n  roll 2d6\n  +1 fog when sky is fog\n  ..6: clear\n  7..8 "Rain": rain\n  9, 11: fog\n\ntable B\n  nose: roll on A\n';
  assert.deepEqual(
    findRows([text], "A").map((row) => row.key),
    ["..6", "7..8", "9, 11"],
  );
  assert.deepEqual(findRows(["", text], "B"), [{ key: "nose", line: "nose: roll on A" }]);
  assert.deepEqual(findRows([text], "C"), []);
});

test("own files are kept, and stand before those of a game", async () => {
  const store = new MemoryFileStore();
  const library = new Library(store);
  const path = "/games/lighthouse/a.rules";
  library.addGame({ game: GAME, files: [{ file: path, text: "one\r\n" }] });
  assert.deepEqual(library.find(path), { path, text: "one\n", isOwn: false });
  await library.write(path, "two");
  assert.deepEqual(library.find(path), { path, text: "two", isOwn: true });
  await library.write("/mine/fog.rules", 'house fog "Fog" for lighthouse by "Ada"\n');
  assert.ok(library.areTogether("/mine/fog.rules", path));
  await library.remove(path);
  assert.equal(library.find(path)?.text, "one\n");
  assert.deepEqual(
    (await store.history(path)).map((each) => each.text),
    ["two"],
  );
  const again = new Library(store);
  await again.load();
  assert.deepEqual(
    again.own.map((each) => each.path),
    ["/mine/fog.rules"],
  );
});

test("a house rule is laid over its game, and so are preferences that lie alone", () => {
  const gameOf = (path: string, text: string) => findGameOfOverlay({ path, text });
  const preferences = 'preferences learned "Good play" for lighthouse\n';
  assert.equal(gameOf("/mine/fog.rules", 'house fog "Fog" for lighthouse\n'), "lighthouse");
  assert.equal(gameOf("/mine/learned.rules", `# bombsight learn lighthouse\n\n${preferences}`), "lighthouse");
  assert.equal(gameOf("/mine/lighthouse/99-learned.rules", preferences), null);
  assert.equal(gameOf("/mine/y.rules", "# house x for y\ngame z"), null);
});

test("one goes on with each house rule, and with the file of a game that was last open", async () => {
  const library = new Library(new MemoryFileStore());
  const texts = {
    "/mine/cats/00-game.rules": 'game cats "Nine Cats"\n',
    "/mine/cats/90-ask.rules": "",
    "/mine/cats/README.md": "",
    "/mine/fog.rules": 'house fog "Fog" for lighthouse by "Ada"\n',
    [TOUR_FILE]: textBefore(TOUR_STEPS.length).replace("The new keeper", "Me"),
  };
  for (const [path, text] of Object.entries(texts)) await library.write(path, text);
  const paths = () =>
    filesToGoOn(library)
      .map(({ path }) => path)
      .sort();
  assert.deepEqual(paths(), ["/mine/cats/00-game.rules", "/mine/fog.rules"]);
  assert.equal(nameToGoOn(library, "/mine/cats/00-game.rules"), "Nine Cats");
  library.noteOpened("/mine/cats/90-ask.rules", { path: "", offset: 0 });
  assert.deepEqual(paths(), ["/mine/cats/90-ask.rules", "/mine/fog.rules"]);
  await library.write(TOUR_FILE, textBefore(TOUR_STEPS.length - 1));
  assert.ok(paths().includes(TOUR_FILE));
});

function finding(start: number, end: number, severity: ShownFinding["severity"] = "error"): ShownFinding {
  const place = { file: "/a", start, end };
  const texts = { code: "", name: "", message: "", help: "" };
  return { number: start, severity, place, labels: [], has_fix: false, is_unnecessary: false, ...texts };
}

test("findings are counted, and found at the cursor or on its line", () => {
  const found = [finding(0, 2), finding(5, 6, "warning"), finding(9, 9, "warning")];
  assert.equal(describeCounts(found), "1 error, 2 warnings");
  assert.equal(describeCounts([]), "No findings");
  const text = "abc\ndefghijk";
  assert.deepEqual(
    findingsAt(found, text, 3).map((each) => each.number),
    [0],
  );
  assert.deepEqual(
    findingsAt(found, text, 5).map((each) => each.number),
    [5],
  );
  assert.deepEqual(
    findingsAt(found, text, 12).map((each) => each.number),
    [5, 9],
  );
});
