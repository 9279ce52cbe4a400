/** How large a program may be: what the compiler of rules holds to (`dsl/limits.py`), for files that it may not have made. */

import { unreachable } from "../closed";
import { KEEPS } from "./dice";
import type { Board, BoardMap, Budgets, Dice, Program, Site, SlotField, SlotList } from "./program";

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

/** Fields, and lists: the largest game has 230. */
const FIELDS = 5000;

/** Boards: as many as rules may have items. */
const BOARDS = 15_000;

/** Steps and bytes that anything may have, however much somebody allows. */
const BUDGET = 2 ** 30 - 1;

/** What the compiler gives rules of two million bytes, four times the largest game: strangers' games have no more, whatever
 * they say.
 */
const BUDGETS: Budgets = {
  is: "Budgets",
  mission: 230_000_000,
  story: 204_000_000,
  beside: 20_650_000,
  board: 20_650_000,
};

/** What of a program is larger than rules may make it, in words; null where nothing is. */
export function excessOf(program: Program): string | null {
  const { slots, defaults, enums, fields, lists, sites, boards, budgets } = program;
  if (!isCount(slots, SLOTS) || defaults.length > slots) return "state";
  for (const { values } of enums.values()) if (values.length > VALUES) return "values of one kind";
  if (fields.length > FIELDS || lists.length > FIELDS) return "fields";
  if (boards.length > BOARDS) return "boards";
  if (!fields.every((field) => isFieldWithin(field, slots))) return "places of one field";
  if (!lists.every((list) => isListWithin(list, slots))) return "elements of one list";
  // No two fields share a slot, and no two lists a field.
  if (sum(fields.map(sizeOf)) > slots || sum(lists.map((list) => list.fields.length)) > fields.length) return "fields";
  if (!sites.every(isSiteWithin)) return "dice of one throw";
  if (!boards.every(isBoardWithin)) return "places of one board";
  if (![budgets.mission, budgets.story, budgets.beside, budgets.board].every((each) => isCount(each, BUDGET)))
    return "budgets";
  return null;
}

/** The budgets of a stranger's game. A person may raise those of his own rules; nobody can have others' pages do so much. */
export function budgetsOfStranger({ mission, story, beside, board }: Budgets): Budgets {
  return {
    is: "Budgets",
    mission: Math.min(mission, BUDGETS.mission),
    story: Math.min(story, BUDGETS.story),
    beside: Math.min(beside, BUDGETS.beside),
    board: Math.min(board, BUDGETS.board),
  };
}

/** Whether something is a whole number from 0 to the most there may be. */
function isCount(number: unknown, most: number): boolean {
  return Number.isInteger(number) && 0 <= (number as number) && (number as number) <= most;
}

function isFieldWithin({ base, shape }: SlotField, slots: number): boolean {
  if (!shape.every((each) => isCount(each, PLACES))) return false;
  const size = sizeOf({ shape });
  return isCount(size, PLACES) && isCount(base, slots) && base + size <= slots;
}

/** How many slots a field takes; one that takes none is counted all the same. */
function sizeOf({ shape }: Pick<SlotField, "shape">): number {
  return Math.max(
    1,
    shape.reduce((product, each) => product * each, 1),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
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
  switch (site.is) {
    case "DrawSite":
      return areDiceWithin(site.dice, SLOTS);
    case "RollSite":
      return areDiceWithin(site.dice, SIDES);
    case "BeforehandSite":
    case "ChangeSite":
    case "ChoiceSite":
    case "ElementSite":
    case "EnterSite":
    case "FaultSite":
    case "LeaveSite":
    case "LimitSite":
    case "MoveSite":
    case "ResultSite":
    case "SaySite":
      return true;
    default:
      return unreachable(site);
  }
}

function areDiceWithin(dice: Dice, most: number): boolean {
  return dice?.is === "Dice" && isCount(dice.count, DICE) && isCount(dice.sides, most) && KEEPS.includes(dice.keep);
}

function isBoardWithin({ plan, map, marks }: Board): boolean {
  const cells = plan.flat();
  return (
    cells.length <= MARKS &&
    cells.every(({ columns }) => isCount(columns, MARKS)) &&
    sum(cells.map(({ places }) => places.length)) <= PLACES &&
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
