import assert from "node:assert/strict";
import { test } from "node:test";
import type { View as Event } from "../src/engine/classes";
import { SeededDice } from "../src/engine/dice";
import { compileGame } from "../src/engine/modules";
import { nameLookup } from "../src/engine/names";
import { autopilotPolicy } from "../src/engine/policies";
import type { Question } from "../src/engine/question";
import { newJournal, playRun } from "../src/engine/run";
import { InputError } from "../src/errors";
import { readOwnNames } from "../src/play/ownNames";
import type { Play } from "../src/play/play";
import { type GameSetup, resumeGame, startGame } from "../src/play/start";
import { makeDice } from "../src/rules/dice";
import { parseSave } from "../src/session/saveReader";
import { LineBuffer } from "../src/session/sessionLog";
import { bytesOf, move } from "./carry";
import { game } from "./games";

const lighthouse = await compileGame(await game("lighthouse"));

function begun(opening: GameSetup = {}, keeper: LineBuffer | null = null): Play {
  return startGame(lighthouse, { seed: 3n, ...opening }, keeper);
}

function refused(work: () => unknown, message: RegExp): InputError {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof InputError);
    assert.match(error.message, message);
    return error;
  }
  assert.fail("it was not refused");
}

/** The names of all that can be answered. */
function names(question: Question): string[] {
  return [...question.options.map((option) => option.name), ...(question.optional ? ["none"] : [])];
}

/** Numbers by chance, the same for a seed. */
function chance(seed: bigint): (limit: number) => number {
  const stream = new SeededDice(seed);
  return (limit) => stream.drawBelow(limit);
}

/** Everything that was said. */
function said(play: Play): string {
  play.view();
  return [...play.events()].map((event) => (event.event === "say" ? event.text : "")).join("\n");
}

for (const campaign of [false, true]) {
  test(`a game driven from outside is the run: ${campaign ? "a campaign" : "a mission"}`, () => {
    const play = begun({ campaign });
    while (move(play, { answer: (question) => question.preferred }));
    const { program } = lighthouse;
    const entry = campaign ? program.career! : program.mission;
    const journal = newJournal(program, entry);
    journal.reader.describer.nameLookup = nameLookup(program, 3n, { shuffled: true, own: [] });
    const dice = new SeededDice(3n);
    const args = entry.params.map(() => 1);
    const outcome = playRun(
      lighthouse,
      entry,
      args,
      (...roll) => dice.throw(...roll),
      autopilotPolicy(program),
      journal,
    );
    assert.equal(outcome.is, "finished");
    assert.equal(play.session.journal.digest(), journal.digest());
    assert.deepEqual([...play.events()], [...journal.views()]);
    assert.deepEqual(play.view().outcome, [...journal.views()].at(-1));
  });
}

test("views tell the whole story whatever is taken back", () => {
  const drawn = chance(1n);
  const play = begun({ seed: 7n });
  let told: Event[] = [];
  let takenBack = 0;
  for (let made = 0; made < 400; made += 1) {
    const view = play.view();
    assert.equal(view, play.view());
    told = [...told.slice(0, view.kept), ...play.events(view.kept)];
    assert.deepEqual(told, [...play.events()]);
    if (view.question === null) break;
    const offered = names(view.question);
    if (drawn(3) === 0 && view.canUndo) takenBack += play.undo(1 + drawn(3));
    else play.answer(offered[drawn(offered.length)]!);
  }
  assert.deepEqual(play.view().outcome, told.at(-1));
  assert.equal(play.undo(), 1);
  assert.ok(play.view().question !== null && play.view().kept < told.length);
  assert.ok(takenBack > 3);
});

test("real dice are asked for", () => {
  const play = begun({ byHand: true });
  const wanted = play.view().roll!;
  assert.ok(wanted.is === "RollSite");
  assert.deepEqual([wanted.table, wanted.dice], ["Weather", makeDice(2, 6)]);
  refused(() => play.throw([7, 1]), /7 is not on a die with 6 sides/);
  refused(() => play.throw([13]), /13 is no total of 2d6/);
  refused(() => play.throw([1, 2, 3]), /2d6 wants 2 numbers, or their total, not 3/);
  refused(() => play.throw([]), /2d6 wants 2 numbers, or their total, not 0/);
  assert.equal(refused(() => play.answer("keep"), /no question is open/).hint, "Throw 2d6.");
  play.throw([4, 5]);
  assert.ok(play.view().question !== null);
  assert.equal(play.undo(), 1);
  assert.equal(play.view().roll, wanted);
  play.throw([7]);
  assert.equal(play.undo(9), 1);
  assert.equal(play.undo(), 0);
});

test("who throws may change, and dice that are left to the seed fall as they would have fallen", () => {
  const keeper = new LineBuffer("x");
  const play = begun({ byHand: true }, keeper);
  play.throwForMe();
  play.answer("keep");
  assert.ok(play.view().roll !== null);
  play.throwByHand(false);
  assert.ok(play.view().question !== null);
  const seeded = begun();
  seeded.answer("keep");
  assert.equal(play.session.journal.digest(), seeded.session.journal.digest());
  const lines = keeper.takeLines();
  assert.ok(lines.includes('{"thrower":"seed"}'));
  assert.match(lines[1]!, /"by":"seed"/);
  const again = resumeGame(lighthouse, parseSave(bytesOf(lines), "x"), new LineBuffer("x"));
  assert.equal(again.byHand, false);
  assert.deepEqual(again.question, play.question);
});

test("an answer that is not offered changes nothing", () => {
  const play = begun();
  const before = play.view();
  assert.equal(refused(() => play.answer("swim"), /^'swim' is not offered$/).hint, "Offered: keep, again.");
  assert.match(refused(() => play.throw([3, 4]), /no dice are to be thrown/).hint, /^The game asks: /);
  assert.equal(play.view(), before);
});

test("what was answered is with the keeper before the call is over", () => {
  const keeper = new LineBuffer("x");
  const play = begun({}, keeper);
  const lines: string[] = [];
  for (let made = 0; made < 6; made += 1) {
    const offered = names(play.question!);
    play.answer(offered.at(-1)!, made % 2 ? "order" : "", made % 2 === 1);
    lines.push(...keeper.takeLines());
    const saved = parseSave(bytesOf(lines), "x");
    assert.equal(saved.records.filter((record) => record.is === "answer").length, made + 1);
    const again = resumeGame(lighthouse, saved, new LineBuffer("x"));
    assert.deepEqual(again.question, play.question);
    assert.equal(again.view().kept, 0);
    assert.deepEqual([...again.events()], [...play.events()]);
  }
  const back = resumeGame(lighthouse, parseSave(bytesOf(lines), "x"), keeper, "person", { undo: 2 });
  assert.equal(back.session.records.filter((record) => record.is === "answer").length, 4);
  back.view();
  assert.equal(keeper.takeLines()[0], '{"undo":2}');
});

test("names change neither the story nor the dice", () => {
  const [play, other] = [begun(), begun()];
  play.view();
  const named = other.rename("Keeper Grandfather  Olsen");
  assert.deepEqual([named.what, named.number, named.name], ["Keeper", 0, "Grandfather Olsen"]);
  assert.match(said(other), /Grandfather Olsen climbs/);
  assert.doesNotMatch(said(play), /Olsen/);
  assert.equal(play.session.journal.digest(), other.session.journal.digest());
  assert.deepEqual(play.session.records, other.session.records);
  refused(() => play.rename("Nobody Olsen"), /^nobody is called 'Nobody Olsen'$/);
  refused(() => play.rename("Keeper"), /^'' is no name$/);
  refused(() => play.rename(`Keeper ${"x".repeat(41)}`), /a name of 41 characters is too long/);
});

test("a name given in play is in the save", () => {
  const keeper = new LineBuffer("x");
  const play = begun({}, keeper);
  play.rename("keeper Ødegård");
  play.answer("keep");
  const again = resumeGame(lighthouse, parseSave(bytesOf(keeper.takeLines()), "x"), keeper);
  assert.equal(again.namedThings()[0]!.name, "Ødegård");
  assert.match(said(again), /Ødegård climbs/);
});

test("names of a player's own are given first", () => {
  const { program } = lighthouse;
  const own = readOwnNames("# ours\nOld Nan\n\n  Ole  # the second\n", "names", program);
  assert.deepEqual(own, [
    { of: "", number: 0, name: "Old Nan" },
    { of: "", number: 1, name: "Ole" },
  ]);
  assert.equal(begun({ names: own }).namedThings()[0]!.name, "Old Nan");
  const error = refused(() => readOwnNames("Boat: Nan", "names", program), /has no names of 'Boat'/);
  assert.equal(error.place, "names:1");
});

test("the autopilot plays at once, and chance by the seed", () => {
  for (const answers of ["auto", "random"] as const) {
    const keeper = new LineBuffer("x");
    const play = startGame(lighthouse, { seed: 5n }, keeper, answers);
    assert.ok(play.view().outcome !== null);
    const again = resumeGame(lighthouse, parseSave(bytesOf(keeper.takeLines()), "x"), keeper);
    assert.ok(again.view().outcome !== null);
    assert.deepEqual(keeper.takeLines(), []);
  }
});

test("play stops before a procedure where it is told to", () => {
  const play = begun({ until: lighthouse.program.mission.name.toUpperCase() });
  const { question, roll, before, outcome } = play.view();
  assert.deepEqual([question, roll, outcome, [...play.events()].length], [null, null, null, 0]);
  assert.equal(before?.name, lighthouse.program.mission.name);
  play.playOn();
  assert.ok(play.question);
  refused(() => begun({ until: "nowhere" }), /nothing called nowhere begins in The Keeper's Night/);
});

test("how a game cannot begin is told", () => {
  refused(() => begun({ mission: 99 }), /^there is no mission 99$/);
  refused(() => begun({ mission: 1, campaign: true }), /exclude each other/);
  refused(() => begun({ seed: 2n ** 64n }), /^18446744073709551616 is no seed$/);
  const { seed } = startGame(lighthouse, {}, null).session.header;
  assert.ok(0n <= seed && seed < 1_000_000n);
});
