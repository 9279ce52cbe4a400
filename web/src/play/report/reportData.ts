/**
 * What a report tells of a session: its story in chapters with the boards between, how it stood at its ends, its record.
 *
 * Boards and ends need the state in between, so a second run stops at those events.
 */

import { unreachable } from "../../closed";
import type { Describer } from "../../engine/describe";
import type { Detail } from "../../modes";
import type { SlotField } from "../../rules/program";
import { NONE } from "../../rules/values";
import type { Header } from "../../session/classes";
import type { Session } from "../../session/session";
import { renderBoards } from "../boards/boards";
import type { BoardShown } from "../boards/classes";
import type { Debriefing, Flown } from "../debriefing/classes";
import { debriefMission, describerAt } from "../debriefing/debriefing";
import { findEndedMissions, findTurningPoints, statesAt } from "../debriefing/missions";
import { careerOf, findOccupiedPlaces, groupByPlaces, makePlaceTable } from "../records/careers";
import type { Career, CareerTable } from "../records/classes";
import { countTallies, openProcedures, type TallyResult } from "../records/status";
import type { Trouble } from "../sheet/classes";
import { CAREER, isShownField, Sheet } from "../sheet/sheet";
import { findTroubles } from "../sheet/troubles";
import { collectPhrases } from "../story/phrases";
import { CHAPTERS, Story } from "../story/story";
import * as sentences from "../storySentences";
import { ChapterBuilder } from "./chapters";
import type { Chapter, Stop } from "./classes";

/** So many levels of headings below the chapter begin where boards are looked at anew. */
const BOARD_DEPTH = 2;

/** A session, told. */
export interface Report {
  /** The game's. */
  readonly title: string;
  /** What was played. */
  readonly header: Header;
  /** How it ended, or where it stands. */
  readonly outcome: string;
  /** Whether it came to its end. */
  readonly isOver: boolean;
  /** The story. */
  readonly chapters: readonly Chapter[];
  /** What is counted of the whole, where it is over. */
  readonly tallies: readonly TallyResult[];
  /** What the rules keep of a career; null of a single mission. */
  readonly career: Career | null;
}

/** What was counted as each mission ended. */
export function missionDebriefings(report: Report): Debriefing[] {
  return report.chapters.flatMap((chapter) => chapter.end?.debriefing ?? []);
}

/** A session that has been played, told: without `detail` all of a mission, of a career what is not only in the books. */
export function buildReport(session: Session, detail?: Detail): Report {
  const isCareer = session.header.entry === CAREER;
  const { outcome } = session;
  return {
    title: session.program.title,
    header: session.header,
    outcome: describeOutcome(session),
    isOver: isSessionOver(session),
    chapters: buildChapters(session, detail ?? (isCareer ? "rolls" : "books")),
    tallies: outcome?.is === "finished" ? countTallies(session) : [],
    career: isCareer ? careerOf(session.describer) : null,
  };
}

function isSessionOver({ outcome }: Session): boolean {
  return outcome?.is === "finished" || outcome?.is === "faulted";
}

/** How it ended, or where it stands. */
function describeOutcome({ outcome, journal }: Session): string {
  switch (outcome?.is) {
    case "finished":
      return outcome.name === "none" ? "" : outcome.title;
    case "faulted":
      return sentences.rulesFault(outcome.message, "");
    case "pending":
    case undefined:
      return openProcedures(journal.views()).join(", ");
    default:
      return unreachable(outcome);
  }
}

// --- the story

/** The story in chapters, with the boards where it turns. */
function buildChapters(session: Session, detail: Detail): Chapter[] {
  const isCareer = session.header.entry === CAREER;
  const views = [...session.journal.views()];
  const missions = findEndedMissions(session);
  const turns = isCareer ? [] : findBoardEvents(session);
  const stops = collectStops(session, turns, missions);
  const story = new Story({ phrases: collectPhrases(session.program), detail, outer: CHAPTERS[session.header.entry] });
  const shownBoards = new Map<string, BoardShown>();
  const builder = new ChapterBuilder();
  const ends = missions.map((flown) => flown.end);
  const cuts = [...new Set([0, ...turns, ...ends.map((end) => end + 1), views.length])].sort(
    (one, other) => one - other,
  );
  for (const [number, stop] of cuts.slice(1).entries()) {
    const start = cuts[number]!;
    if (turns.includes(start)) builder.addBoards(changedBoards(stops.get(start)!.boards, shownBoards));
    builder.addLines(story.tellAll(views.slice(start, stop)));
    if (ends.includes(stop - 1)) builder.addEnd(stops.get(stop - 1)!);
  }
  if (!isSessionOver(session)) builder.addEnd(currentStop(session));
  return builder.finish();
}

/**
 * The events of a mission by itself at which boards are looked at.
 *
 * What comes before its main part, the longest, makes it ready: until then boards show what has still to be settled.
 */
function findBoardEvents(session: Session): number[] {
  const { events } = session.journal;
  const parts = findTurningPoints(session, 0, events.length);
  const lengthOf = (at: number): number => (parts[at + 1] ?? events.length) - parts[at]!;
  let longest = 0;
  for (const at of parts.keys()) if (lengthOf(at) > lengthOf(longest)) longest = at;
  const main = events[parts[longest] ?? 0]![0];
  const ready = parts.find((at) => events[at]![0] === main) ?? 0;
  return findTurningPoints(session, 0, events.length, BOARD_DEPTH)
    .slice(1)
    .filter((at) => at >= ready);
}

/** The boards with a place that looks otherwise than it was shown, which is noted; one that is still empty waits. */
function changedBoards(boards: readonly BoardShown[], shownBefore: Map<string, BoardShown>): BoardShown[] {
  const changedOnes = boards.filter((board) => {
    const before = shownBefore.get(board.name);
    return before ? JSON.stringify(board.places) !== JSON.stringify(before.places) : isUsedBoard(board);
  });
  for (const board of changedOnes) shownBefore.set(board.name, board);
  return changedOnes;
}

// --- how it stood

/** How things stand at some events: everything as a mission ends, at `turns` the boards. */
function collectStops(session: Session, turns: readonly number[], missions: readonly Flown[]): Map<number, Stop> {
  const states = statesAt(session, [...turns, ...missions.flatMap(({ begin, last, end }) => [begin, last, end])]);
  const at = (event: number): Describer => describerAt(session, states.get(event)!);
  const stopByEvent = new Map<number, Stop>();
  for (const turn of turns)
    stopByEvent.set(turn, { boards: renderBoards(at(turn)), people: [], troubles: [], debriefing: null });
  for (const flown of missions) {
    const debriefing = debriefMission(session, flown, states, false);
    const now = at(flown.end);
    const people = peopleTables(session, now, at(flown.last));
    stopByEvent.set(flown.end, {
      boards: usedBoards(renderBoards(now)),
      people,
      troubles: debriefing.troubles,
      debriefing,
    });
  }
  return stopByEvent;
}

/** How things stand where a session breaks off. */
function currentStop(session: Session): Stop {
  const now = session.describer;
  const wrong: Trouble[] = findTroubles(new Sheet(now).groups({ lists: false }));
  return {
    boards: usedBoards(renderBoards(now)),
    people: peopleTables(session, now, now),
    troubles: wrong,
    debriefing: null,
  };
}

/** The boards on which anything stands. */
function usedBoards(boards: readonly BoardShown[]): BoardShown[] {
  return boards.filter(isUsedBoard);
}

function isUsedBoard(board: BoardShown): boolean {
  return board.places.some((place) => place.things.length);
}

/**
 * Fields with the same places of which one holds names; columns in which nothing stands are left out.
 *
 * Who had another name `before` is told with both: what befell the first stands beside the second's.
 */
function peopleTables({ program }: Session, describer: Describer, previous: Describer): CareerTable[] {
  const owners = [CAREER, program.mission.name];
  const fields = program.fields.filter((field) => owners.includes(field.owner) && isShownField(field));
  const groups = groupByPlaces(fields).filter((beside) => beside.some(holdsName));
  return groups.map((beside) => {
    const fields = beside.filter((field) => isUsedField(describer, field));
    const places = findOccupiedPlaces(describer, fields);
    const table = makePlaceTable(describer, fields, places);
    const earlier = makePlaceTable(previous, fields, places);
    const rows = table.rows.map((row, number) =>
      row.map((now, at) => (at && holdsName(fields[at - 1]!) ? bothNames(earlier.rows[number]![at]!, now) : now)),
    );
    return { ...table, rows };
  });
}

function holdsName(field: SlotField): boolean {
  return field.type.is === "TextType";
}

/** A name, with the one before where that was another. */
function bothNames(previous: string, current: string): string {
  return previous && previous !== current ? sentences.valuesJoined(previous, current) : current;
}

/** Whether anything but what stood there at the beginning, or a name, stands in a field. */
function isUsedField(describer: Describer, field: SlotField): boolean {
  return field.defaults.some((before, offset) => {
    const value = describer.slots[field.base + offset]!;
    return value !== NONE && (value !== before || holdsName(field));
  });
}
