/**
 * A debriefing: how things stand as a mission of a career ends, before what belongs to it falls back.
 *
 * Nothing of a run is kept but its dice and answers, so the run is done again with them up to where missions end.
 */

import { Describer } from "../../engine/describe";
import { Fault } from "../../engine/machine";
import { type Compiled, load } from "../../engine/modules";
import { talliesOf, tallyOf } from "../../engine/runs";
import type { Program, SlotField } from "../../rules/program";
import { isAmount } from "../../rules/values";
import type { Session } from "../../session/session";
import { isDecimal } from "../../text";
import type { SheetGroup, SheetLine } from "../sheet/classes";
import { CAREER, isNews, isShown, isWorse, Sheet } from "../sheet/sheet";
import { givenNames, troubles, troubleText } from "../sheet/troubles";
import { heading } from "../story/words";
import type { Counted, Debriefing, Flown } from "./classes";
import { missionsFlown, type States, states, unknown } from "./missions";

/**
 * How things stood at the end of each mission of a career that ended from the event `start` on, in their order.
 *
 * There are none where a mission is all that is played.
 */
export function debriefings(session: Session, start = 0): Debriefing[] {
  if (session.header.entry !== CAREER) return [];
  const missions = missionsFlown(session, start);
  const seen = states(
    session,
    missions.flatMap(({ begin, last, end }) => [begin, last, end]),
  );
  return missions.map((flown) => debriefed(session, flown, seen));
}

/** How things stand as a mission ends, with the states as it began, as its last part began, and as it ended. */
export function debriefed(session: Session, flown: Flown, seen: States, lists = true): Debriefing {
  const slots = seen.get(flown.end)!;
  const began = withoutPredecessors(session.program, seen.get(flown.begin)!, slots);
  const sheetAt = (at: number): Sheet => new Sheet(describerAt(session, seen.get(at)!));
  const groups = sheetAt(flown.end).groups({ lists, since: bestHeld(session, flown, began) });
  const before = new Sheet(describerAt(session, began)).groups({ lists });
  const names = givenNames(sheetAt(flown.last).groups({ lists: false }));
  const ofMission = groups.filter((group) => group.owner === session.program.mission.name);
  const ofCareer = groups.filter((group) => group.owner === CAREER);
  const record = ofCareer.map((group) => ({ ...group, lines: group.lines.map((line) => noSums(line, names)) }));
  const tallies = counted(session.game, describerAt(session, slots), slots);
  const said = new Set(tallies.map((each) => `${each.title}: ${each.value}`));
  return {
    title: titleOf(session, flown.begin),
    event: flown.end,
    tallies,
    troubles: troubles([...record, ...ofMission], names).filter((each) => !said.has(troubleText(each))),
    sheet: changed(ofMission, before, said),
    record: changed(record, before, said),
  };
}

/**
 * The state as a mission began, but for those whose place somebody else had taken by its end.
 *
 * What was theirs is as when the game began, so that nobody is measured by what was done by, or befell, another.
 */
function withoutPredecessors(program: Program, began: Int32Array, ended: Int32Array): Int32Array {
  const slots = began.slice();
  for (const named of program.fields.filter((field) => field.type.is === "TextType" && isShown(field))) {
    const places = Array.from({ length: product(named.shape) }, (_, at) => at);
    const others = places.filter((at) => began[named.base + at] !== ended[named.base + at]);
    for (const field of program.fields.filter((each) => isBeside(each, named))) {
      const each = product(field.shape.slice(named.shape.length));
      for (const at of others) {
        const first = at * each;
        slots.set(field.defaults.slice(first, first + each), field.base + first);
      }
    }
  }
  return slots;
}

/** Whether a field is about whoever has a name: its first places are the same; or a record alone holds both. */
function isBeside(field: SlotField, named: SlotField): boolean {
  const record = ({ id }: SlotField): string => id.slice(0, Math.max(0, id.lastIndexOf(".")));
  const first = field.indices.slice(0, named.indices.length);
  if (field === named || `${first}` !== `${named.indices}`) return false;
  return named.shape.length > 0 || (record(field) === record(named) && record(named) !== "");
}

/** All numbers multiplied. */
function product(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all * each, 1);
}

/**
 * The best that each field held in a mission, as it began or later: what ends worse turned bad in it.
 *
 * So what was made good and broken again turned bad, too, however it stood before.
 */
function bestHeld({ program, journal }: Session, { begin, end }: Flown, began: Int32Array): Int32Array {
  const slots = began.slice();
  const rated = new Map<number, SlotField>();
  for (const field of program.fields.filter((each) => each.matters && isShown(each))) {
    for (const at of field.defaults.keys()) rated.set(field.base + at, field);
  }
  for (const [site, slot = 0, , now = 0] of journal.events.slice(begin, end)) {
    const field = program.sites[site!]?.is === "ChangeSite" ? rated.get(slot) : undefined;
    if (field && isWorse(field, slots[slot]!, now)) slots[slot] = now;
  }
  return slots;
}

/** A line of a career in which no number is bad but that of a man: it adds up what came before the mission, too. */
function noSums(line: SheetLine, men: ReadonlyMap<string, string>): SheetLine {
  const values = line.values.map((value) => {
    const isSum = !men.has(value.place) && isDecimal(value.title);
    return { ...value, isBad: value.isBad && !isSum };
  });
  return { ...line, values };
}

/**
 * What differs from how it was before: the news are the values that do, of a list the elements that have come.
 *
 * What is `said` elsewhere is left out: titles of single values, each with its value.
 */
function changed(now: readonly SheetGroup[], before: readonly SheetGroup[], said: ReadonlySet<string>): SheetGroup[] {
  const earlier = new Map(before.flatMap(({ owner, lines }) => lines.map((line) => [`${owner} ${line.id}`, line])));
  const kept = now.map((group) => {
    const lines = group.lines.map((line) => changedLine(line, earlier.get(`${group.owner} ${line.id}`)!));
    return {
      ...group,
      lines: lines.filter((line) => isNews(line) && !said.has(`${line.title}: ${line.values[0]!.title}`)),
    };
  });
  return kept.filter((group) => group.lines.length);
}

/** A line whose news are what differs from how it was before. */
function changedLine(now: SheetLine, before: SheetLine): SheetLine {
  if (now.isList) {
    const then = new Set(before.values.map((value) => value.name)); // likes have numbers behind their names
    return { ...now, values: now.values.filter((value) => !then.has(value.name)) };
  }
  const values = now.values.map((value, at) => {
    return { ...value, isNews: !now.isNamed && value.name !== before.values[at]!.name };
  });
  return { ...now, values };
}

/** What names and describes things in a state as the session does. */
export function describerAt(session: Session, slots: Int32Array): Describer {
  const describer = new Describer(session.program);
  const { asides, shown } = session.describer;
  return Object.assign(describer, { asides, shown, slots });
}

/** What the mission is called that begins with this event. */
function titleOf(session: Session, begin: number): string {
  const view = session.journal.view(begin);
  return view.event === "enter" ? heading(view) : session.program.mission.name;
}

/** What is counted of a mission in this state; a tally that is a fault is left out. */
function counted(game: Compiled, describer: Describer, slots: Int32Array): Counted[] {
  const { program } = game;
  const machine = load(game, unknown, unknown);
  machine.begin();
  machine.slots.set(slots);
  const found = talliesOf(program, program.mission).flatMap((tally): Counted[] => {
    const { title, matters, type } = tally;
    const given = valueOrFault(() => tallyOf(machine, tally));
    if (given === null) return [];
    const number = isAmount(type) ? given : null;
    return [{ title, value: describer.title(type, given), matters, number }];
  });
  machine.close();
  return found;
}

/** What a call gives; null where it is a fault. */
function valueOrFault(call: () => number): number | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
