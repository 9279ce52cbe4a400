/**
 * The head of a career's report: things with a name of their own, who did best, the worst mission.
 *
 * All of it stands in the career's state and in the tallies of its missions; the rules' marks `good` and `bad` decide.
 */

import type { Describer } from "../../engine/describe";
import type { SlotField } from "../../rules/program";
import { NONE } from "../../rules/values";
import { rpartition } from "../../text";
import type { Debriefing } from "../debriefing/classes";
import { columnHead } from "../records/careers";
import { CAREER, holderTitle, isShownField, placeTitle } from "../sheet/sheet";
import * as sentences from "../storySentences";

/** The maximum number of names that are best, or next to the best. */
const MAX_BEST = 3;

/** A number that a career keeps of somebody, of which more is good. */
interface Figure {
  /** The number of the name in its list, which tells people apart. */
  readonly serial: number;
  /** The name, with the place or post if the career keeps one. */
  readonly name: string;
  readonly title: string;
  readonly number: number;
}

/** Say what the head says of a career, as titles and texts: its single named things, the best, the worst. */
export function describeCareer(
  describer: Describer,
  debriefings: readonly Debriefing[],
): (readonly [title: string, text: string])[] {
  const things = describer.program.fields
    .filter((field) => field.owner === CAREER && !field.shape.length && isName(field) && isShownField(field))
    .map((field) => [holderTitle(field), namesInTurn(describer, field).join(", ")] as const);
  const figures = new Map(findFigures(describer).map((figure) => [figure.serial, figure]));
  const [first, ...others] = [...figures.values()].sort((one, other) => other.number - one.number).slice(0, MAX_BEST);
  const best = first
    ? [
        sentences.figureOf(first.name, first.title, first.number),
        ...others.map((other) => sentences.nextBest(other.name, other.number)),
      ].join("; ")
    : "";
  const worst = findWorst(debriefings);
  return [
    ...things,
    ...(best ? [[sentences.BEST_TITLE, best] as const] : []),
    ...(worst ? [[sentences.WORST_TITLE, worst] as const] : []),
  ];
}

/** The names that a single named thing of a career had: those in its lists of the past, then the present. */
function namesInTurn(describer: Describer, field: SlotField): string[] {
  const { program } = describer;
  const serials = new Set<number>();
  for (const list of program.lists.filter((each) => each.owner === CAREER)) {
    for (const column of program.fields.filter((each) => each.owner === list.id && isSameName(each, field))) {
      for (const reference of describer.elementReferences(list)) {
        serials.add(describer.slots[column.base + (reference % list.capacity)]!);
      }
    }
  }
  serials.add(describer.slots[field.base]!);
  return [...serials].filter((serial) => serial !== NONE).map((serial) => describer.valueTitle(field.type, serial));
}

/**
 * Find the good numbers above 0 of the people of a career, of those who are there and of its lists of the past.
 *
 * Of several numbers it is the first that is marked good.
 */
function findFigures(describer: Describer): Figure[] {
  const { fields, lists } = describer.program;
  const people = fields.filter((field) => field.owner === CAREER && isPeople(field));
  const present = people.flatMap((names) => {
    const prefix = rpartition(names.id, ".")[0];
    const beside = fields.filter((field) => field.owner === CAREER && rpartition(field.id, ".")[0] === prefix);
    return firstGood(beside).flatMap((field) =>
      [...names.defaults.keys()].flatMap((offset) =>
        makeFigure(describer, names, field, offset, [placeTitle(describer, names, offset)]),
      ),
    );
  });
  const posts = new Set(people.map((field) => field.indices.join(" ")));
  const past = lists
    .filter((list) => list.owner === CAREER && list.title)
    .flatMap((list) => {
      const columns = fields.filter((field) => field.owner === list.id && field.shape.length === 1);
      const named = columns.find((field) => field.type.is === "TextType" && !field.type.names);
      const post = columns.find((field) => field.type.is === "EnumType" && posts.has(field.type.enum));
      if (!named) return [];
      return firstGood(columns).flatMap((field) =>
        describer.elementReferences(list).flatMap((reference) => {
          const at = reference % list.capacity;
          const title = post ? [describer.valueTitle(post.type, describer.slots[post.base + at]!)] : [];
          return makeFigure(describer, named, field, at, title);
        }),
      );
    });
  return [...present, ...past];
}

/** Whether a field holds names. */
function isName(field: SlotField): boolean {
  return field.type.is === "TextType";
}

/** Whether two fields hold names of the same list. */
function isSameName(one: SlotField, other: SlotField): boolean {
  return one.type.is === "TextType" && other.type.is === "TextType" && one.type.names === other.type.names;
}

/** Whether a field holds the names of people by their places. */
function isPeople(field: SlotField): boolean {
  return field.shape.length > 0 && field.type.is === "TextType" && !field.type.names && isShownField(field);
}

/** The first number of which more is good; no field if there is none. */
function firstGood(fields: readonly SlotField[]): SlotField[] {
  return fields.filter((field) => field.matters === "good" && field.type.is === "IntType").slice(0, 1);
}

/** Make the number of somebody at an offset of the fields of names and numbers, if it is above 0. */
function makeFigure(
  describer: Describer,
  names: SlotField,
  field: SlotField,
  offset: number,
  post: readonly string[],
): Figure[] {
  const serial = describer.slots[names.base + offset]!;
  const number = describer.slots[field.base + offset]!;
  if (serial === NONE || number <= 0) return [];
  const name = [describer.valueTitle(names.type, serial), ...post].join(", ");
  return [{ serial, name, title: columnHead(field), number }];
}

/** Describe the mission with the most of the first number that is bad; empty if no mission has any. */
function findWorst(debriefings: readonly Debriefing[]): string {
  let [found, most] = ["", 0];
  for (const { title, tallies } of debriefings) {
    const tally = tallies.find(
      (each) => each.matters === "bad" && each.number !== null && each.value !== "yes" && each.value !== "no",
    );
    if (tally && tally.number! > most) {
      most = tally.number!;
      found = sentences.figureOf(title, tally.title, most);
    }
  }
  return found;
}
