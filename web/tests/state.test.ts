/** How things stand in a game, what a mission came to, and what is told of it when it is over. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGame } from "../src/engine/modules";
import { debriefMissions } from "../src/play/debriefing/debriefing";
import { renderDebriefing, renderRecall } from "../src/play/debriefing/wording";
import { renderMarkup } from "../src/play/markup";
import { makeSaveRecord, recordOfGame } from "../src/play/records/records";
import { statusOfSession } from "../src/play/records/status";
import { describeWhere, renderGameRecord, renderSaveRecord } from "../src/play/records/wording";
import { renderMarkdown } from "../src/play/report/markdown";
import { renderPage } from "../src/play/report/page";
import { buildReport } from "../src/play/report/reportData";
import { renderArticle } from "../src/play/report/reportElements";
import type { SheetLine, SheetValue } from "../src/play/sheet/classes";
import { Sheet } from "../src/play/sheet/sheet";
import { findTroubles, troubleText } from "../src/play/sheet/troubles";
import { renderSheet } from "../src/play/sheet/wording";
import { type GameSetup, startGame } from "../src/play/start";
import { makeLine } from "../src/play/story/storyLine";
import type { Session } from "../src/session/session";
import { game } from "./games";

const lighthouse = await compileGame(await game("lighthouse"));

/** A game that the autopilot has played. */
function played(opening: GameSetup): Session {
  const play = startGame(lighthouse, opening, null, "auto");
  play.view();
  return play.session;
}

/** A game in which so many questions were answered as the autopilot would. */
function left(opening: GameSetup, answers: number): Session {
  const play = startGame(lighthouse, opening, null);
  for (let done = 0; done < answers; done++) {
    const { question } = play.view();
    play.answer(question!.options[question!.preferred]!.name);
  }
  play.view();
  return play.session;
}

/** A line of a sheet whose values are bad. */
function wrong(title: string, values: readonly Partial<SheetValue>[], isNamed = false): SheetLine {
  const told = values.map((value) => ({ place: "", name: "", title: "", isNews: true, isBad: !isNamed, ...value }));
  return { id: title, title, isList: false, hasPlaces: true, values: told, matters: "bad", isNamed, isPinned: false };
}

test("a sheet tells what has changed, or everything", () => {
  const sheet = new Sheet(left({ mission: 2, seed: 3n }, 22).describer).groups();
  assert.deepEqual(renderSheet(sheet), {
    wrong: [],
    groups: [
      { title: "Career", lines: [{ title: "Nights kept", text: "1", elements: [] }] },
      {
        title: "Night",
        lines: [
          { title: "Hour", text: "7", elements: [] },
          { title: "Oil", text: "4", elements: [] },
          { title: "Fatigue", text: "3", elements: [] },
          { title: "Hand lanterns", text: "0", elements: [] },
          { title: "Sky", text: "a gale", elements: [] },
          { title: "Ships home", text: "Trawler 2, Packet 2, Collier 1", elements: [] },
          { title: "Ships", text: "Trawler from the north", elements: [] },
        ],
      },
    ],
  });
  const [career] = renderSheet(sheet, true).groups;
  assert.deepEqual(
    career!.lines.map(({ title, text }) => `${title}: ${text}`),
    ["Keeper: Brand", "Nights kept: 1", "Lost this season: all 0"],
  );
});

test("what is wrong stands under whom it has befallen, who has a name first", () => {
  const lines = [
    wrong(
      "Watch: name",
      [
        { place: "Mate", title: "Bo" },
        { place: "Bow", title: "" },
      ],
      true,
    ),
    wrong("Hull: leaking", [{ place: "Port", name: "yes", title: "yes" }]),
    wrong("Watch: state", [{ place: "Mate", name: "asleep", title: "asleep" }]),
    wrong("Water", [{ place: "Port", name: "3", title: "3" }]),
    wrong("Fog", [{ name: "thick", title: "thick" }]),
  ];
  const found = findTroubles([{ owner: "trip", title: "Trip", lines }]).map(troubleText);
  assert.deepEqual(found, ["Bo, Mate: asleep", "Port: leaking; water 3", "Fog: thick"]);
});

test("each mission of a career has a debriefing, one by itself none", () => {
  const season = played({ campaign: true, seed: 8n });
  const [first, second, , last] = debriefMissions(season).map(renderDebriefing);
  assert.deepEqual(first, {
    title: "Debriefing: Night 1",
    counted: [
      ["Every ship came by", "yes"],
      ["The lamp at dawn", "3"],
    ],
    wrong: [],
    groups: [{ title: "Career", lines: [{ title: "Nights kept", text: "1", elements: [] }] }],
  });
  assert.equal(second!.groups[0]!.lines[0]!.text, "2");
  assert.deepEqual(last!.counted, [["Every ship came by", "no"]]);
  const [, from] = debriefMissions(season);
  assert.deepEqual(
    debriefMissions(season, from!.event).map((each) => each.title),
    ["Night 2", "Night 3", "Night 4"],
  );
  assert.deepEqual(debriefMissions(played({ mission: 2, seed: 3n })), []);
});

test("where one was is told by the last chapter's news, none set in", () => {
  const lines = [
    makeLine("news", { text: "long ago" }),
    makeLine("chapter", { text: "Night 2" }),
    makeLine("roll", { text: "The sky turns" }),
    ...Array.from({ length: 9 }, (_, at) => makeLine("news", { text: `news ${at}`, depth: 3 })),
  ];
  const told = renderRecall(lines, []);
  assert.equal(told.title, "Where you were: Night 2");
  assert.deepEqual(
    told.lines.map(({ text, depth }) => [text, depth]),
    Array.from({ length: 8 }, (_, at) => [`news ${at + 1}`, 0]),
  );
});

test("a save says where it stands, and what came of it", () => {
  const night = left({ mission: 2, seed: 3n }, 22);
  const standing = statusOfSession(night);
  assert.equal(describeWhere(standing), "Night 2, Hour 7, Orders");
  assert.equal(
    renderSaveRecord(makeSaveRecord("night", night.header, standing)).state,
    "Goes on: Night 2, Hour 7, Orders",
  );
  const season = played({ campaign: true, seed: 8n });
  assert.deepEqual(renderSaveRecord(makeSaveRecord("season", season.header, statusOfSession(season))), {
    title: "The Keeper's Night",
    played: "campaign",
    isOver: true,
    state: "Over: Every ship is safe",
    facts: [
      ["Keeper", "Cora"],
      ["Nights kept", "4"],
    ],
    tables: [],
    counted: [
      ["Lost in the season", "0"],
      ["Nights kept", "4"],
    ],
  });
});

test("all saves of a game together are counted", () => {
  const sessions = [1n, 2n, 3n].map((seed) => played({ mission: 2, seed }));
  sessions.push(left({ campaign: true, seed: 1n }, 3));
  const records = sessions.map((each, at) => makeSaveRecord(`save ${at}`, each.header, statusOfSession(each)));
  const told = renderGameRecord(recordOfGame(records, ["old: this is no save"]));
  assert.equal(told.saves, "4 saves, 1 not over yet");
  assert.deepEqual(told.problems, ["not counted: old: this is no save"]);
  const [sums] = told.tables;
  assert.equal(sums!.title, "Counted of 3 missions");
  const lost = records.flatMap((each) => each.standing.tallies.filter((tally) => tally.title === "Ships lost"));
  const total = lost.reduce((sum, each) => sum + each.number, 0);
  assert.deepEqual(
    sums!.rows.find(([title]) => title === "Ships lost"),
    ["Ships lost", String(total), (total / 3).toFixed(1)],
  );
  assert.equal(
    told.results.reduce((sum, [, count]) => sum + Number(count), 0),
    3,
  );
});

test("a report is whole by itself as a file, and takes its style from the page where it stands in one", () => {
  const report = buildReport(played({ campaign: true, seed: 8n }));
  const file = renderPage(report);
  assert.ok(file.startsWith("<!doctype html>\n<!-- bombsight report -->\n<html"));
  assert.ok(file.includes("default-src &#x27;none&#x27;"));
  assert.ok(file.includes(".board .place{"));
  assert.equal(file.match(/<main>/g)?.length, 1);
  const part = renderMarkup(renderArticle(report, (id) => `#/report/7/${id}`));
  assert.ok(!/style|<main>/.test(part));
  assert.ok(part.includes('<a href="#/report/7/chapter-2">Night 2: '));
  const ids = [...part.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.includes("chapter-2"));
});

test("a report for a forum is Markdown without HTML", () => {
  const text = renderMarkdown(buildReport(left({ mission: 2, seed: 3n }, 22)));
  assert.ok(text.startsWith("# The Keeper's Night\n\nNight 2. It goes on: Night 2, Hour 7, Orders.\n\n"));
  assert.ok(text.includes("seed 3"));
  assert.ok(text.includes("\n- The sky turns: 1+5 = 6 → clear\n"));
  assert.ok(text.includes("```\nRound the head\n┌ Past the north rocks "));
  assert.ok(text.endsWith("\nTold by Bombsight from a save.\n"));
  assert.ok(!text.includes("<"));
});
