/** The pace of a story: where it waits, what was at stake there, and how it is watched. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGame } from "../src/engine/modules";
import type { Pace } from "../src/modes";
import { Film, findLastMission } from "../src/play/pacing/film";
import { PacedStory } from "../src/play/pacing/pacedStory";
import { PastStates } from "../src/play/pacing/pastStates";
import { describePastThrow, renderStakes } from "../src/play/pacing/stakes";
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
