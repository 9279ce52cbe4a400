/** Boards laid out and drawn. The pictures in words are those that Python's tests expect of the same boards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tone } from "../src/modes";
import { describeChanges, markChanges } from "../src/play/boards/changes";
import { drawBoard } from "../src/play/boards/characters";
import type { BoardShown, PlaceShown, ThingShown } from "../src/play/boards/classes";
import { describeBoard } from "../src/play/boards/describing";
import { badTexts } from "../src/play/boards/pieces";
import { columnsForWidth, drawSvg } from "../src/play/boards/svg";
import { KEEP_WORDS, wrapText } from "../src/play/boards/textWrap";
import { renderMarkup } from "../src/play/markup";

type Mark = readonly [text: string, tone?: Tone, column?: number];

function thing(...marks: readonly Mark[]): ThingShown {
  const shown = marks.map(([text, tone = "", column = 0]) => ({
    text,
    tone,
    column,
    sign: "" as const,
    turned: null,
    short: "",
  }));
  return { marks: shown, piece: "", isChanged: false };
}

function place(
  title: string,
  row: number,
  column: number,
  things: readonly ThingShown[] = [],
  columns = 1,
): PlaceShown {
  return {
    name: title.toLowerCase(),
    title,
    row,
    column,
    columns,
    rows: 1,
    things,
    piece: "",
    short: "",
    isChanged: false,
  };
}

function board(
  layout: BoardShown["layout"],
  places: readonly PlaceShown[],
  notes: readonly ThingShown[] = [],
): BoardShown {
  const rows = 1 + Math.max(-1, ...places.map((each) => each.row));
  const columns = Math.max(0, ...places.map((each) => each.column + each.columns));
  return {
    name: "head",
    title: "The head",
    layout,
    rows,
    columns,
    places,
    notes,
    shapes: [],
    scale: null,
    compass: null,
  };
}

const PLAN = board(
  "plan",
  [
    place("North", 0, 1, [thing(["Aud"], ["hurt", "bad", 1])]),
    place("West", 1, 0),
    { ...place("the lamp", 1, 1), name: "" },
    place("East", 1, 2, [thing(["warned", "good"])]),
    place("South", 2, 0, [thing(["a gale", "bad"])], 3),
  ],
  [thing(["Oil 3"])],
);

const ROWS = board("rows", [
  place("Bow", 0, 0, [thing(["12 left"], ["jammed", "bad", 1])]),
  place("Stern", 1, 0, [thing(["3 left"])]),
]);

test("a plan is a grid of frames", () => {
  assert.deepEqual(drawBoard(PLAN, 80), [
    "           ┌ North ──────┐",
    "           │ Aud, ! hurt │",
    "┌ West ────┼─────────────┼ East ────┐",
    "│          │  the lamp   │ + warned │",
    "├ South ───┴─────────────┴──────────┤",
    "│ ! a gale                          │",
    "└───────────────────────────────────┘",
    "Oil 3",
  ]);
});

test("what there is no room for is counted, and what is bad stays", () => {
  const things = [thing(["Aud"]), thing(["Brand"]), thing(["Cora"]), thing(["Dag", "bad"])];
  assert.deepEqual(drawBoard(board("plan", [place("Hold", 0, 0, things)]), 80, 4), [
    "┌ Hold ─┐",
    "│ ! Dag │",
    "│ +3    │",
    "└───────┘",
  ]);
  assert.equal(drawBoard(board("plan", [place("The forward hold", 0, 0, things)]), 80, 2)[0], "┌ The forwar… ! +4 ┐");
});

test("what is too long is broken between words, or cut with a sign", () => {
  const long = board("plan", [place("Mast", 0, 0, [thing(["the great lantern", "bad"])])]);
  assert.deepEqual(drawBoard(long, 15).slice(1, 4), ["│ ! the great │", "│   lantern   │", "└─────────────┘"]);
  assert.deepEqual(drawBoard(long, 11).slice(1, 4), ["│ ! the   │", "│   great │", "│   lant… │"]);
});

test("rows are a table in which what always stands has a column", () => {
  assert.deepEqual(drawBoard(ROWS, 80), ["Bow    12 left  ! jammed", "Stern  3 left"]);
  assert.deepEqual(drawBoard(ROWS, 80, 1), ["! +2"]);
  const apart = place("Bow", 0, 0, [thing(["12 left"], ["jammed", "bad", 4])]);
  assert.deepEqual(drawBoard(board("rows", [apart]), 80), ["Bow  12 left  ! jammed"], "none stands in columns 1 to 3");
});

test("no word is cut for which there is room", () => {
  const fewer = board(
    "columns",
    [0, 1, 2].map((zone) => place(String(zone), 0, zone, [thing(["fighters few"])])),
  );
  assert.equal(drawBoard(fewer, 32)[2], "├ 2 ───────────┼──────────────┘");
  const crew = board("rows", [place("Bombardier", 0, 0, [thing(["Featherstonehaugh"], ["wounded", "bad", 1])])]);
  assert.deepEqual(drawBoard(crew, 24), ["Bombardier", "  Featherstonehaugh,", "    ! wounded"]);
});

test("columns that are too many go on below", () => {
  const hours = board(
    "columns",
    Array.from({ length: 12 }, (_, hour) => place(String(hour), 0, hour)),
  );
  const lines = drawBoard(hours, 40);
  assert.ok(lines.every((line) => line.length <= 40));
  assert.ok(lines.length > drawBoard(hours, 200).length);
  for (let hour = 0; hour < 12; hour++) assert.ok(lines.some((line) => line.includes(` ${hour} `)));
});

test("a picture says by signs and in sentences what it says by colours", () => {
  const text = renderMarkup(drawSvg(PLAN, "first"));
  assert.ok(text.includes('<tspan class="bad">▲ hurt</tspan>'));
  assert.ok(text.includes('aria-labelledby="first-title first-told"'));
  assert.ok(text.includes('<title id="first-title">The head</title>'));
  assert.ok(!text.includes("style"));
  assert.equal(describeBoard(PLAN), "North: Aud, hurt. East: warned. South: a gale. Oil 3.");
  assert.equal(describeBoard(board("rows", [])), "Nothing stands there.");
  assert.ok(renderMarkup(drawSvg(board("rows", []))).includes(">Nothing stands there.</text>"));
});

test("a narrow page has a narrow picture, whose words stay large enough", () => {
  const picture = { ...PLAN, layout: "picture" as const };
  for (const width of [280, 360, 500, 800]) {
    const drawing = drawSvg(picture, "narrow", columnsForWidth(picture, width));
    const [, size] = drawing.attributes.find(([name]) => name === "width")!;
    assert.ok(0.9 * Number(size) <= width, `${size} in ${width}`);
  }
  assert.equal(columnsForWidth(PLAN, 10_000), 104);
  assert.equal(columnsForWidth(picture, 0), 20);
});

test("texts are broken between words, behind hyphens, beside dashes", () => {
  assert.deepEqual(wrapText("the great lantern", 10), ["the great", "lantern"]);
  assert.deepEqual(wrapText("a well-kept light", 8), ["a well-", "kept", "light"]);
  assert.deepEqual(wrapText("wind--and rain", 6), ["wind--", "and", "rain"]);
  assert.deepEqual(wrapText("unbreakable", 4), ["unbr", "eaka", "ble"]);
  assert.deepEqual(wrapText("an unbreakable one", 4, KEEP_WORDS), ["an", "unbreakable", "one"]);
  assert.deepEqual(wrapText("", 4), []);
});

test("what has changed is lit, said and drawn; a board that has not is the same object", () => {
  const before = board("rows", [place("Bow", 0, 0, [thing(["calm"])]), place("Stern", 1, 0, [thing(["torn", "bad"])])]);
  const after = board("rows", [place("Bow", 0, 0), place("Stern", 1, 0, [thing(["torn", "bad"]), thing(["calm"])])]);
  assert.equal(markChanges([before], [before])[0], before);
  assert.equal(markChanges([], [after])[0], after, "what was not there before has no changes");
  const [marked] = markChanges([before], [after]);
  assert.deepEqual(
    marked!.places.map(({ isChanged, things }) => [isChanged, things.map((each) => each.isChanged)]),
    [
      [true, []],
      [true, [false, true]],
    ],
  );
  assert.deepEqual(
    describeChanges([before], [after]).map(({ text }) => text),
    ["Bow: clear", "Stern: torn; calm"],
  );
  assert.match(describeBoard(marked!), /^new: Bow: clear\. new: Stern/);
  assert.match(renderMarkup(drawSvg(marked!)), /class="target changed"/);
});

test("bad news names a place or a thing once, and nobody for being there", () => {
  const hit = { ...thing(["Brig"], ["2 holes", "bad"]), piece: "ships#1" };
  const enemy = { ...thing(["Corsair", "bad"]), piece: "ships#2" };
  const bow = { ...place("Bow", 0, 0, [thing(["on fire", "bad"])]), piece: "Part.bow" };
  const sea = board("picture", [bow, place("", 1, 1, [hit]), place("", 2, 2, [enemy])]);
  const chart = board("map", [place("", 1, 1, [hit])]);
  assert.deepEqual(badTexts([sea, chart]), ["Bow: on fire", "Brig: 2 holes"]);
});
