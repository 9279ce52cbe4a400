/**
 * The data of a report on a session: its story in chapters with boards between, the state at their ends, its record.
 *
 * Boards and ends need past states, so a rerun stops at those events.
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
import type { Debriefing, EndedMission } from "../debriefing/classes";
import { debriefMission, describerAt } from "../debriefing/debriefing";
import { findEndedMissions, findTurningPoints, statesAt } from "../debriefing/missions";
import type { LuckRecord } from "../luck/classes";
import { measureLuck } from "../luck/measuring";
import { careerOf, findOccupiedPlaces, groupByPlaces, makePlaceTable } from "../records/careers";
import type { Career, CareerTable } from "../records/classes";
import { countTallies, openProcedures, type TallyResult } from "../records/status";
import type { Trouble } from "../sheet/classes";
import { CAREER, isShownField, Sheet } from "../sheet/sheet";
import { findTroubles } from "../sheet/troubles";
import { collectPhrases } from "../story/phrases";
import { CHAPTERS, Story } from "../story/story";
import type { Legend } from "../story/storyLine";
import * as sentences from "../storySentences";
import { ChapterBuilder } from "./chapters";
import { linkToStory } from "./chronicle";
import type { Chapter, Stop } from "./classes";
import { describeCareer } from "./head";

/** Maximum depth of headings below the chapter at which boards are captured. */
const BOARD_DEPTH = 2;

/** The report on a session. */
export interface Report {
  /** The game's title. */
  readonly title: string;
  /** The game's version; empty if it has none. */
  readonly version: string;
  /** The game's address on the web; empty if it has none. */
  readonly home: string;
  /** The header of the save. */
  readonly header: Header;
  /** Its result, or its status. */
  readonly outcome: string;
  /** Whether the game is over. */
  readonly isOver: boolean;
  /** The chapters of the story. */
  readonly chapters: readonly Chapter[];
  /** The tallies of a finished game. */
  readonly tallies: readonly TallyResult[];
  /** The record of a career; null for a single mission. */
  readonly career: Career | null;
  /** The luck of its dice. */
  readonly luck: LuckRecord;
  /** The marks of the story that need an explanation, by the names of their legends. */
  readonly legends: readonly Legend[];
  /** What a career's head says of it, as titles and texts. */
  readonly head: readonly (readonly [title: string, text: string])[];
}

/** The debriefings of a report's missions, in order. */
export function missionDebriefings({ chapters }: Pick<Report, "chapters">): Debriefing[] {
  return chapters.flatMap((chapter) => chapter.end?.debriefing ?? []);
}

/** Build the data of the report on a session that has been run; `detail` is the story's level of detail. */
export function buildReport(session: Session, detail?: Detail): Report {
  const isCareer = session.header.entry === CAREER;
  const { outcome } = session;
  const { chapters, legends } = buildChapters(session, detail ?? (isCareer ? "rolls" : "books"));
  return {
    title: session.program.title,
    version: session.program.release.version,
    home: session.program.release.home,
    header: session.header,
    outcome: describeOutcome(session),
    isOver: isSessionOver(session),
    chapters,
    tallies: outcome?.is === "finished" ? countTallies(session) : [],
    career: isCareer ? careerOf(session.describer) : null,
    luck: measureLuck(session),
    legends,
    head: isCareer ? describeCareer(session.describer, missionDebriefings({ chapters })) : [],
  };
}

/** Whether a session has ended, with a result or a rules fault. */
function isSessionOver({ outcome }: Session): boolean {
  return outcome?.is === "finished" || outcome?.is === "faulted";
}

/** Describe the result of a session, or the procedures in which it stands. */
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

/** Build a report's story in chapters, with boards at its turning points. */
function buildChapters(session: Session, detail: Detail): Pick<Report, "chapters" | "legends"> {
  const isCareer = session.header.entry === CAREER;
  const views = [...session.journal.views()];
  const missions = findEndedMissions(session);
  const turns = isCareer ? [] : findBoardEvents(session);
  const stops = collectStops(session, turns, missions);
  const story = new Story({
    phrases: collectPhrases(session.program),
    detail,
    outer: CHAPTERS[session.header.entry],
  });
  const shownBoards = new Map<string, BoardShown>();
  const builder = new ChapterBuilder();
  const ends = missions.map((flown) => flown.end);
  const cuts = [...new Set([0, ...turns, ...ends.map((end) => end + 1), views.length])].sort(
    (one, other) => one - other,
  );
  for (const [number, stop] of cuts.slice(1).entries()) {
    const start = cuts[number]!;
    if (turns.includes(start)) builder.addBoards(changedBoards(stops.get(start)!.boards, shownBoards));
    const saidBefore = story.chronicle.length;
    const lines = [...story.tellByEvent(views.slice(start, stop)), [stop - 1, story.flushBuffer()] as const];
    builder.addLines(linkToStory(session, story.chronicle.slice(saidBefore), lines));
    if (ends.includes(stop - 1)) builder.addEnd(stops.get(stop - 1)!);
  }
  if (!isSessionOver(session)) builder.addEnd(currentStop(session));
  return { chapters: builder.finish(), legends: builder.legends };
}

/**
 * Find the events of a single mission at which the report shows boards.
 *
 * Events before its main part, the longest, are preparation, with incomplete boards.
 */
function findBoardEvents(session: Session): number[] {
  const { events } = session.journal;
  const parts = findTurningPoints(session, 0, events.length);
  /** The number of events in the part with an index. */
  const lengthOf = (at: number): number => (parts[at + 1] ?? events.length) - parts[at]!;
  let longest = 0;
  for (const at of parts.keys()) if (lengthOf(at) > lengthOf(longest)) longest = at;
  const main = events[parts[longest] ?? 0]![0];
  const ready = parts.find((at) => events[at]![0] === main) ?? 0;
  return findTurningPoints(session, 0, events.length, BOARD_DEPTH)
    .slice(1)
    .filter((at) => at >= ready);
}

/**
 * Select the boards that changed since they were last shown, and note them in `shownBefore`; a board is first shown
 * when it is not empty.
 */
function changedBoards(boards: readonly BoardShown[], shownBefore: Map<string, BoardShown>): BoardShown[] {
  const changedOnes = boards.filter((board) => {
    const before = shownBefore.get(board.name);
    return before ? JSON.stringify(board.places) !== JSON.stringify(before.places) : isUsedBoard(board);
  });
  for (const board of changedOnes) shownBefore.set(board.name, board);
  return changedOnes;
}

// --- states

/**
 * Replay a session, and collect its state: at the end of each mission in full, at the events `turns` only the boards.
 */
function collectStops(
  session: Session,
  turns: readonly number[],
  missions: readonly EndedMission[],
): Map<number, Stop> {
  const states = statesAt(session, [...turns, ...missions.flatMap(({ begin, last, end }) => [begin, last, end])]);
  /** A describer of the state at an event. */
  const describerOf = (event: number): Describer => describerAt(session, states.get(event)!);
  const stopByEvent = new Map<number, Stop>();
  for (const turn of turns)
    stopByEvent.set(turn, { boards: renderBoards(describerOf(turn)), people: [], troubles: [], debriefing: null });
  for (const flown of missions) {
    const debriefing = debriefMission(session, flown, states, false);
    const now = describerOf(flown.end);
    const people = peopleTables(session, now, describerOf(flown.last));
    stopByEvent.set(flown.end, {
      boards: usedBoards(renderBoards(now)),
      people,
      troubles: debriefing.troubles,
      debriefing,
    });
  }
  return stopByEvent;
}

/** Collect the state in which an unfinished session stands: boards, people, damage. */
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

/** Select the boards that are not empty. */
function usedBoards(boards: readonly BoardShown[]): BoardShown[] {
  return boards.filter(isUsedBoard);
}

/** Whether a board has anything on it. */
function isUsedBoard(board: BoardShown): boolean {
  return board.places.some((place) => place.things.length);
}

/**
 * Make a table for each group of fields with the same dimensions in which a field holds names; leave out empty columns.
 *
 * A place with another name in the `previous` state shows both: the row covers both persons.
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

/** Whether a field holds the given name of a person or thing. */
function holdsName(field: SlotField): boolean {
  return field.type.is === "TextType";
}

/** Render a name; if it changed, after the previous name. */
function bothNames(previous: string, current: string): string {
  return previous && previous !== current ? sentences.valuesJoined(previous, current) : current;
}

/** Whether a field holds a name, or any value other than its initial one. */
function isUsedField(describer: Describer, field: SlotField): boolean {
  return field.defaults.some((before, offset) => {
    const value = describer.slots[field.base + offset]!;
    return value !== NONE && (value !== before || holdsName(field));
  });
}
