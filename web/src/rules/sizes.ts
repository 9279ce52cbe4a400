/** Size limits of programs: those of the rules compiler (`dsl/limits.py`), checked again for files from elsewhere. */

import { unreachable } from "../closed";
import { diceGroups, dieCount, KEEPS, MAX_KINDS } from "./dice";
import type { Board, BoardMap, Budgets, Dice, Program, Site, SlotField, SlotList } from "./program";

/** Maximum slots of the state. */
export const MAX_SLOTS = 100_000;

/** Maximum dice of a throw. */
export const MAX_DICE = 100;

/** Maximum elements of a list. */
export const MAX_ELEMENTS = 1500;

/** Maximum places of an array. */
export const MAX_PLACES = 10_000;

/** Maximum values of an enum. */
export const MAX_VALUES = 1000;

/** Maximum cells, and maximum marks, of a board's plan. */
export const MAX_MARKS = 300;

/** Maximum sides of a die; above 20,000 they encode that one die is kept (`dice.ts`). */
const MAX_SIDES = 21_000;

/** Maximum width and height of a map in coordinates: only its marks are drawn. */
const MAX_MAP_EXTENT = 1_000_000;

/** Maximum aspect ratio of a map, in both directions. */
const MAX_ASPECT_RATIO = 100;

/** Maximum fields, and maximum lists: the largest game has 230. */
const MAX_FIELDS = 5000;

/** Maximum boards: as many as rules may have items. */
const MAX_BOARDS = 15_000;

/** Maximum steps or bytes of any budget, however much a user allows. */
const MAX_BUDGET = 2 ** 30 - 1;

/** The compiler's budgets for rules of two million bytes, four times the largest game: the limits of strangers. */
const STRANGER_BUDGETS: Budgets = {
  is: "Budgets",
  mission: 230_000_000,
  story: 204_000_000,
  beside: 20_650_000,
  board: 20_650_000,
};

/** Describe the first size of a program that exceeds its limit; null if there is none. */
export function findExcess(program: Program): string | null {
  const { slots, defaults, enums, fields, lists, sites, boards, budgets } = program;
  if (!isCount(slots, MAX_SLOTS) || defaults.length > slots) return "state";
  for (const { values } of enums.values()) if (values.length > MAX_VALUES) return "values of one kind";
  if (fields.length > MAX_FIELDS || lists.length > MAX_FIELDS) return "fields";
  if (boards.length > MAX_BOARDS) return "boards";
  if (!fields.every((field) => isFieldInLimits(field, slots))) return "places of one field";
  if (!lists.every((list) => isListInLimits(list, slots))) return "elements of one list";
  // No two fields share a slot, and no two lists a field.
  if (sum(fields.map(sizeOf)) > slots || sum(lists.map((list) => list.fields.length)) > fields.length) return "fields";
  if (!sites.every(isSiteInLimits)) return "dice of one throw";
  if (!boards.every(isBoardInLimits)) return "places of one board";
  if (![budgets.mission, budgets.story, budgets.beside, budgets.board].every((each) => isCount(each, MAX_BUDGET)))
    return "budgets";
  return null;
}

/**
 * Cap the budgets (limits of work and text) of a stranger's game at the default budgets: an author may raise them only
 * for himself.
 */
export function capBudgets({ mission, story, beside, board }: Budgets): Budgets {
  return {
    is: "Budgets",
    mission: Math.min(mission, STRANGER_BUDGETS.mission),
    story: Math.min(story, STRANGER_BUDGETS.story),
    beside: Math.min(beside, STRANGER_BUDGETS.beside),
    board: Math.min(board, STRANGER_BUDGETS.board),
  };
}

/** Whether a value is an integer from 0 to a maximum. */
function isCount(number: unknown, max: number): boolean {
  return Number.isInteger(number) && 0 <= (number as number) && (number as number) <= max;
}

/** Whether a field's sizes are in the limits, and its slots among the program's. */
function isFieldInLimits({ base, shape }: SlotField, slots: number): boolean {
  if (!shape.every((each) => isCount(each, MAX_PLACES))) return false;
  const size = sizeOf({ shape });
  return isCount(size, MAX_PLACES) && isCount(base, slots) && base + size <= slots;
}

/** Count the slots (integers of state) of a field. */
function sizeOf({ shape }: Pick<SlotField, "shape">): number {
  return Math.max(
    1,
    shape.reduce((product, each) => product * each, 1),
  );
}

/** Add numbers. */
function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Whether a list's capacity is in the limits, and its slots among the program's. */
function isListInLimits({ base, capacity, count, serial, order }: SlotList, slots: number): boolean {
  /** Whether a value is the index of a slot. */
  const isSlot = (slot: number): boolean => isCount(slot, slots - 1);
  return (
    isCount(capacity, MAX_ELEMENTS) &&
    isCount(base, slots) &&
    base + capacity <= slots &&
    isSlot(count) &&
    isSlot(serial) &&
    (order === null || isSlot(order))
  );
}

/** Whether the dice of a site (numbered code location) are in the limits. */
function isSiteInLimits(site: Site): boolean {
  switch (site.is) {
    case "DrawSite":
      return areDiceInLimits(site.dice, MAX_SLOTS);
    case "RollSite":
      return areDiceInLimits(site.dice, MAX_SIDES);
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

/** Whether dice are a known kind, with numbers in the limits. */
function areDiceInLimits(dice: Dice, maxSides: number): boolean {
  return (
    dice?.is === "Dice" &&
    dice.others.length < MAX_KINDS &&
    diceGroups(dice).every(({ count, sides }) => isCount(count, MAX_DICE) && isCount(sides, maxSides)) &&
    dieCount(dice) <= MAX_DICE &&
    isCount(dice.kept, dieCount(dice)) &&
    KEEPS.includes(dice.keep)
  );
}

/** Whether the plan, marks and map of a board are in the limits. */
function isBoardInLimits({ plan, map, marks }: Board): boolean {
  const cells = plan.flat();
  return (
    cells.length <= MAX_MARKS &&
    cells.every(({ columns }) => isCount(columns, MAX_MARKS)) &&
    sum(cells.map(({ places }) => places.length)) <= MAX_PLACES &&
    marks.length <= MAX_MARKS &&
    (map === null || isMapInLimits(map))
  );
}

/** Whether a map's extent and proportions are in the limits. */
function isMapInLimits({ left, right, top, bottom }: BoardMap): boolean {
  const [wide, high] = [right - left, bottom - top];
  return (
    isCount(wide, MAX_MAP_EXTENT) &&
    isCount(high, MAX_MAP_EXTENT) &&
    Math.max(wide, high) + 1 <= MAX_ASPECT_RATIO * (Math.min(wide, high) + 1)
  );
}
