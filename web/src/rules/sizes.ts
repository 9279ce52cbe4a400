/** How large a program may be: what the compiler of rules holds to (`dsl/limits.py`), for files that it may not have made. */

import type { Board, BoardMap, Program, Site, SlotField, SlotList } from "./program";

/** Slots of all state. */
export const SLOTS = 100_000;

/** Dice in one throw. */
export const DICE = 100;

/** Elements of a list. */
export const ELEMENTS = 1500;

/** Places of one array. */
export const PLACES = 10_000;

/** Values of an enum. */
export const VALUES = 1000;

/** Cells of a board's plan, and what it marks. */
export const MARKS = 300;

/** Sides of a die; more than 20,000 mean that one of several is kept (`dice.ts`). */
const SIDES = 21_000;

/** Numbers of a map, across or down: only what stands on it is drawn. */
const ACROSS = 1_000_000;

/** How many times as long as wide a map may be, or as wide as long. */
const LONG = 100;

/** Fields: the largest game has 230. */
const FIELDS = 5000;

/** Boards: games have six. */
const BOARDS = 100;

/** What of a program is larger than rules may make it, in words; null where nothing is. */
export function excessOf(program: Program): string | null {
  const { slots, defaults, enums, fields, lists, sites, boards } = program;
  if (!isCount(slots, SLOTS) || defaults.length > slots) return "state";
  for (const { values } of enums.values()) if (values.length > VALUES) return "values of one kind";
  if (fields.length > FIELDS) return "fields";
  if (boards.length > BOARDS) return "boards";
  if (!fields.every((field) => isFieldWithin(field, slots))) return "places of one field";
  if (!lists.every((list) => isListWithin(list, slots))) return "elements of one list";
  if (!sites.every(isSiteWithin)) return "dice of one throw";
  if (!boards.every(isBoardWithin)) return "places of one board";
  return null;
}

/** Whether something is a whole number from 0 to the most there may be. */
function isCount(number: unknown, most: number): boolean {
  return Number.isInteger(number) && 0 <= (number as number) && (number as number) <= most;
}

function isFieldWithin({ base, shape }: SlotField, slots: number): boolean {
  const size = shape.reduce((product, each) => product * (isCount(each, PLACES) ? each : Number.NaN), 1);
  return isCount(size, PLACES) && isCount(base, slots) && base + size <= slots;
}

function isListWithin({ base, capacity, count, serial, order }: SlotList, slots: number): boolean {
  const isPlace = (slot: number): boolean => isCount(slot, slots);
  return (
    isCount(capacity, ELEMENTS) &&
    isPlace(base) &&
    base + capacity <= slots &&
    isPlace(count) &&
    isPlace(serial) &&
    (order === null || isPlace(order))
  );
}

function isSiteWithin(site: Site): boolean {
  if (site.is === "DrawSite") return isCount(site.count, DICE) && isCount(site.sides, SLOTS);
  return site.is !== "RollSite" || (isCount(site.count, DICE) && isCount(site.sides, SIDES));
}

function isBoardWithin({ plan, map, marks }: Board): boolean {
  const cells = plan.flat();
  return (
    cells.length <= MARKS &&
    cells.every(({ columns }) => isCount(columns, MARKS)) &&
    marks.length <= MARKS &&
    (map === null || isMapWithin(map))
  );
}

function isMapWithin({ left, right, top, bottom }: BoardMap): boolean {
  const [wide, high] = [right - left, bottom - top];
  return (
    isCount(wide, ACROSS) && isCount(high, ACROSS) && Math.max(wide, high) + 1 <= LONG * (Math.min(wide, high) + 1)
  );
}
