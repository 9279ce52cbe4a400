/**
 * Debriefings: the state at the end of a mission, before its own state is reset.
 *
 * A session keeps only dice and answers, so the run is repeated with them up to the ends of missions.
 */

import { Describer } from "../../engine/describe";
import { Fault } from "../../engine/machine";
import { type CompiledGame, loadMachine } from "../../engine/modules";
import { evaluateTally, talliesOf } from "../../engine/runs";
import type { Program, SlotField } from "../../rules/program";
import { isAmount } from "../../rules/values";
import type { Session } from "../../session/session";
import { isDecimal } from "../../text";
import type { SheetGroup, SheetLine } from "../sheet/classes";
import { CAREER, isNews, isShownField, isWorse, Sheet } from "../sheet/sheet";
import { findTroubles, namesByPlace, troubleText } from "../sheet/troubles";
import { renderHeading } from "../story/eventTexts";
import type { Counted, Debriefing, EndedMission } from "./classes";
import { findEndedMissions, refuseCall, type StatesByEvent, statesAt } from "./missions";

/**
 * Make the debriefing of each career mission that ended from the event `start` on, before the event `stop`, in order.
 *
 * There are none if the session plays a single mission.
 */
export function debriefMissions(session: Session, start = 0, stop = session.eventCount): Debriefing[] {
  const missions = findCareerMissions(session, start, stop);
  const states = statesAt(
    session,
    missions.flatMap(({ begin, last, end }) => [begin, last, end]),
  );
  return missions.map((flown) => debriefMission(session, flown, states));
}

/** Find the missions of a career that ended from the event `start` on, before the event `stop`; none for one by itself. */
export function findCareerMissions(session: Session, start = 0, stop = session.eventCount): EndedMission[] {
  return session.header.entry === CAREER ? findEndedMissions(session, start, stop) : [];
}

/**
 * Make the debriefing of one mission of a session from the states at its start, at the start of its last part, and at
 * its end.
 */
export function debriefMission(
  session: Session,
  mission: EndedMission,
  states: StatesByEvent,
  withLists = true,
): Debriefing {
  const slots = states.get(mission.end)!;
  const began = resetPredecessors(session.program, states.get(mission.begin)!, slots);
  /** Make the sheet (the state as a player sees it) of the state at the event with an index. */
  const sheetAt = (at: number): Sheet => new Sheet(describerAt(session, states.get(at)!));
  const groups = sheetAt(mission.end).groups({ lists: withLists, earlierState: bestValues(session, mission, began) });
  const before = new Sheet(describerAt(session, began)).groups({ lists: withLists });
  const names = namesByPlace(sheetAt(mission.last).groups({ lists: false }));
  const ofMission = groups.filter((group) => group.owner === session.program.mission.name);
  const ofCareer = groups.filter((group) => group.owner === CAREER);
  const record = ofCareer.map((group) => ({ ...group, lines: group.lines.map((line) => unmarkSums(line, names)) }));
  const tallies = evaluateTallies(session.game, describerAt(session, slots), slots);
  const reported = new Set(tallies.map((each) => `${each.title}: ${each.value}`));
  return {
    title: missionTitle(session, mission.begin),
    event: mission.end,
    tallies,
    troubles: findTroubles([...record, ...ofMission], names).filter((each) => !reported.has(troubleText(each))),
    sheet: findChanges(ofMission, before, reported),
    record: findChanges(record, before, reported),
  };
}

/**
 * Copy the state at a mission's start, but reset the fields of persons who were replaced during the mission to their
 * defaults.
 *
 * So nobody is measured by the values of a predecessor.
 */
function resetPredecessors(program: Program, slotsAtBegin: Int32Array, slotsAtEnd: Int32Array): Int32Array {
  const slots = slotsAtBegin.slice();
  for (const nameField of program.fields.filter((field) => field.type.is === "TextType" && isShownField(field))) {
    const places = Array.from({ length: product(nameField.shape) }, (_, at) => at);
    const others = places.filter((at) => slotsAtBegin[nameField.base + at] !== slotsAtEnd[nameField.base + at]);
    for (const field of program.fields.filter((each) => isAboutNamed(each, nameField))) {
      const each = product(field.shape.slice(nameField.shape.length));
      for (const at of others) {
        const first = at * each;
        slots.set(field.defaults.slice(first, first + each), field.base + first);
      }
    }
  }
  return slots;
}

/**
 * Whether a field belongs to the person or thing whose name `nameField` holds: it has the same first indices, or is in
 * the same record.
 */
function isAboutNamed(field: SlotField, nameField: SlotField): boolean {
  /** The record that a field belongs to: the field's id up to its last dot. */
  const recordOf = ({ id }: SlotField): string => id.slice(0, Math.max(0, id.lastIndexOf(".")));
  const first = field.indices.slice(0, nameField.indices.length);
  if (field === nameField || `${first}` !== `${nameField.indices}`) return false;
  return nameField.shape.length > 0 || (recordOf(field) === recordOf(nameField) && recordOf(nameField) !== "");
}

/** Multiply numbers. */
function product(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all * each, 1);
}

/**
 * Copy the state at a mission's start, but with the best value that each field marked good or bad held during the
 * mission; a worse one at its end is damage.
 *
 * So something repaired and broken again turned bad too, whatever its value before.
 */
function bestValues({ program, journal }: Session, { begin, end }: EndedMission, slotsAtBegin: Int32Array): Int32Array {
  const slots = slotsAtBegin.slice();
  const rated = new Map<number, SlotField>();
  for (const field of program.fields.filter((each) => each.matters && isShownField(each))) {
    for (const at of field.defaults.keys()) rated.set(field.base + at, field);
  }
  for (const [site, slot = 0, , now = 0] of journal.events.slice(begin, end)) {
    const field = program.sites[site!]?.is === "ChangeSite" ? rated.get(slot) : undefined;
    if (field && isWorse(field, slots[slot]!, now)) slots[slot] = now;
  }
  return slots;
}

/** Clear the damage marks of numbers in a career line, which sum over missions; numbers of named people keep theirs. */
function unmarkSums(line: SheetLine, namedPlaces: ReadonlyMap<string, string>): SheetLine {
  const values = line.values.map((value) => {
    const isSum = !namedPlaces.has(value.place) && isDecimal(value.title);
    return { ...value, isBad: value.isBad && !isSum };
  });
  return { ...line, values };
}

/**
 * Reduce the groups of a sheet to what differs from the sheet `before`: changed values, and new elements of lists.
 *
 * `reported` lists values that are reported elsewhere, as titles with their values; they are left out.
 */
function findChanges(
  now: readonly SheetGroup[],
  before: readonly SheetGroup[],
  reported: ReadonlySet<string>,
): SheetGroup[] {
  const earlier = new Map(before.flatMap(({ owner, lines }) => lines.map((line) => [`${owner} ${line.id}`, line])));
  const changedGroups = now.map((group) => {
    const lines = group.lines.map((line) => markChanges(line, earlier.get(`${group.owner} ${line.id}`)!));
    return {
      ...group,
      lines: lines.filter((line) => isNews(line) && !reported.has(`${line.title}: ${line.values[0]!.title}`)),
    };
  });
  return changedGroups.filter((group) => group.lines.length);
}

/** Mark as news the values of a sheet line that differ from those `before`; of a list keep only new elements. */
function markChanges(now: SheetLine, before: SheetLine): SheetLine {
  if (now.isList) {
    const then = new Set(before.values.map((value) => value.name)); // names of duplicates are numbered
    return { ...now, values: now.values.filter((value) => !then.has(value.name)) };
  }
  const values = now.values.map((value, at) => {
    return { ...value, isNews: !now.isNamed && value.name !== before.values[at]!.name };
  });
  return { ...now, values };
}

/** Make a describer (a renderer of names and values) for another state, `slots`, of a session. */
export function describerAt(session: Session, slots: Int32Array): Describer {
  const describer = new Describer(session.program);
  const { asides, nameLookup } = session.describer;
  return Object.assign(describer, { asides, nameLookup, slots });
}

/** The title of the mission that begins with an event. */
export function missionTitle(session: Session, begin: number): string {
  const view = session.journal.view(begin);
  return view.event === "enter" ? renderHeading(view) : session.program.mission.name;
}

/** Evaluate a mission's tallies (statistics) in a state; leave out a tally that faults. */
function evaluateTallies(game: CompiledGame, describer: Describer, slots: Int32Array): Counted[] {
  const { program } = game;
  const machine = loadMachine(game, refuseCall, refuseCall);
  machine.begin();
  machine.slots.set(slots);
  const tallies = talliesOf(program, program.mission).flatMap((tally): Counted[] => {
    const { title, matters, type } = tally;
    const value = valueOrNull(() => evaluateTally(machine, tally));
    if (value === null) return [];
    const number = isAmount(type) ? value : null;
    const isBalance = type.is === "IntType" && type.low < 0;
    return [{ title, value: describer.valueTitle(type, value), matters, number, isBalance }];
  });
  machine.close();
  return tallies;
}

/** Return the result of a call into the rules; null if it faults. */
function valueOrNull(call: () => number): number | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
