/**
 * How a page divides the stories of saves, as JSON for others to compare: `node scripts/run.mjs tests/pacing.ts GAME
 * SAVE...`.
 *
 * Of each save there are its parts at each pace, the events of the state beside each, the events of its film, the sheet at each stop, what each throw could
 * have led to, and at each answer where its beat began.
 */

import { readFileSync } from "node:fs";
import { type CompiledGame, compileGame } from "../src/engine/modules";
import { Pause } from "../src/engine/policies";
import { PACES } from "../src/modes";
import { divideStory } from "../src/play/pacing/beats";
import { Film, findLastMission } from "../src/play/pacing/film";
import { PastStates } from "../src/play/pacing/pastStates";
import { countEventsOfState } from "../src/play/pacing/shownState";
import { describePastThrow, withStakes } from "../src/play/pacing/stakes";
import { findBeatStart } from "../src/play/pacing/undoBeat";
import { Sheet } from "../src/play/sheet/sheet";
import type { StoryLine } from "../src/play/story/classes";
import { collectPhrases } from "../src/play/story/phrases";
import { Story } from "../src/play/story/story";
import { findThrows } from "../src/play/why/otherResults";
import { diceNotation } from "../src/rules/dice";
import { readGame } from "../src/rules/gamefile";
import { seededDice } from "../src/session/diceSources";
import { parseSave } from "../src/session/saveReader";
import { Session } from "../src/session/session";

function pausing(): never {
  throw new Pause();
}

function titlesOfBeats(session: Session, lines: readonly StoryLine[]): string[] {
  const film = new Film(session, lines, { start: 0, stop: session.eventCount });
  return Array.from({ length: film.length }, (_, at) => film.describeAt(at));
}

function paced(compiled: CompiledGame, path: string): unknown {
  const { header, records, end } = parseSave(readFileSync(path), path);
  const session = new Session(compiled, header, seededDice(header), { records, end });
  session.play(pausing);
  const lines = new Story({ phrases: collectPhrases(session.program) }).tellAll([...session.journal.views()]);
  const parts = PACES.map((pace) => divideStory(lines, pace));
  const states = new PastStates(session);
  const counts = parts[1]!.flatMap(({ eventCount }) => eventCount ?? []);
  return {
    parts: parts.map((each) => each.map((part) => [part.lines.length, part.eventCount, part.nextThrow])),
    states: parts.map((each) => each.map((part) => countEventsOfState(session, part))),
    film: findLastMission(session),
    titles: titlesOfBeats(session, lines),
    sheets: counts.map((count, at) => new Sheet(states.after(count, counts.slice(at + 1))).groups()),
    beats: session.trail.map(({ events }) => findBeatStart(session, events)),
    lines: withStakes(session, lines).map((line) => line.stake),
    stakes: findThrows(session).map((event) => {
      const wanted = describePastThrow(session, event);
      return wanted && { ...wanted, dice: diceNotation(wanted.dice) };
    }),
  };
}

const [gamePath, ...paths] = process.argv.slice(2);
const compiled = await compileGame(await readGame(new Blob([readFileSync(gamePath!)])));
console.log(JSON.stringify(paths.map((path) => paced(compiled, path))));
