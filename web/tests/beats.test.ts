/** The pace of a story: where it waits, what was at stake there, and how it is watched. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Describer } from "../src/engine/describe";
import { compileGame } from "../src/engine/modules";
import type { Pace } from "../src/modes";
import { measureMissionLuck } from "../src/play/luck/measuring";
import { divideStory } from "../src/play/pacing/beats";
import { cutSession } from "../src/play/pacing/cutSession";
import { Film, findLastMission } from "../src/play/pacing/film";
import { PacedStory } from "../src/play/pacing/pacedStory";
import { PastStates } from "../src/play/pacing/pastStates";
import { countEventsOfState } from "../src/play/pacing/shownState";
import { describePastThrow, renderStakes } from "../src/play/pacing/stakes";
import { buildReport } from "../src/play/report/reportData";
import { Sheet } from "../src/play/sheet/sheet";
import { type GameSetup, startGame } from "../src/play/start";
import type { StoryLine } from "../src/play/story/classes";
import { collectPhrases } from "../src/play/story/phrases";
import { Story } from "../src/play/story/story";
import { makeLine } from "../src/play/story/storyLine";
import { findThrows } from "../src/play/why/otherResults";
import type { Session } from "../src/session/session";
import { game } from "./games";

const lighthouse = await compileGame(await game("lighthouse"));

/** A game that the autopilot has played, and its story. */
function played(opening: GameSetup): { readonly session: Session; readonly lines: readonly StoryLine[] } {
  const play = startGame(lighthouse, opening, null, "auto");
  play.view();
  const { session } = play;
  const story = new Story({ phrases: collectPhrases(session.program) });
  return { session, lines: story.tellAll([...play.events()]) };
}

const thrown = (event: number, beat = 0): StoryLine => makeLine("roll", { text: "Fog", event, beat });
const news = (event: number, beat = 0, tone: "" | "bad" = ""): StoryLine =>
  makeLine("news", { text: "!", event, beat, tone });

/** The numbers of lines at each stop of a story, until all of it is shown. */
function stops(lines: readonly StoryLine[], pace: Pace, missionEnds: readonly number[] = []): number[] {
  const paced = new PacedStory(pace);
  paced.setMissionEnds(lines, missionEnds);
  const counts: number[] = [];
  for (paced.begin(lines, 0); paced.stop !== null; paced.goOn(lines)) counts.push(paced.lineCount);
  return counts;
}

const LINES = [thrown(1), news(2, 0, "bad"), thrown(3), news(4), thrown(9, 6), news(10, 6)];

test("the story waits before throws, at bad news and where a beat ends, or nowhere", () => {
  assert.deepEqual(stops(LINES, "throws"), [2, 4]);
  assert.deepEqual(stops(LINES, "beats"), [2, 4]);
  assert.deepEqual(stops([thrown(1), news(2), thrown(3), news(4), thrown(9, 6)], "beats"), [4]);
  assert.deepEqual(stops(LINES, "straight"), []);
});

test("where a mission has ended the story waits at every pace, unless nothing follows", () => {
  assert.deepEqual(stops(LINES, "straight", [5]), [4]);
  assert.deepEqual(stops(LINES, "straight", [11]), []);
  assert.deepEqual(stops(LINES, "beats", [3, 5]), [2, 4]);
});

test("one goes back to earlier stops of the same stretch, and on from there at another pace", () => {
  const paced = new PacedStory("throws");
  paced.begin(LINES, 0);
  assert.equal(paced.hasPrevious, false);
  assert.equal(paced.stop!.nextThrow, 3);
  paced.goOn(LINES);
  assert.deepEqual([paced.lineCount, paced.stop!.eventCount, paced.stop!.nextThrow], [4, 9, 9]);
  assert.equal(paced.goBack(), true);
  assert.equal(paced.lineCount, 2);
  assert.equal(paced.goBack(), false);
  paced.setPace(LINES, "straight");
  assert.equal(paced.lineCount, 2, "the stop that there is stays");
  paced.goOn(LINES);
  assert.deepEqual([paced.lineCount, paced.stop], [6, null]);
});

test("a story that is told anew waits at the same moment", () => {
  const paced = new PacedStory("throws");
  paced.begin(LINES, 0);
  paced.goOn(LINES);
  paced.replace([LINES[0]!, ...LINES]);
  assert.equal(paced.lineCount, 5);
  paced.goBack();
  assert.equal(paced.lineCount, 3);
});

test("a story that was left goes on at the stop where it was left, unless there is none", () => {
  const paced = new PacedStory("beats");
  assert.equal(paced.resume(LINES, 6), true);
  assert.deepEqual(paced.stop, { lineCount: 4, eventCount: 6, beatEnd: 6, nextThrow: 9, endsMission: false });
  paced.setMissionEnds(LINES, [6]);
  assert.equal(paced.stop!.endsMission, true);
  paced.goOn(LINES);
  assert.deepEqual([paced.lineCount, paced.stop], [6, null]);
  for (const eventCount of [0, 1, 11, 1000]) assert.equal(paced.resume(LINES, eventCount), false, `${eventCount}`);
});

test("a story that was left before a throw goes on below the headings of the throw", () => {
  const lines = [thrown(1), news(2), makeLine("heading", { event: 6 }), thrown(6), news(7)];
  const left = new PacedStory("throws");
  left.begin(lines, 0);
  assert.equal(left.lineCount, 3);
  const resumed = new PacedStory("throws");
  resumed.resume(lines, left.stop!.eventCount);
  assert.deepEqual([resumed.lineCount, resumed.stop!.nextThrow], [3, 6]);
  resumed.pace = "beats";
  resumed.resume(lines, 6);
  assert.equal(resumed.lineCount, 2);
});

test("the state beside a stop is that of what was read, not of the scope in which the next line stands", () => {
  const { session, lines } = played({ campaign: true, seed: 7n });
  const { program, journal } = session;
  /** Whether a scope that was open at one event is left between it and another. */
  const leavesScope = (event: number, stop: number): boolean => {
    let depth = 0;
    for (const [number] of journal.events.slice(event + 1, stop)) {
      const is = program.sites[number!]?.is;
      depth += is === "EnterSite" ? 1 : is === "LeaveSite" ? -1 : 0;
      if (depth < 0) return true;
    }
    return false;
  };
  let ahead = 0;
  for (const part of divideStory(lines, "throws").slice(0, -1)) {
    const last = part.lines.at(-1)!.event;
    const count = countEventsOfState(session, part)!;
    assert.ok(count >= last && count <= part.eventCount!);
    if (part.beatEnd !== null) assert.equal(count, part.beatEnd);
    else {
      assert.equal(count < part.eventCount!, leavesScope(last, part.eventCount! - 1), `${last} to ${part.eventCount}`);
      assert.ok(!leavesScope(last, count - 1));
    }
    ahead += Number(count < part.eventCount!);
  }
  assert.ok(ahead > 0);
});

test("a session cut back to an earlier moment has the report and the luck of that moment", () => {
  const { session } = played({ mission: 2, seed: 3n });
  const count = session.eventCount >> 1;
  const soFar = measureMissionLuck(session, count);
  const whole = { luck: measureMissionLuck(session), report: buildReport(session) };
  assert.notDeepEqual(soFar, whole.luck);
  cutSession(session, session.eventCount + 1);
  assert.deepEqual(buildReport(session), whole.report);
  cutSession(session, count);
  assert.equal(session.eventCount, count);
  assert.deepEqual(measureMissionLuck(session), soFar);
  const report = buildReport(session);
  assert.equal(report.isOver, false);
  assert.ok(JSON.stringify(report.chapters).length < JSON.stringify(whole.report.chapters).length);
});

test("a throw that has fallen is described as before it fell", () => {
  const { session } = played({ mission: 2, seed: 3n });
  const texts = findThrows(session).map((event) => {
    const wanted = describePastThrow(session, event);
    return wanted && renderStakes(wanted);
  });
  assert.ok(
    texts.some((text) => text !== null && /^1d6 for .+: 1.* → /.test(text)),
    texts.join("\n"),
  );
});

test("a state is that of its moment", () => {
  const { session } = played({ mission: 2, seed: 3n });
  const states = new PastStates(session);
  const sheetAfter = (count: number) => new Sheet(states.after(count, [session.eventCount - 1])).groups();
  assert.deepEqual(sheetAfter(session.eventCount - 1), new Sheet(session.describer).groups());
  assert.notDeepEqual(sheetAfter(1), new Sheet(session.describer).groups());
});

test("a film shows the last mission that has ended, part by part, each with its state", () => {
  const { session, lines } = played({ campaign: true, seed: 7n });
  const range = findLastMission(session);
  assert.ok(range.start > 0 && range.stop <= session.eventCount);
  const film = new Film(session, lines, range);
  assert.equal(film.linesAt(film.length - 1).length, film.lines.length);
  assert.ok(film.lines.every(({ event }) => event >= range.start));
  assert.equal(film.secondsFor(0, 2), film.secondsFor(0, 1) / 2);
  const whole = new Film(session, lines, { start: 0, stop: session.eventCount });
  assert.equal(whole.describerAt(whole.length - 1), session.describer);
  for (const at of [0, whole.length >> 1]) assert.notEqual(whole.describerAt(at), session.describer);
});

test("each part of a film has the state that it ends with, and that of the part before, wherever one comes from", () => {
  const { session, lines } = played({ seed: 7n });
  const film = new Film(session, lines, { start: 0, stop: session.eventCount });
  const values = ({ slots }: Describer): number[] => Array.from(slots);
  const forth = Array.from({ length: film.length }, (_, at) => values(film.describerAt(at)));
  for (let at = film.length - 1; at > 0; at--) {
    assert.deepEqual(values(film.describerAt(at)), forth[at]);
    assert.deepEqual(values(film.describerBefore(at)!), forth[at - 1]);
  }
  assert.equal(film.describerBefore(0), null);
  for (const [line, { event }] of film.lines.entries()) {
    const at = film.partOfLine(line);
    assert.ok(film.lineCountBefore(at) <= line && line < film.linesAt(at).length);
    assert.ok(film.partOfEvent(event) >= at);
  }
  const titles = Array.from({ length: film.length }, (_, at) => film.describeAt(at));
  assert.ok(titles.every((title) => title !== ""));
  assert.ok(new Set(titles).size > 1);
});
