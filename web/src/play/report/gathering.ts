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
import { boardsOf } from "../boards/boards";
import type { BoardShown } from "../boards/classes";
import type { Debriefing, Flown } from "../debriefing/classes";
import { debriefed, describerAt } from "../debriefing/debriefing";
import { missionsFlown, states, turningPoints } from "../debriefing/missions";
import { besideOneAnother, byPlaces, careerOf, placesKept } from "../records/careers";
import type { Career, CareerTable } from "../records/classes";
import { goingOn, type TallyCounted, tallied } from "../records/standings";
import type { Trouble } from "../sheet/classes";
import { CAREER, isShown, Sheet } from "../sheet/sheet";
import { troubles } from "../sheet/troubles";
import { phrases } from "../story/phrases";
import { CHAPTERS, Story } from "../story/story";
import { Telling } from "./chapters";
import type { Chapter, Stop } from "./classes";

/** So many levels of headings below the chapter begin where boards are looked at anew. */
const TURNS = 2;

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
  readonly tallies: readonly TallyCounted[];
  /** What the rules keep of a career; null of a single mission. */
  readonly career: Career | null;
}

/** What was counted as each mission ended. */
export function endsOf(report: Report): Debriefing[] {
  return report.chapters.flatMap((chapter) => chapter.end?.debriefing ?? []);
}

/** A session that has been played, told: without `detail` all of a mission, of a career what is not only in the books. */
export function reportOf(session: Session, detail?: Detail): Report {
  const isCareer = session.header.entry === CAREER;
  const { outcome } = session;
  return {
    title: session.program.title,
    header: session.header,
    outcome: outcomeOf(session),
    isOver: isOver(session),
    chapters: chaptersOf(session, detail ?? (isCareer ? "rolls" : "books")),
    tallies: outcome?.is === "finished" ? tallied(session) : [],
    career: isCareer ? careerOf(session.describer) : null,
  };
}

function isOver({ outcome }: Session): boolean {
  return outcome?.is === "finished" || outcome?.is === "faulted";
}

/** How it ended, or where it stands. */
function outcomeOf({ outcome, journal }: Session): string {
  switch (outcome?.is) {
    case "finished":
      return outcome.name === "none" ? "" : outcome.title;
    case "faulted":
      return `Rules fault: ${outcome.message}`;
    case "pending":
    case undefined:
      return goingOn(journal.views()).join(", ");
    default:
      return unreachable(outcome);
  }
}

// --- the story

/** The story in chapters, with the boards where it turns. */
function chaptersOf(session: Session, detail: Detail): Chapter[] {
  const isCareer = session.header.entry === CAREER;
  const views = [...session.journal.views()];
  const missions = missionsFlown(session);
  const turns = isCareer ? [] : turnsOf(session);
  const stops = stopsAt(session, turns, missions);
  const story = new Story({ phrases: phrases(session.program), detail, outer: CHAPTERS[session.header.entry] });
  const shown = new Map<string, BoardShown>();
  const telling = new Telling();
  const ends = missions.map((flown) => flown.end);
  const cuts = [...new Set([0, ...turns, ...ends.map((end) => end + 1), views.length])].sort(
    (one, other) => one - other,
  );
  for (const [number, stop] of cuts.slice(1).entries()) {
    const start = cuts[number]!;
    if (turns.includes(start)) telling.picture(changed(stops.get(start)!.boards, shown));
    telling.tell(story.whole(views.slice(start, stop)));
    if (ends.includes(stop - 1)) telling.end(stops.get(stop - 1)!);
  }
  if (!isOver(session)) telling.end(standing(session));
  return telling.chapters();
}

/**
 * The events of a mission by itself at which boards are looked at.
 *
 * What comes before its main part, the longest, makes it ready: until then boards show what has still to be settled.
 */
function turnsOf(session: Session): number[] {
  const { events } = session.journal;
  const parts = turningPoints(session, 0, events.length);
  const lengthOf = (at: number): number => (parts[at + 1] ?? events.length) - parts[at]!;
  let longest = 0;
  for (const at of parts.keys()) if (lengthOf(at) > lengthOf(longest)) longest = at;
  const main = events[parts[longest] ?? 0]![0];
  const ready = parts.find((at) => events[at]![0] === main) ?? 0;
  return turningPoints(session, 0, events.length, TURNS)
    .slice(1)
    .filter((at) => at >= ready);
}

/** The boards with a place that looks otherwise than it was shown, which is noted; one that is still empty waits. */
function changed(boards: readonly BoardShown[], shown: Map<string, BoardShown>): BoardShown[] {
  const found = boards.filter((board) => {
    const before = shown.get(board.name);
    return before ? JSON.stringify(board.places) !== JSON.stringify(before.places) : isUsedBoard(board);
  });
  for (const board of found) shown.set(board.name, board);
  return found;
}

// --- how it stood

/** How things stand at some events: everything as a mission ends, at `turns` the boards. */
function stopsAt(session: Session, turns: readonly number[], missions: readonly Flown[]): Map<number, Stop> {
  const seen = states(session, [...turns, ...missions.flatMap(({ begin, last, end }) => [begin, last, end])]);
  const at = (event: number): Describer => describerAt(session, seen.get(event)!);
  const found = new Map<number, Stop>();
  for (const turn of turns) found.set(turn, { boards: boardsOf(at(turn)), people: [], troubles: [], debriefing: null });
  for (const flown of missions) {
    const debriefing = debriefed(session, flown, seen, false);
    const now = at(flown.end);
    const people = peopleOf(session, now, at(flown.last));
    found.set(flown.end, { boards: used(boardsOf(now)), people, troubles: debriefing.troubles, debriefing });
  }
  return found;
}

/** How things stand where a session breaks off. */
function standing(session: Session): Stop {
  const now = session.describer;
  const wrong: Trouble[] = troubles(new Sheet(now).groups({ lists: false }));
  return { boards: used(boardsOf(now)), people: peopleOf(session, now, now), troubles: wrong, debriefing: null };
}

/** The boards on which anything stands. */
function used(boards: readonly BoardShown[]): BoardShown[] {
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
function peopleOf({ program }: Session, describer: Describer, before: Describer): CareerTable[] {
  const owners = [CAREER, program.mission.name];
  const fields = program.fields.filter((field) => owners.includes(field.owner) && isShown(field));
  const named = besideOneAnother(fields).filter((beside) => beside.some(isName));
  return named.map((beside) => {
    const shown = beside.filter((field) => isUsed(describer, field));
    const places = placesKept(describer, shown);
    const table = byPlaces(describer, shown, places);
    const earlier = byPlaces(before, shown, places);
    const rows = table.rows.map((row, number) =>
      row.map((now, at) => (at && isName(shown[at - 1]!) ? both(earlier.rows[number]![at]!, now) : now)),
    );
    return { ...table, rows };
  });
}

function isName(field: SlotField): boolean {
  return field.type.is === "TextType";
}

/** A name, with the one before where that was another. */
function both(before: string, now: string): string {
  return before && before !== now ? `${before}, then ${now}` : now;
}

/** Whether anything but what stood there at the beginning, or a name, stands in a field. */
function isUsed(describer: Describer, field: SlotField): boolean {
  return field.defaults.some((before, offset) => {
    const value = describer.slots[field.base + offset]!;
    return value !== NONE && (value !== before || isName(field));
  });
}
