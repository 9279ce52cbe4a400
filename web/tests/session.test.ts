import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededDice } from "../src/engine/dice";
import { type CompiledGame, compileGame } from "../src/engine/modules";
import { autopilotPolicy } from "../src/engine/policies";
import { InputError } from "../src/errors";
import type { Play } from "../src/play/play";
import { resumeGame } from "../src/play/start";
import type { Record } from "../src/session/classes";
import { headerLine } from "../src/session/lines";
import { withOptions } from "../src/session/openOptions";
import { newHeader, SaveRefused } from "../src/session/rulesIdentity";
import { completeLines, parseSave } from "../src/session/saveReader";
import { pausingPolicy, Session } from "../src/session/session";
import { LineBuffer } from "../src/session/sessionLog";
import { bytesOf, playOn } from "./carry";
import { game } from "./games";
import { SAVES } from "./kept";

const lighthouse = await compileGame(await game("lighthouse"));

/** A save taken up again, and what is written behind it. */
function taken(data: Uint8Array, made = lighthouse): { play: Play; keeper: LineBuffer } {
  const keeper = new LineBuffer("x.save");
  return { play: resumeGame(made, parseSave(data, "x.save"), keeper), keeper };
}

function linesOf(name: string): string[] {
  const data = SAVES.get(name)!;
  return completeLines(data, parseSave(data, name));
}

function refusal(work: () => unknown): InputError {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof InputError);
    return error;
  }
  assert.fail("it was not refused");
}

/** A game in force as its records tell it. */
function record(record: Record): readonly unknown[] {
  return record.is === "throw" ? [...record.faces, record.at, record.by] : [record.name, record.at, record.story];
}

for (const name of SAVES.keys()) {
  test(`a save of the command line is taken up, every hash in it found again: ${name}`, () => {
    const { play, keeper } = taken(SAVES.get(name)!);
    const { outcome, question, roll } = play.view();
    const { end } = play.session;
    assert.equal(outcome !== null, end !== null);
    assert.equal(question !== null || roll !== null, end === null);
    if (end !== null) assert.equal(play.session.journal.digest(), end.journal);
    assert.deepEqual(keeper.takeLines(), []);
  });

  test(`a save is caught up with some records at a time, and comes to the same: ${name}`, () => {
    const atOnce = taken(SAVES.get(name)!).play;
    const { play, keeper } = taken(SAVES.get(name)!);
    const { session } = play;
    const parts = [...session.catchUp(7)];
    const count = session.records.length;
    assert.deepEqual(
      parts,
      Array.from({ length: Math.ceil(count / 7) - 1 }, (_, at) => (7 * (at + 1)) / count),
    );
    assert.equal(session.trail.length, 7 * parts.length);
    assert.deepEqual(play.view(), atOnce.view());
    assert.equal(session.journal.digest(), atOnce.session.journal.digest());
    assert.deepEqual(session.source.position, atOnce.session.source.position);
    assert.deepEqual(keeper.takeLines(), [], "nothing of it is written");
  });

  test(`a save is carried on, and what was carried is taken up again: ${name}`, () => {
    const some = playOn(lighthouse, SAVES.get(name)!, undefined, 5);
    const all = playOn(lighthouse, some);
    assert.deepEqual(all, playOn(lighthouse, SAVES.get(name)!));
    const { play, keeper } = taken(all);
    assert.ok(play.view().outcome !== null);
    assert.equal(play.session.journal.digest(), play.session.end?.journal);
    assert.deepEqual(keeper.takeLines(), []);
  });
}

test("what was taken back falls again as it fell", () => {
  const { play, keeper } = taken(SAVES.get("mission")!);
  const digest = play.view() && play.session.journal.digest();
  const before = [...play.session.records];
  assert.equal(play.undo(6), 6);
  assert.equal(play.view().outcome, null);
  assert.equal(keeper.takeLines()[0], '{"undo":6}');
  play.throwByHand(true);
  for (const lost of before.slice(play.session.records.length)) {
    if (lost.is === "answer") play.answer(lost.name);
    else if (lost.by === "hand") play.throw(lost.faces);
    else play.throwForMe();
  }
  assert.deepEqual(play.session.records.map(record), before.map(record));
  assert.equal(play.session.journal.digest(), digest);
});

test("dice behind an answer with a seed are those of the seed, however often it is taken back", () => {
  const lines = linesOf("mission");
  const at = lines.findIndex((line) => line.startsWith('{"a"'));
  const seed = 2n ** 53n - 1n;
  const answered = lines[at]!.replace(/}$/, `,"seed":${seed}}`);
  const { play, keeper } = taken(bytesOf([...lines.slice(0, at), answered]));
  const policy = autopilotPolicy(lighthouse.program);
  play.session.play(policy);
  const first = play.session.records.slice(at);
  const dice = new SeededDice(seed);
  for (const each of first) {
    const site =
      each.is === "throw" && lighthouse.program.sites.find((one) => one.is === "RollSite" && one.table === each.at);
    if (each.is === "throw" && site && site.is === "RollSite") {
      assert.deepEqual(each.faces, dice.throw(0, site.dice));
    }
  }
  assert.ok(first.filter((each) => each.is === "throw").length > 2);
  play.session.undo(2);
  play.session.play(policy);
  assert.deepEqual(play.session.records.slice(at).map(record), first.map(record));
  assert.ok(keeper.takeLines().length > 0);
});

test("no more is taken back than there is", () => {
  const { play } = taken(SAVES.get("mission")!);
  assert.ok(play.undo(1000) < 1000);
  assert.equal(play.session.canUndo, false);
  assert.equal(play.undo(), 0);
});

test("a changed die is found out, and the save stays as it is", () => {
  const data = SAVES.get("career")!;
  const [first, second] = parseSave(data, "x").records;
  assert.ok(first?.is === "throw" && second?.is === "answer");
  const lines = linesOf("career");
  lines[first.line - 1] = lines[first.line - 1]!.replace(/\d+/, String((first.faces[0]! % 6) + 1));
  const { play, keeper } = taken(bytesOf(lines));
  const error = refusal(() => play.view());
  assert.match(
    error.message,
    /^before answer 1 \(.* at offer:hand_lantern\) something else happened than the save says$/,
  );
  assert.equal(error.place, `x.save:${second.line}`);
  assert.ok(error instanceof SaveRefused && play.isStuck);
  assert.deepEqual(keeper.takeLines(), []);
  const caughtUp = taken(bytesOf(lines)).play;
  assert.equal([...caughtUp.session.catchUp(1)].length, 1);
  assert.deepEqual(
    refusal(() => caughtUp.view()),
    error,
  );
});

test("a record that does not fit is found out", () => {
  const lines = [...linesOf("mission").slice(0, 8), '{"a":"sing","at":"choice:sing","j":"000000000000"}'];
  const error = refusal(() => taken(bytesOf(lines)).play.view());
  assert.ok(error instanceof SaveRefused);
  assert.match(error.message, /^answer \d+ \(sing at choice:sing\) does not fit: the game /);
  assert.equal(error.place, "x.save:9");
});

test("an end that another story leads to is found out", () => {
  const lines = linesOf("mission");
  const end = '{"end":{"result":"dark","fault":"","journal":""}}';
  const { play } = taken(bytesOf([...lines.slice(0, -1), end]));
  const error = refusal(() => play.view());
  assert.match(error.message, /^the end \(dark\) does not fit: the game ends with /);
});

test("a save of other rules is refused", () => {
  const other: CompiledGame = { ...lighthouse, program: { ...lighthouse.program, rules_hash: "other" } };
  const error = refusal(() => taken(SAVES.get("mission")!, other));
  assert.ok(error instanceof SaveRefused);
  assert.match(error.message, /^it was played with other rules: the rules of .* have been changed since$/);
});

test("other sentences refuse no save; but in stories of version 1 they count", () => {
  const told: CompiledGame = { ...lighthouse, program: { ...lighthouse.program, wording_hash: "other" } };
  taken(SAVES.get("mission")!, told).play.view();
  const [head, ...lines] = linesOf("mission");
  const { rules_hash, wording_hash } = lighthouse.program;
  const before = head!.replace('"journal":2', '"journal":1').replace(rules_hash, wording_hash);
  const begun = bytesOf([before, ...lines.slice(0, 1)]);
  taken(begun).play.view();
  assert.match(refusal(() => taken(begun, told)).message, /have been changed since$/);
});

test("a story of a version that is not known is told without its hashes", () => {
  const [head, ...lines] = linesOf("mission");
  const later = head!.replace('"journal":2', '"journal":99');
  const { play, keeper } = taken(bytesOf([later, ...lines.slice(0, 8)]));
  const { question } = play.view();
  if (question === null) play.throwForMe();
  else play.answer(question.options[0]!.name);
  play.view();
  assert.ok(keeper.takeLines().length > 0);
  assert.ok(play.session.records.every((each) => each.is === "throw" || each.story === ""));
});

test("a save of another game is refused", () => {
  const other: CompiledGame = {
    ...lighthouse,
    program: { ...lighthouse.program, game: "harbour", title: "The Harbour" },
  };
  const error = refusal(() => taken(SAVES.get("mission")!, other));
  assert.equal(error.message, "this is a save of The Keeper's Night (lighthouse), not of The Harbour");
});

test("a save that pins fields is refused", () => {
  const [head, ...lines] = linesOf("mission");
  const pinned = head!.replace(/\}$/, ',"fields":[{"field":"sky","value":"fog"}]}');
  const error = refusal(() => taken(bytesOf([pinned, ...lines])));
  assert.match(error.message, /it pins sky/);
});

test("a pinned table shows what it is pinned to, and nothing else fits", () => {
  const lines = linesOf("pinned");
  const { play } = taken(bytesOf(lines));
  play.view();
  const thrown = play.session.records.filter((each) => each.is === "throw" && each.at === "Weather");
  assert.ok(thrown.length > 2);
  assert.ok(thrown.every((each) => each.is === "throw" && each.by === "pin" && each.faces.join() === "11"));
  lines[1] = '{"d":[3,4],"at":"Weather"}';
  const error = refusal(() => taken(bytesOf(lines)).play.view());
  assert.match(error.message, /which is pinned to 11$/);
});

test("a session lasts as long as its policy answers", () => {
  const header = newHeader(lighthouse.program, { seed: 3n, args: [2] });
  const session = new Session(lighthouse, header, new SeededDice(3n));
  const open = session.play(pausingPolicy);
  assert.ok(open.is === "pending" && !("is" in open.waitsFor));
  const over = session.play(autopilotPolicy(lighthouse.program));
  assert.equal(over.is, "finished");
  assert.equal(session.sessionLog.end?.journal, session.journal.digest());
});

test("what is played is one of the game's entries with values that it takes", () => {
  const wrong = { ...newHeader(lighthouse.program, { seed: 3n, args: [99] }) };
  assert.match(refusal(() => new Session(lighthouse, wrong, new SeededDice(3n))).message, /: 99 is none of 1\.\./);
});

test("options are other slots, and a save of them is of this game", () => {
  const chosen = new Map([["oil_ration", "7"]]);
  const other = withOptions(lighthouse, chosen);
  const oil = other.program.fields.find((field) => field.id === "oil")!;
  assert.deepEqual(oil.defaults, [7]);
  assert.match(headerLine(newHeader(other.program, { seed: 1n })), /"oil_ration":"7"/);
  assert.equal(withOptions(other, chosen), other);
  assert.equal(refusal(() => withOptions(lighthouse, new Map([["oil_ration", "99"]]))).hint, "Give a number 6..20.");
  assert.match(refusal(() => withOptions(lighthouse, new Map([["moon", "yes"]]))).message, /there is no option moon/);
});
