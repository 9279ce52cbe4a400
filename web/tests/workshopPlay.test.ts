/** Playing in the workshop: the seed of the last time, the answers to go on from, and the frame in which it happens. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browserParts";
import { readSave } from "../src/page/archive/slicedWork";
import { previewSave, storeContinued } from "../src/page/embedded/goingOn";
import { HeldFocus } from "../src/page/embedded/heldFocus";
import { isFrameReady } from "../src/page/embedded/messages";
import { refusingPort } from "../src/page/embedded/oddsPort";
import { storeNewGame } from "../src/page/setup/newGame";
import { addGame, loadKeptGame, ownGameName, type ReadyGame } from "../src/page/storage/games";
import { encodeLines, loadLines, type Save, watchLines } from "../src/page/storage/saves";
import type { FromWorker } from "../src/play/odds/messages";
import type { OpenedGame } from "../src/workshop/desk/classes";
import { MemoryFileStore } from "../src/workshop/files/fileStore";
import { Library } from "../src/workshop/files/library";
import { renderFrameDocument } from "../src/workshop/play/frameDocument";
import { type FocusedDocument, noteKeyboard } from "../src/workshop/play/keyboard";
import { LineBook } from "../src/workshop/play/lineBook";
import { hasAnswers, nextGame, type PlayedGame, renderContinued, withLines } from "../src/workshop/play/playedGame";
import { describeChange, findFirstError, identifyRules } from "../src/workshop/play/ruleTexts";
import { parseSeed, SeedBook } from "../src/workshop/play/seeds";
import type { Workbench } from "../src/workshop/workbench";
import { bytesOf, playOn } from "./carry";
import { bytesOfGame, repacked } from "./packed";

const LIGHTHOUSE = bytesOfGame("lighthouse");

async function ready(file: Uint8Array<ArrayBuffer>): Promise<ReadyGame> {
  const { digest } = await addGame(new Blob([file]));
  return (await loadKeptGame(digest))!;
}

/** The same game by the hashes of other rules. */
function rehashed(game: ReadyGame): Uint8Array<ArrayBuffer> {
  const { rules_hash } = game.game.program;
  return repacked(LIGHTHOUSE, (text) => text.replaceAll(rules_hash, "0".repeat(rules_hash.length)));
}

async function begin(game: ReadyGame): Promise<Save> {
  const named = { name: ownGameName(game.digest), title: game.game.head.title };
  return storeNewGame(named, game, { edition: "", ask: "sensible", setup: { seed: 7n } });
}

class Shelf {
  readonly items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
}

test("a game is played at the seed of the last time, also after the page was loaded again", () => {
  const shelf = new Shelf();
  const seed = new SeedBook(shelf).seedOf("lighthouse");
  assert.equal(new SeedBook(shelf).seedOf("lighthouse"), seed);
  new SeedBook(shelf).setSeed("lighthouse", "12");
  assert.equal(new SeedBook(shelf).seedOf("lighthouse"), "12");
  for (const [key] of shelf.items) shelf.items.set(key, '[["lighthouse", "x"]]');
  assert.match(new SeedBook(shelf).seedOf("lighthouse"), /^\d+$/);
  assert.equal(new SeedBook(null).seedOf("fort").length > 0, true);
});

test("a seed is a number as the program takes it", () => {
  assert.equal(parseSeed(" 0012 "), "12");
  assert.equal(parseSeed("18446744073709551615"), "18446744073709551615");
  for (const wrong of ["", "-1", "1e3", "18446744073709551616"]) assert.throws(() => parseSeed(wrong), /no seed/);
});

test("another compilation goes on from the answers of the same game at the same seed", () => {
  const compiled = { game: "lighthouse", title: "", bytes: new Uint8Array() };
  const next = { compiled, path: "/mine/fog.rules", rules: "b", seed: "1" };
  const played: PlayedGame = { ...next, rules: "a", lines: ["{}", '{"a":"keep"}'] };
  assert.deepEqual(nextGame(next, played, "on"), { ...next, lines: played.lines });
  assert.deepEqual(nextGame(next, played, "again").lines, []);
  assert.deepEqual(nextGame({ ...next, seed: "2" }, played, "on").lines, []);
  assert.deepEqual(nextGame(next, null, "on").lines, []);
  assert.deepEqual(nextGame(next, { ...played, lines: ["{}", '{"d":[1]}'] }, "on").lines, []);
});

test("the answers of a game are there after the page was loaded again, those of old games within a limit", () => {
  const shelf = new Shelf();
  const short = { seed: "1", lines: ["{}", '{"a":"keep"}'] };
  const long = { seed: "2", lines: ["x".repeat(299_970)] };
  new LineBook(shelf).keep("lighthouse", short);
  assert.deepEqual(new LineBook(shelf).find("lighthouse"), short);
  assert.equal(new LineBook(shelf).find("fort"), null);
  const book = new LineBook(shelf);
  book.keep("lighthouse", short);
  book.keep("fort", long);
  assert.deepEqual(book.find("lighthouse"), short);
  assert.deepEqual([new LineBook(shelf).find("fort"), new LineBook(shelf).find("lighthouse")], [long, null]);
  for (const [key] of shelf.items) shelf.items.set(key, '[["lighthouse"]]');
  assert.equal(new LineBook(shelf).find("lighthouse"), null);
});

test("a browser without room keeps the answers as long as the page", () => {
  const full = { getItem: () => null, setItem: () => assert.fail("no room") };
  const book = new LineBook(full);
  book.keep("lighthouse", { seed: "1", lines: ["{}"] });
  assert.deepEqual(book.find("lighthouse")?.lines, ["{}"]);
});

test("it is said that all answers hold, and where the story is another", () => {
  assert.equal(renderContinued(1, ""), "Your answer holds.");
  assert.match(renderContinued(12, "answer 3"), /^All 12 answers hold, .*before answer 3 the story/);
});

test("stored lines replace what stood there and behind", () => {
  const game: PlayedGame = {
    compiled: { game: "", title: "", bytes: new Uint8Array() },
    path: "",
    rules: "",
    seed: "1",
    lines: ["a", "b"],
  };
  assert.deepEqual(withLines(game, 2, ["c"]).lines, ["a", "b", "c"]);
  assert.deepEqual(withLines(game, 0, ["x"]).lines, ["x"]);
});

test("each stored line is heard of, and a save goes on by changed rules behind them", async () => {
  let heard: string[] = [];
  watchLines((save, lines) => {
    heard = [...heard.slice(0, save.lines), ...lines];
  });
  const before = await ready(LIGHTHOUSE);
  const begun = await begin(before);
  assert.deepEqual(heard, await loadLines(begun.id));
  const played = playOn(await before.compiled, bytesOf(heard), undefined, 3);
  const lines = new TextDecoder().decode(played).trimEnd().split("\n");
  assert.equal(hasAnswers(lines), true);

  const after = await ready(rehashed(before));
  const prospect = await previewSave(after, lines);
  assert.equal(prospect.isNeeded, true);
  assert.equal(prospect.holds.answersKept, prospect.holds.answers);
  const save = await storeContinued(after, lines, prospect);
  assert.deepEqual(heard.slice(0, -1), lines);
  const { header, records } = await readSave(encodeLines(await loadLines(save.id)), "save");
  assert.deepEqual([header.rules, records.length], [after.game.program.rules_hash, prospect.holds.kept]);
});

test("a save of the same rules goes on as it is", async () => {
  const game = await ready(LIGHTHOUSE);
  const lines = await loadLines((await begin(game)).id);
  const prospect = await previewSave(game, lines);
  assert.equal(prospect.isNeeded, false);
  assert.deepEqual(await loadLines((await storeContinued(game, lines, prospect)).id), lines);
});

test("the frame holds its program, and connects to nothing", () => {
  const page = renderFrameDocument("run('$&')");
  assert.match(page, /<script>run\('\$&'\)<\/script>/);
  assert.match(page, /connect-src 'none'; worker-src 'none'; frame-src 'none'/);
  assert.deepEqual([{ kind: "ready" }, { kind: "other" }, null, "ready"].map(isFrameReady), [
    true,
    false,
    false,
    false,
  ]);
});

test("a game gets the keyboard unless a dialog is open, or somebody has put it elsewhere", () => {
  const [body, button, field] = ["body", "button", "field"];
  let dialog: object | null = null;
  const page = { body, activeElement: button, querySelector: () => dialog };
  const mayTake = noteKeyboard(page as unknown as FocusedDocument);
  assert.equal(mayTake(), true);
  page.activeElement = field;
  assert.equal(mayTake(), false);
  page.activeElement = body;
  assert.equal(mayTake(), true);
  dialog = {};
  assert.equal(mayTake(), false);
});

test("the frame focuses nothing before it is given the keyboard, then what came last", () => {
  let hasKeyboard = false;
  const focused: string[] = [];
  const hold = new HeldFocus(() => hasKeyboard);
  const [main, answer] = ["main", "answer"].map((name) => ({ focus: () => focused.push(name) }));
  for (const each of [main!, answer!]) hold.request(each, each.focus);
  assert.deepEqual(focused, []);
  assert.equal(hold.take(), answer);
  assert.equal(hold.take(), null);
  hasKeyboard = true;
  hold.request(main!, main!.focus);
  assert.deepEqual(focused, ["main"]);
});

test("in the frame odds are refused, in words", async () => {
  const port = refusingPort();
  const message = new Promise<FromWorker>((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
  });
  port.postMessage({ kind: "weigh", number: 3, asked: {} as never, runs: 1 });
  const { kind, number } = await message;
  assert.deepEqual([kind, number], ["refused", 3]);
});

test("rules are others once a file of theirs has changed, and their first error leads", async () => {
  const library = new Library(new MemoryFileStore());
  await library.write("/mine/fog.rules", "house fog for lighthouse\n");
  await library.write("/mine/small/game.rules", "game small\n");
  const open = library.find("/mine/fog.rules");
  const bench = { library, open, findings: new Map() } as unknown as Workbench;
  const before = identifyRules(bench);
  await library.write("/mine/small/game.rules", "game small\n\n");
  assert.equal(identifyRules(bench), before);
  await library.write("/mine/fog.rules", "house fog for lighthouse\n\n");
  assert.notEqual(identifyRules(bench), before);
  assert.equal(findFirstError(bench), null);
  const [warning, error] = [{ severity: "warning" }, { severity: "error" }];
  bench.findings.clear();
  (bench.findings as Map<string, unknown>).set("/mine/fog.rules", [warning, error]);
  assert.equal(findFirstError(bench), error);
});

test("what is played is called by its house rules, and as changed where its own files are", async () => {
  const library = new Library(new MemoryFileStore());
  const file = "/lighthouse/game.rules";
  const game = { id: "lighthouse", title: "" };
  library.addGame({ game, files: [{ file, text: "game lighthouse\n" }] } as unknown as OpenedGame);
  assert.equal(describeChange(library, file), "");
  await library.write("/mine/fog.rules", 'house fog "Thick fog" for lighthouse by "Ada"\n');
  await library.write("/mine/my_b_1.rules", "# mine\nhouse my_b_1 for lighthouse\n");
  await library.write("/mine/small/game.rules", "game small\n");
  assert.equal(describeChange(library, "/mine/fog.rules"), "with Thick fog and my_b_1");
  assert.equal(describeChange(library, "/mine/small/game.rules"), "");
  await library.write(file, "game lighthouse\n\n");
  assert.equal(describeChange(library, file), "as you changed it, with Thick fog and my_b_1");
});
