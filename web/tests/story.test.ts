/** What happened, in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  BeforehandView,
  ChangeView,
  ChoiceView,
  DrawView,
  ElementView,
  EnterView,
  RollView,
  SayView,
  View,
} from "../src/engine/classes";
import { compileGame } from "../src/engine/modules";
import { renderResult } from "../src/engine/views";
import type { Detail } from "../src/modes";
import { startGame } from "../src/play/start";
import { Checkpoints } from "../src/play/story/checkpoints";
import type { StoryLine } from "../src/play/story/classes";
import { findHeading, Headings, headingTitles, titledHeadings } from "../src/play/story/headings";
import { lineParts, plainText } from "../src/play/story/lineParts";
import { collectPhrases, NO_PHRASES, type Phrases } from "../src/play/story/phrases";
import { Story, type StoryOptions } from "../src/play/story/story";
import { StoryLog } from "../src/play/story/storyLog";
import { makeDice } from "../src/rules/dice";
import { NO_ORIGIN } from "../src/rules/origin";
import type { RowInfo } from "../src/rules/program";
import { game } from "./games";

const lighthouse = await compileGame(await game("lighthouse"));

const PHRASES: Phrases = {
  fields: new Map([
    ["night_number", "Night"],
    ["horn_out", "Horn out"],
    ["lamp", "Lamp"],
  ]),
  owners: new Map([
    ["horn_out", "night"],
    ["ship", "night"],
  ]),
  procedures: new Map([["flood", "Water in the store"]]),
  tables: new Map([["K-5", "K-5 Damage"]]),
  values: new Map([
    ["one", "One oar"],
    ["lost", "lost"],
  ]),
  records: new Set(["record"]),
};

function told(views: readonly View[], detail: Detail = "rolls", more: StoryOptions = {}): StoryLine[] {
  const lines = new Story({ phrases: PHRASES, detail, ...more }).tellAll(views);
  return lines.filter((line) => line.kind !== "legend");
}

function kinds(views: readonly View[], detail: Detail = "rolls"): string[] {
  return told(views, detail).map((line) => line.kind);
}

function said(text: string, tone: SayView["tone"] = ""): SayView {
  return { event: "say", origin: NO_ORIGIN, text, tone, unnamed: "", chronicle: "", rowTitle: "" };
}

function change(field: string, title: string, from: string, to: string, tone: ChangeView["tone"] = ""): ChangeView {
  const titles = { oldTitle: from, newTitle: to };
  return { event: "change", origin: NO_ORIGIN, field, title, old: from, new: to, ...titles, tone };
}

function row(text: string, title = "", label = "4"): RowInfo {
  return { is: "RowInfo", label, title, text, origin: NO_ORIGIN };
}

function rolled(title = "", table: string | null = null, at: RowInfo | null = null): RollView {
  const dice = { dice: makeDice(1, 6), faces: [3], natural: 3, modifiers: [], total: 3 };
  return { event: "roll", origin: NO_ORIGIN, table, title, ...dice, row: at, arguments: [], takesEvery: false };
}

function entered(title: string, name = "p"): EnterView {
  return { event: "enter", origin: NO_ORIGIN, kind: "procedure", name, title, arguments: [], seenBy: "", beat: false };
}

function drawn(drawnTitle: string, count = 9): DrawView {
  return { event: "draw", origin: NO_ORIGIN, id: "draw:hand/c", count, drawn: drawnTitle, drawnTitle };
}

function joins(elementTitle: string, list = "ships", isThere = true): ElementView {
  const title = list === "ships" ? "Ships" : "The log";
  return { event: "element", origin: NO_ORIGIN, list, title, joins: isThere, element: "", elementTitle };
}

const ASKED: ChoiceView = {
  event: "choice",
  origin: NO_ORIGIN,
  id: "c",
  prompt: "Go on",
  by: "player",
  options: [],
  titles: [],
  answer: "yes",
  answerTitle: "Yes",
  offer: false,
  unit: 1,
};

const HORN = change("horn_out", "Horn out", "no", "yes", "bad");
const OIL = change("oil[store]", "Oil, Store", "10", "9");

test("news is what is said, rolls add dice, and books every change", () => {
  const views = [rolled("The shed", "K-4", row("none", "Horn")), said("The horn is out.", "bad"), HORN, OIL];
  assert.deepEqual(kinds(views, "news"), ["news"]);
  assert.deepEqual(kinds(views, "rolls"), ["roll", "news"]);
  assert.deepEqual(kinds(views, "books"), ["roll", "news", "change", "change"]);
});

test("a throw that is offered again is told at every level", () => {
  for (const [offered, count] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const story = new Story({ phrases: PHRASES, detail: "news" });
    story.tell([rolled("Sky")]);
    assert.equal(story.announce("Throw again", offered).filter((line) => line.kind === "roll").length, count);
  }
});

test("damage without a word is told at every level", () => {
  for (const detail of ["news", "rolls", "books"] as const) {
    const line = told([HORN], detail)[0]!;
    assert.deepEqual(
      [line.kind, line.text, line.result, line.dice, line.tone],
      ["change", "Horn out", detail === "books" ? "yes" : "", "", "bad"],
    );
  }
});

test("a sentence before dice speaks for no change behind them", () => {
  assert.deepEqual(kinds([said("The horn is out."), rolled("Fire", "F"), HORN]), ["news", "roll", "change"]);
});

test("a sentence that only repeats a throw is left to the throw's line", () => {
  const throwing = rolled("Sky", "K-1", row("fog", "Fog"));
  assert.deepEqual(kinds([throwing, said("Sky over the rock: fog.")]), ["roll"]);
  assert.deepEqual(kinds([throwing, said("Sky over the rock: fog.")], "news"), ["news"]);
  assert.deepEqual(kinds([throwing, said("Sky: fog.", "bad")]), ["roll", "news"]);
  assert.deepEqual(kinds([throwing, said("Sea: fog.")]), ["roll", "news"]);
});

test("answers are told but to the player who gives them", () => {
  assert.equal(told([ASKED])[0]!.result, "Yes");
  assert.deepEqual(told([ASKED], "rolls", { answers: false }), []);
  assert.equal(told([{ ...ASKED, by: "tide" }], "rolls", { answers: false })[0]!.by, "tide");
  assert.equal(told([ASKED], "rolls", { answers: false, reasonOf: () => "as ordered" })[0]!.behind, "as ordered");
});

test("elements that come together stand on one line but in the books", () => {
  const views = [joins("A"), joins("B"), joins("C", "ships", false)];
  const names = (detail: Detail) => told(views, detail).map((line) => `${line.kind} ${line.names.join("+")}`);
  assert.deepEqual(names("rolls"), ["joins A+B", "leaves C"]);
  assert.deepEqual(names("books"), ["joins A", "joins B", "leaves C"]);
  assert.deepEqual(names("news"), ["joins A+B"]);
});

test("a record's line is of the books, and has no ordinal", () => {
  const views = [joins("Packet, home #3", "record")];
  assert.deepEqual(told(views), []);
  assert.deepEqual(told(views, "books")[0]!.names, ["Packet, home"]);
});

test("numbers are told by the title of their row", () => {
  const given = (name: string): View => {
    const values = [{ of: "", name, title: name }];
    return { event: "result", origin: NO_ORIGIN, table: "T", title: "T", values };
  };
  const result = (name: string, title: string) => told([rolled("Wing", "T", row(name, title)), given(name)])[0]!.result;
  assert.deepEqual(
    [result("1", "A gust"), result("-2", "Lower"), result("yes", "It holds"), result("1", ""), result("gale", "Storm")],
    ["A gust (1)", "Lower (-2)", "It holds", "1", "gale"],
  );
});

test("draws stand on one line, on that of their heading where nothing else is told there", () => {
  const red = { of: "side", name: "red", title: "the red side" };
  const hand: EnterView = { ...entered("Draws", "hand"), arguments: [red] };
  const left: View = { event: "leave", origin: NO_ORIGIN, kind: "procedure", name: "hand" };
  const draws = [entered("The day", "mission"), hand, drawn("King #2"), drawn("Ace", 8)];
  const texts = (...views: View[]) =>
    told(views).map((line) => [line.text, ...line.names, line.result].join(" ").trim());
  assert.deepEqual(texts(...draws, left).slice(1), ["Draws: the red side 2 of 9 King, Ace"]);
  assert.deepEqual(texts(...draws, said("Enough.")).slice(1), [
    "Draws (the red side)",
    "Drawn 2 of 9 King, Ace",
    "Enough.",
  ]);
  assert.deepEqual(texts(drawn("King"), drawn("none", 0), drawn("Ace")).length, 3);
});

test("what happens in a step that nobody sees is told to nobody", () => {
  const step: EnterView = { ...entered("A card", "hand"), kind: "step", seenBy: "none" };
  const left: View = { event: "leave", origin: NO_ORIGIN, kind: "step", name: "hand" };
  const lines = told([entered("The day", "mission"), step, drawn("King"), said("A king!"), left, drawn("Ace")]);
  assert.deepEqual(
    lines.slice(1).map((line) => line.text),
    ["A card: nobody sees it.", "Drawn"],
  );
  assert.equal(lines.at(-1)!.number, 2);
});

test("how it ended is told once", () => {
  const end = (title: string): View => ({ event: "outcome", origin: NO_ORIGIN, result: title, title, fault: "" });
  assert.deepEqual(kinds([said("Night 3: lost."), end("lost")]), ["news"]);
  assert.deepEqual(kinds([said("Not lost."), end("lost")]), ["news", "end"]);
});

test("what was never so is not told, and what fell back begins anew", () => {
  const texts = (views: readonly View[]) =>
    told(views, "books").map((line) => [line.text, line.dice, line.result].filter(Boolean).join(": "));
  assert.deepEqual(texts([change("ship", "Ship", "none", "Packet"), change("ship", "Ship", "Packet", "Brig")]), [
    "Ship: Packet",
    "Ship: Packet: Brig",
  ]);
  assert.deepEqual(
    texts([
      entered("Night", "night"),
      change("ship", "Ship", "Raft", "Packet"),
      { event: "leave", origin: NO_ORIGIN, kind: "procedure", name: "night" },
      change("ship", "Ship", "Raft", "Brig"),
    ]),
    ["Night", "Ship: Packet", "Ship: Brig"],
  );
});

test("why no dice were thrown is said in words, or not at all", () => {
  const reason = (label: string) => {
    const view: BeforehandView = {
      event: "beforehand",
      origin: NO_ORIGIN,
      table: "K",
      title: "K",
      row: row("lost", "", label),
      number: 0,
    };
    return told([view])[0]!.reason;
  };
  assert.equal(reason("when night_number <= 5"), "night at most 5");
  assert.equal(reason("when lamp > 0 and not horn_out"), "lamp above 0 and not horn out");
  assert.equal(reason("when trapped(p)"), "trapped");
  assert.equal(reason("when lamp in 2..3 and target in fog.."), "lamp in 2 to 3 and target in fog or later");
  assert.deepEqual(["5..", "..5"].map(reason), ["5 or more", "up to 5"]);
  assert.equal(reason("when count(p in Post where alive(p)) is 0"), "by the rules");
});

test("a result in parts is told in words and not as a record", () => {
  const part = (of: string, name: string) => ({ of, name, title: name });
  assert.equal(renderResult([part("best_of", "fog"), part("miles", "4")]), "fog, 4 miles");
  assert.equal(renderResult([part("miles", "4"), part("at_night", "yes")]), "4 miles, at night");
  assert.equal(renderResult([part("find", "none"), part("wood", "4")]), "4 wood");
  assert.equal(renderResult([part("find", "none"), part("wood", "none")]), "none");
  assert.equal(renderResult([part("", "none")]), "none");
});

test("what a row does is said in words, or not at all", () => {
  const result = (text: string) => told([rolled("Store", "K-4", row(text))])[0]!.result;
  assert.equal(result("do shells(4)"), "4");
  assert.equal(result("do flood(one)"), "Water in the store");
  assert.equal(result("do shells(lamp, ...)"), "");
  assert.equal(result("roll on K-5(one)"), "K-5 Damage");
  assert.equal(result("one"), "One oar");
  assert.equal(result("note b"), "");
});

test("dice without a name are called after what is being done, or what they decide further", () => {
  assert.equal(told([entered("Night"), entered("A leak", "leak"), rolled()])[1]!.text, "A leak");
  const further = [rolled("Tower", "K-1", row("none", "Stairs")), rolled("Tower", null, row("none", "the third"))];
  assert.deepEqual(
    told(further).map((line) => line.text),
    ["K-1 Tower", "Tower: Stairs"],
  );
});

test("the title of a row is told with its values", () => {
  const wolves = (text: string): SayView => ({ ...said(text), rowTitle: "2d6 wolves" });
  const taken = rolled("Omens", "K-9", row("nothing", "2d6 wolves"));
  const results = (views: readonly View[]) => told(views).map((line) => line.result);
  assert.deepEqual(results([taken, wolves("7 wolves")]), ["7 wolves"]);
  assert.deepEqual(results([taken, rolled("Omens"), wolves("7 wolves")]), ["2d6 wolves", "7 wolves"]);
  const other = rolled("Omens", "K-9", row("treat as row 1", "A howl"));
  assert.deepEqual(results([other, wolves("7 wolves")]), ["A howl", "7 wolves"]);
});

test("lines are told in parts", () => {
  const modified: RollView = {
    ...rolled("Reef", "K-6", row("safe")),
    origin: { ...NO_ORIGIN, standing: "reconstructed" },
    modifiers: [{ label: "the_gale", amount: -2, text: "", origin: NO_ORIGIN }],
    total: 1,
    arguments: [{ of: "ship", name: "packet", title: "Packet" }],
  };
  const texts = new Story()
    .tellAll([modified, said("Safe.", "good"), joins("Packet", "ships", false)])
    .map((line) => plainText(lineParts(line)));
  assert.deepEqual(texts, [
    "K-6 Reef ~ (Packet) 3 -2 the gale = 1 → safe",
    "~ not printed, or worked out from what is not; why says from what",
    "* Safe.",
    "! bad news, * good news",
    "− Packet",
  ]);
});

test("a night reads as it does in a terminal", () => {
  const play = startGame(lighthouse, { seed: 2n }, null, "auto");
  play.view();
  const views = [...play.events()];
  const texts = (detail: Detail) =>
    new Story({ phrases: collectPhrases(lighthouse.program), detail })
      .tellAll(views)
      .map((line) => "  ".repeat(line.depth) + plainText(lineParts(line)));
  assert.deepEqual(texts("rolls").slice(0, 18), [
    "Night 1",
    "Brand climbs the stairs and lights the lamp.",
    "Hour 1 › Weather",
    "  The sky turns 4+5 = 9 → fog",
    "  Ships in the offing",
    "    Who comes up 45 → A packet",
    "    + Packet from the south",
    "  Orders",
    "    Hour 1, fog, lamp 3, oil 14 → Sound the signal",
    "    Signal which ship → Packet from the south",
    "  The reef",
    "    A ship at the reef ~ (Packet from the south) 2 +3 lamp +1 signal +1 horn = 7 → safe",
    "    ~ not printed, or worked out from what is not; why says from what",
    "    Swing the hand lantern → Throw again",
    "    A ship at the reef ~ (Packet from the south) 3 +3 lamp +1 signal +1 horn = 8 → safe",
    "    − Packet from the south",
    "Hour 2 › Weather",
    "  The sky turns 5+5 +1 worse = 11 → a gale",
  ]);
  assert.deepEqual(texts("news").slice(-5), [
    "Ships: Packet from the south",
    "! The Packet from the south is on the rocks.",
    "! bad news, * good news",
    "Dawn. Ships lost: 1.",
    "Outcome: A ship is lost",
  ]);
});

test("a chronicle goes on, and back where answers are taken back", () => {
  const views: View[] = [];
  for (let hour = 1; hour <= 400; hour++)
    views.push(entered(`Hour ${hour}`), rolled("Sky", "K-1", row("fog")), said("Fog."));
  let happened = 0;
  const chronicle = new StoryLog(
    (start) => views.slice(start, happened),
    () => new Story(),
  );
  const whole = (count: number) => new Story().tellAll(views.slice(0, count));
  happened = 1200;
  assert.equal(chronicle.update(0, null), 0);
  assert.deepEqual(chronicle.lines, whole(1200));
  const [first] = chronicle.lines;
  happened = 900;
  const same = chronicle.update(700, null);
  assert.ok(same > 0 && same <= whole(700).length);
  assert.deepEqual(chronicle.lines, whole(900));
  assert.equal(chronicle.lines[0], first);
  chronicle.retell(null);
  assert.deepEqual(chronicle.lines, whole(900));
  assert.notEqual(chronicle.lines[0], first);
});

test("one returns to the last copy that counts", () => {
  const marks = new Checkpoints<string>(10);
  assert.equal(marks.rewindTo(5), null);
  assert.deepEqual(
    [0, 9, 10].map((events) => marks.isDue(events)),
    [false, false, true],
  );
  for (const events of [10, 20, 30]) marks.add(events, String(events));
  assert.deepEqual(marks.rewindTo(29), [20, "20"]);
  marks.add(20, "again");
  assert.deepEqual(marks.rewindTo(20), [20, "again"]);
  assert.equal(marks.rewindTo(3), null);
});

test("headings are open until they, or what holds them, are left", () => {
  const headings = new Headings();
  for (const view of [entered("Night", "night"), entered("Hour", "hour"), entered("Orders", "give_orders")])
    headings.follow(view);
  assert.deepEqual(headingTitles(headings.open), ["Night", "Hour", "Orders"]);
  const calling = (word: string) => findHeading(word, headings.open)?.name;
  assert.deepEqual(
    [calling(""), calling("give orders"), calling("ni"), calling("sea")],
    ["give_orders", "give_orders", "night", undefined],
  );
  headings.follow({ event: "leave", origin: NO_ORIGIN, kind: "procedure", name: "hour" });
  assert.deepEqual(
    titledHeadings(headings.open).map((heading) => heading.title),
    ["Night"],
  );
  assert.deepEqual(collectPhrases(lighthouse.program).procedures.get("watch"), "Hour");
  assert.equal(NO_PHRASES.fields.size, 0);
});
