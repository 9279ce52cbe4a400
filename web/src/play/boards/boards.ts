/**
 * Boards as they stand: what is at which place, in words, whatever draws it.
 *
 * What is worked out for them is worked out beside the run. Where that is a fault, a text has a question mark, and what
 * hangs on it is not there.
 */

import { unreachable } from "../../closed";
import type { Worth } from "../../engine/asides";
import type { Describer } from "../../engine/describe";
import type { Aside, Board, BoardMap, BoardMarks, BoardMembers, BoardSpot, Hole, Type } from "../../rules/program";
import { NONE } from "../../rules/values";
import type { BoardShown, MarkShown, PlaceShown, ThingShown } from "./classes";

/** Where a place lies: its row, its column, and how many columns and rows it takes. */
interface Where {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
}

/** What of a map a place takes: the first and the last number across, the first and the last down. */
type Area = readonly [number, number, number, number];

/** What stands at each place, by what tells it, and beside the whole. */
type Standing = Map<string, ThingShown[]>;

/** What tells the whole from places. */
const WHOLE = "whole";

/**
 * Every board of a program, in the state that a describer of a game that has begun knows; all together have one budget.
 */
export function boardsOf(describer: Describer): BoardShown[] {
  const { program, asides } = describer;
  if (!program.boards.length || asides === null) return [];
  const showing = new Showing(describer, asides.at(describer.slots, program.budgets.board));
  return program.boards.map((board) => showing.board(board));
}

/**
 * The values of an enum that boards list by name, in rows, in the state that a describer knows; null where no board lists
 * any: then all are there.
 *
 * A board that says `rows p in Post where has_post(p)` and marks each row with a name tells which posts there are.
 */
export function membersNamed(describer: Describer, name: string): ReadonlySet<number> | null {
  const { program, asides } = describer;
  if (asides === null) return null;
  const showing = new Showing(describer, asides.at(describer.slots, program.budgets.board));
  const lined = program.boards.flatMap((board) =>
    board.by === "rows" && board.lined !== null && isNamed(board) ? [board.lined] : [],
  );
  const listed = lined.filter(({ type }) => type.is === "EnumType" && type.enum === name);
  return listed.length > 0 ? new Set(listed.flatMap((members) => [...showing.members(members)])) : null;
}

/** Whether a board marks anything with a name that was given. */
function isNamed(board: Board): boolean {
  const parts = board.marks.flatMap(({ marks }) => marks.flatMap((mark) => mark.text));
  return parts.some((part) => typeof part !== "string" && part.type.is === "TextType");
}

/** All that a thing says. */
export function textOf(thing: ThingShown): string {
  return thing.marks.map((mark) => mark.text).join(", ");
}

/** Steps for each member that a board goes through. */
const LOOKED_AT = 10;

/** Steps for each row, column and mark that is shown, and each place and text of a plan: it is drawn, too. */
const SHOWN = 400;

/** Rows or columns of a board that has one for each of some values: twenty times as many as anybody looks at. */
const MOST_PLACES = 1_000;

/** Beside a picture for which there were not enough steps. */
const MORE: ThingShown = { marks: [{ text: "more is not shown", tone: "", column: 0 }] };

/** Boards being worked out in one state. */
class Showing {
  constructor(
    /** Words what is shown; its state is the one that is shown. */
    readonly describer: Describer,
    /** Gives asides in that state. */
    readonly worth: Worth,
  ) {}

  /** A board as it stands. */
  board(board: Board): BoardShown {
    const lined = this.lined(board);
    const standing: Standing = new Map();
    const last = board.marks.reduce((sum, marks) => sum + fixedMarks(marks), 0);
    let first = 0;
    for (const marks of board.marks) {
      for (const [key, thing] of this.things(marks, first, last)) {
        const before = standing.get(key);
        if (before) before.push(thing);
        else standing.set(key, [thing]);
      }
      first += fixedMarks(marks);
    }
    const places = board.map === null ? [...this.laid(board, lined, standing)] : [];
    if (this.worth.isSpent || lined.length === MOST_PLACES) standing.set(WHOLE, [...(standing.get(WHOLE) ?? []), MORE]);
    if (board.map !== null) return mapped(board, board.map, standing);
    return {
      name: board.name,
      title: board.title,
      layout: board.by,
      rows: 1 + Math.max(-1, ...places.map((place) => place.row)),
      columns: Math.max(0, ...places.map((place) => place.column + place.columns)),
      places,
      notes: standing.get(WHOLE) ?? [],
    };
  }

  /** The values that have a row or a column each: the first of them, where there are too many. */
  private lined(board: Board): number[] {
    const found: number[] = [];
    for (const member of board.lined === null ? [] : this.members(board.lined)) {
      if (found.length === MOST_PLACES || !this.worth.take(SHOWN)) break;
      found.push(member);
    }
    return found;
  }

  /** Every place with what stands at it; `lined` are the values that have a row or a column each. */
  private *laid(board: Board, lined: readonly number[], standing: Standing): Generator<PlaceShown> {
    if (board.lined !== null) {
      let at = 0;
      for (const member of lined) {
        const where = { ...lineAt(board.by, at), columns: 1, rows: 1 };
        yield this.place(board.lined.type, member, "", where, standing);
        at++;
      }
    }
    for (const [row, cells] of board.plan.entries()) {
      let column = 0;
      for (const cell of cells) {
        const where = { row, column, columns: cell.columns, rows: 1 };
        if (cell.text !== null) {
          if (!this.worth.take(SHOWN)) return;
          yield { name: "", title: this.text(cell.text), ...where, things: [] };
        }
        for (const { enum: name, value, title } of cell.places) {
          if (!this.worth.take(SHOWN)) return;
          yield this.place({ is: "EnumType", enum: name, optional: false }, value, title, where, standing);
        }
        column += cell.columns;
      }
    }
  }

  /** The place of a value with what stands at it; its title is empty where it is called as always. */
  private place(type: Type, value: number, title: string, where: Where, standing: Standing): PlaceShown {
    return {
      name: this.describer.name(type, value),
      title: title || this.describer.title(type, value),
      ...where,
      things: standing.get(keyOf(type, value)) ?? [],
    };
  }

  /** What stands at each place; `first` is the column of the first that always stands, `last` that of the others. */
  private *things(marks: BoardMarks, first: number, last: number): Generator<[string, ThingShown]> {
    for (const member of marks.of === null ? [NONE] : this.members(marks.of)) {
      let key = WHOLE;
      if (marks.at !== null && marks.type !== null) {
        const value = this.value(marks.at, member);
        if (value === null || value === NONE) continue;
        key = keyOf(marks.type, value);
      }
      if (marks.spot !== null) {
        const area = this.area(marks.spot, member);
        if (area === null) continue;
        key = area.join(" ");
      }
      const shown: MarkShown[] = [];
      let column = first;
      for (const mark of marks.marks) {
        const always = mark.condition === null;
        if (mark.condition === null || this.value(mark.condition, member)) {
          this.worth.take(SHOWN);
          shown.push({ text: this.text(mark.text, member), tone: mark.tone, column: always ? column : last });
        }
        if (always) column++;
      }
      if (shown.length) yield [key, { marks: shown }];
    }
  }

  /** What of a map a thing takes; null where one of its numbers is none. */
  private area(spot: BoardSpot, member: number): Area | null {
    const left = this.value(spot.left, member);
    const top = this.value(spot.top, member);
    const right = spot.right === null ? left : this.value(spot.right, member);
    const bottom = spot.bottom === null ? top : this.value(spot.bottom, member);
    if (left === null || right === null || top === null || bottom === null) return null;
    return [left, right, top, bottom].includes(NONE) ? null : [left, right, top, bottom];
  }

  /** What a variable goes through. */
  *members(members: BoardMembers): Generator<number> {
    for (const member of this.candidates(members)) {
      if (!this.worth.take(LOOKED_AT)) return;
      if (member !== null && (members.where === null || this.value(members.where, member))) yield member;
    }
  }

  /** The same, whatever must hold of them. */
  private candidates(members: BoardMembers): Iterable<number | null> {
    if (members.list) return this.describer.references(this.describer.lists.get(members.list)!);
    if (members.low !== null && members.high !== null) {
      const low = this.value(members.low);
      const high = this.value(members.high);
      if (low === null || high === null) return [];
      return numbers(low, high);
    }
    return members.values.map((value) => (typeof value === "number" ? value : this.value(value)));
  }

  /** What a part is worth of a member; null where it is a fault. */
  private value(part: Aside | Hole, member = NONE): number | null {
    return part.is === "Hole" ? member : this.worth.of(part.entry, ...part.arguments.map(() => member));
  }

  /** A text of a member. */
  private text(parts: readonly (string | Hole | Aside)[], member = NONE): string {
    return parts.map((part) => (typeof part === "string" ? part : this.told(part, member))).join("");
  }

  /** A value in words. */
  private told(part: Aside | Hole, member: number): string {
    const value = this.value(part, member);
    return value === null ? "?" : this.describer.title(part.type, value);
  }
}

/** The numbers from one to another, both included. */
function* numbers(low: number, high: number): Generator<number> {
  for (let number = low; number <= high; number++) yield number;
}

/** A map with what stands on it; what lies beyond its numbers is not shown. */
function mapped(board: Board, numbers: BoardMap, standing: Standing): BoardShown {
  const places: PlaceShown[] = [];
  for (const [key, things] of standing) {
    if (key === WHOLE) continue;
    const [first, last, upper, lower] = key.split(" ").map(Number) as unknown as Area;
    const [left, right] = [Math.max(first, numbers.left), Math.min(last, numbers.right)];
    const [top, bottom] = [Math.max(upper, numbers.top), Math.min(lower, numbers.bottom)];
    if (left > right || top > bottom) continue;
    const name = `${spanOf(first, last)}, ${spanOf(upper, lower)}`;
    const where = { row: top - numbers.top, column: left - numbers.left };
    places.push({ name, title: name, ...where, columns: right - left + 1, rows: bottom - top + 1, things });
  }
  return {
    name: board.name,
    title: board.title,
    layout: "map",
    rows: numbers.bottom - numbers.top + 1,
    columns: numbers.right - numbers.left + 1,
    places: places.sort((one, other) => one.row - other.row || one.column - other.column),
    notes: standing.get(WHOLE) ?? [],
  };
}

/** Where a row or a column lies. */
function lineAt(by: Board["by"], at: number): Pick<Where, "row" | "column"> {
  switch (by) {
    case "rows":
      return { row: at, column: 0 };
    case "columns":
    case "plan":
    case "map":
      return { row: 0, column: at };
    default:
      return unreachable(by);
  }
}

/** Numbers of a map in words. */
function spanOf(first: number, last: number): string {
  return first === last ? `${first}` : `${first}..${last}`;
}

/** How many of the marks always stand; beside the whole picture there are no columns. */
function fixedMarks(marks: BoardMarks): number {
  return marks.at === null ? 0 : marks.marks.filter((mark) => mark.condition === null).length;
}

/** What tells a place: its type and its value; numbers of all ranges are alike. */
function keyOf(type: Type, value: number): string {
  return `${type.is === "EnumType" ? type.enum : ""} ${value}`;
}
