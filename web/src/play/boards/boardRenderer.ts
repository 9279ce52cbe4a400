/**
 * The renderer of boards: it evaluates the boards of a program in one state.
 *
 * Values of a board are asides. At a fault in one, a text has a question mark, and marks that depend on it are left out.
 */

import { unreachable } from "../../closed";
import type { AsideEvaluator } from "../../engine/derivedValues";
import type { Describer } from "../../engine/describe";
import * as sentences from "../../engine/sentences";
import type {
  Aside,
  Board,
  BoardMap,
  BoardMark,
  BoardMarks,
  BoardMembers,
  BoardRing,
  BoardSpot,
  Hole,
  Type,
} from "../../rules/program";
import { NONE } from "../../rules/values";
import { circleLine, originInTenths, shiftLine, TENTHS } from "./boardGeometry";
import type { BoardShown, MarkShown, PlaceShown, ShapeShown, ThingShown } from "./classes";
import { countCharacters } from "./textWrap";

/** The area of a place in a grid: row, column, and the columns and rows that it spans. */
interface GridArea {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
}

/** The area of a place on a map: first and last coordinate across, first and last down. */
type MapArea = readonly [number, number, number, number];

/** The things at each place, by its key, and beside the whole board. */
type ThingsByPlace = Map<string, ThingShown[]>;

/** The key of things beside the whole board. */
const WHOLE_BOARD_KEY = "whole";

/** Steps charged for each member that a board iterates over. */
const MEMBER_STEPS = 10;

/** Steps charged for each row, column and mark shown, and each place and text of a plan, for drawing them. */
const SHOWN_STEPS = 400;

/** Maximum rows or columns of a board with one for each value: twenty times as many as anybody reads. */
const MAX_AXIS_VALUES = 1_000;

/** The note beside a board whose steps ran out. */
const MORE_NOTE: ThingShown = {
  marks: [{ text: sentences.MORE_NOT_SHOWN, tone: "", column: 0, sign: "", turned: null, short: "" }],
  piece: "",
  isChanged: false,
};

/** The largest radius of a ring, in units. */
const MAX_RADIUS = 100_000;

/** What no board but a map or picture has. */
const NOTHING_DRAWN = { shapes: [], scale: null, compass: null } as const;

/** Evaluates boards in one state. */
export class BoardRenderer {
  /** Make a renderer for the state of a describer. */
  constructor(
    /** Describes values in the shown state. */
    readonly describer: Describer,
    /** Evaluates asides in that state. */
    readonly evaluator: AsideEvaluator,
  ) {}

  /** Evaluate a board: its places, and the things at each. */
  renderBoard(board: Board): BoardShown {
    const members = this.lineMembers(board);
    const thingsByPlace: ThingsByPlace = new Map();
    const last = board.marks.reduce((sum, marks) => sum + countFixedMarks(marks), 0);
    let first = 0;
    for (const marks of board.marks) {
      for (const [key, thing] of this.renderThings(marks, first, last)) {
        const before = thingsByPlace.get(key);
        if (before) before.push(thing);
        else thingsByPlace.set(key, [thing]);
      }
      first += countFixedMarks(marks);
    }
    const places = [...this.renderPlaces(board, members, thingsByPlace)];
    const shapes = board.map === null ? [] : [...this.renderShapes(board, board.map)];
    if (this.evaluator.isSpent || members.length === MAX_AXIS_VALUES)
      thingsByPlace.set(WHOLE_BOARD_KEY, [...(thingsByPlace.get(WHOLE_BOARD_KEY) ?? []), MORE_NOTE]);
    if (board.map !== null) return renderMap(board, board.map, places, shapes, thingsByPlace);
    return {
      name: board.name,
      title: board.title,
      layout: board.by,
      rows: 1 + Math.max(-1, ...places.map((place) => place.row)),
      columns: Math.max(0, ...places.map((place) => place.column + place.columns)),
      places,
      notes: thingsByPlace.get(WHOLE_BOARD_KEY) ?? [],
      ...NOTHING_DRAWN,
    };
  }

  /** Evaluate the marks of the line that stays in sight all through play. */
  renderHeadline(headline: readonly BoardMarks[]): MarkShown[] {
    return headline.flatMap((marks) => [...this.renderThings(marks, 0, 0)].flatMap(([, thing]) => thing.marks));
  }

  /** The values that have a row or column of a board each, cut off if there are too many. */
  private lineMembers(board: Board): number[] {
    const members: number[] = [];
    for (const member of board.lined === null ? [] : this.evaluateMembers(board.lined)) {
      if (members.length === MAX_AXIS_VALUES || !this.evaluator.takeSteps(SHOWN_STEPS)) break;
      members.push(member);
    }
    return members;
  }

  /** Yield every place of a board with the things there; `members` are the values with a row or column each. */
  private *renderPlaces(board: Board, members: readonly number[], thingsByPlace: ThingsByPlace): Generator<PlaceShown> {
    if (board.lined !== null) {
      let at = 0;
      for (const member of members) {
        const where = { ...linePosition(board.by, at), columns: 1, rows: 1 };
        yield this.renderPlace(board.lined.type, member, "", where, thingsByPlace);
        at++;
      }
    }
    for (const [row, cells] of board.plan.entries()) {
      let column = 0;
      for (const cell of cells) {
        const where = { row, column, columns: cell.columns, rows: 1 };
        if (cell.text !== null) {
          if (!this.evaluator.takeSteps(SHOWN_STEPS)) return;
          yield {
            name: "",
            title: this.renderText(cell.text),
            ...where,
            things: [],
            piece: "",
            short: "",
            isChanged: false,
          };
        }
        for (const { enum: name, value, title } of cell.places) {
          if (!this.evaluator.takeSteps(SHOWN_STEPS)) return;
          yield this.renderPlace({ is: "EnumType", enum: name, optional: false }, value, title, where, thingsByPlace);
        }
        column += cell.columns;
      }
    }
    if (board.map !== null) yield* this.renderAreas(board.map, thingsByPlace);
  }

  /** Yield the areas of a picture with the things at them, and the captions of a map or picture. */
  private *renderAreas(numbers: BoardMap, thingsByPlace: ThingsByPlace): Generator<PlaceShown> {
    const { left, top } = numbers;
    for (const area of numbers.areas) {
      if (!this.evaluator.takeSteps(SHOWN_STEPS)) return;
      const type: Type = { is: "EnumType", enum: area.enum, optional: false };
      const where = { row: area.top - top, column: area.left - left };
      const size = { columns: area.right - area.left, rows: area.bottom - area.top };
      yield this.renderPlace(type, area.value, area.title, { ...where, ...size }, thingsByPlace);
    }
    for (const caption of numbers.captions) {
      if (!this.evaluator.takeSteps(SHOWN_STEPS)) return;
      const where = { row: caption.y - top, column: caption.x - left, columns: 0, rows: 0 };
      yield {
        name: "",
        title: this.renderText(caption.text),
        ...where,
        things: [],
        piece: "",
        short: "",
        isChanged: false,
      };
    }
  }

  /** Yield the shapes of a map or picture whose condition holds, then the rings about its things. */
  private *renderShapes(board: Board, numbers: BoardMap): Generator<ShapeShown> {
    const origin = originInTenths(numbers, board.by === "map");
    for (const { kind, lines, text, tone, condition } of numbers.shapes) {
      if (!this.evaluator.takeSteps(SHOWN_STEPS)) return;
      if (condition !== null && !this.evaluate(condition)) continue;
      yield { kind, lines: lines.map((line) => shiftLine(line, ...origin)), text: this.renderText(text), tone };
    }
    for (const marks of board.marks) if (marks.rings.length) yield* this.renderRings(marks, numbers, origin);
  }

  /** Yield the rings about the things of a loop whose condition holds; none about a thing that has no place. */
  private *renderRings(marks: BoardMarks, numbers: BoardMap, origin: readonly [number, number]): Generator<ShapeShown> {
    for (const member of marks.of === null ? [NONE] : this.evaluateMembers(marks.of)) {
      const area = this.thingArea(marks, numbers, member);
      if (area === null) continue;
      const [left, right, top, bottom] = area;
      const x = ((left + right) * TENTHS) / 2 + origin[0];
      const y = ((top + bottom) * TENTHS) / 2 + origin[1];
      for (const ring of marks.rings) {
        const radius = this.ringRadius(ring, member);
        if (radius !== null && this.evaluator.takeSteps(SHOWN_STEPS))
          yield { kind: "ring", lines: [circleLine(x, y, radius * TENTHS)], text: "", tone: ring.tone };
      }
    }
  }

  /** The area at which a member's marks stand on a map or picture; null if they stand nowhere. */
  private thingArea(marks: BoardMarks, numbers: BoardMap, member: number): MapArea | null {
    if (marks.spot !== null) return this.mapArea(marks.spot, member);
    if (marks.at === null || marks.type?.is !== "EnumType") return null;
    const value = this.evaluate(marks.at, member);
    const name = marks.type.enum;
    const area = numbers.areas.find((each) => each.enum === name && each.value === value);
    return area === undefined ? null : [area.left, area.right, area.top, area.bottom];
  }

  /** Evaluate the radius of a ring about a member; null if it is not shown. */
  private ringRadius(ring: BoardRing, member: number): number | null {
    if (ring.condition !== null && !this.evaluate(ring.condition, member)) return null;
    const radius = this.evaluate(ring.radius, member);
    return radius !== null && radius > 0 && radius <= MAX_RADIUS ? radius : null;
  }

  /**
   * Make the place that stands for a value of a type, at an area of the grid, with the things there; an empty title
   * means the value's own.
   */
  private renderPlace(
    type: Type,
    value: number,
    title: string,
    area: GridArea,
    thingsByPlace: ThingsByPlace,
  ): PlaceShown {
    const shownTitle = title || this.describer.valueTitle(type, value);
    const short = this.describer.valueShort(type, value);
    return {
      name: this.describer.valueName(type, value),
      title: shownTitle,
      ...area,
      things: thingsByPlace.get(placeKey(type, value)) ?? [],
      piece: this.describer.pieceName(type, value),
      short: countCharacters(short) < countCharacters(shownTitle) ? short : "",
      isChanged: false,
    };
  }

  /**
   * Yield the things that a group of marks shows (texts about each element or value), with the key of each thing's
   * place; conditional marks stand in `lastColumn`.
   */
  private *renderThings(marks: BoardMarks, firstColumn: number, lastColumn: number): Generator<[string, ThingShown]> {
    for (const member of marks.of === null ? [NONE] : this.evaluateMembers(marks.of)) {
      let key = WHOLE_BOARD_KEY;
      if (marks.at !== null && marks.type !== null) {
        const value = this.evaluate(marks.at, member);
        if (value === null || value === NONE) continue;
        key = placeKey(marks.type, value);
      }
      if (marks.spot !== null) {
        const area = this.mapArea(marks.spot, member);
        if (area === null) continue;
        key = area.join(" ");
      }
      const shownMarks: MarkShown[] = [];
      let column = firstColumn;
      for (const mark of marks.marks) {
        const always = mark.condition === null;
        if (mark.condition === null || this.evaluate(mark.condition, member)) {
          this.evaluator.takeSteps(SHOWN_STEPS);
          shownMarks.push(this.renderMark(mark, member, always ? column : lastColumn));
        }
        if (always) column++;
      }
      const piece = marks.of === null ? "" : this.describer.pieceName(marks.of.type, member);
      if (shownMarks.length) yield [key, { marks: shownMarks, piece, isChanged: false }];
    }
  }

  /** Render one mark of a member in its column of texts. */
  private renderMark(mark: BoardMark, member: number, column: number): MarkShown {
    const turned = mark.turned === null ? null : this.evaluate(mark.turned, member);
    const [text, short] = [this.renderText(mark.text, member), this.renderShortText(mark.text, member)];
    return {
      text,
      tone: mark.tone,
      column,
      sign: mark.sign,
      turned: turned === null || turned === NONE ? null : ((turned % 360) + 360) % 360,
      short: countCharacters(short) < countCharacters(text) ? short : "",
    };
  }

  /**
   * The area of a map that a spot of the rules covers for a member of the board's loop; null if one of its coordinates
   * is none.
   */
  private mapArea(spot: BoardSpot, member: number): MapArea | null {
    const left = this.evaluate(spot.left, member);
    const top = this.evaluate(spot.top, member);
    const right = spot.right === null ? left : this.evaluate(spot.right, member);
    const bottom = spot.bottom === null ? top : this.evaluate(spot.bottom, member);
    if (left === null || right === null || top === null || bottom === null) return null;
    return [left, right, top, bottom].includes(NONE) ? null : [left, right, top, bottom];
  }

  /** Yield those members of a board's loop (values or elements) that satisfy the loop's condition. */
  *evaluateMembers(members: BoardMembers): Generator<number> {
    for (const member of this.evaluateCandidates(members)) {
      if (!this.evaluator.takeSteps(MEMBER_STEPS)) return;
      if (member !== null && (members.where === null || this.evaluate(members.where, member))) yield member;
    }
  }

  /** List all members of a board's loop (values or elements), before its condition is applied. */
  private evaluateCandidates(members: BoardMembers): Iterable<number | null> {
    if (members.list) return this.describer.elementReferences(this.describer.lists.get(members.list)!);
    if (members.low !== null && members.high !== null) {
      const low = this.evaluate(members.low);
      const high = this.evaluate(members.high);
      if (low === null || high === null) return [];
      return range(low, high);
    }
    return members.values.map((value) => (typeof value === "number" ? value : this.evaluate(value)));
  }

  /** Evaluate a part of a text for a member of the board's loop; null if it faults. */
  private evaluate(part: Aside | Hole, member = NONE): number | null {
    return part.is === "Hole" ? member : this.evaluator.evaluate(part.entry, ...part.arguments.map(() => member));
  }

  /** Render a text template for a member of the board's loop. */
  private renderText(parts: readonly (string | Hole | Aside)[], member = NONE): string {
    return parts.map((part) => (typeof part === "string" ? part : this.renderValue(part, member))).join("");
  }

  /** Render a text template with the short titles of its values; empty if none of them has one. */
  private renderShortText(parts: readonly (string | Hole | Aside)[], member: number): string {
    const hasShorts = parts.some(
      (part) =>
        typeof part !== "string" &&
        part.type.is === "EnumType" &&
        (this.describer.enums.get(part.type.enum)?.shorts ?? []).some((short) => short),
    );
    if (!hasShorts) return "";
    return parts.map((part) => (typeof part === "string" ? part : this.renderShort(part, member))).join("");
  }

  /** Render the value of a template's hole by its short title, if it has one. */
  private renderShort(part: Aside | Hole, member: number): string {
    const value = this.evaluate(part, member);
    return (value === null ? "" : this.describer.valueShort(part.type, value)) || this.renderValue(part, member);
  }

  /** Render the value of a template's hole for a member of the board's loop; `?` if it faults. */
  private renderValue(part: Aside | Hole, member: number): string {
    const value = this.evaluate(part, member);
    return value === null ? "?" : this.describer.valueTitle(part.type, value);
  }
}

/** Yield the integers from `low` to `high`, both included. */
function* range(low: number, high: number): Generator<number> {
  for (let number = low; number <= high; number++) yield number;
}

/** Arrange things on a map or picture, whose areas are places as well; those outside its bounds are left out. */
function renderMap(
  board: Board,
  bounds: BoardMap,
  areas: readonly PlaceShown[],
  shapes: readonly ShapeShown[],
  thingsByPlace: ThingsByPlace,
): BoardShown {
  const places: PlaceShown[] = [];
  const cell = board.by === "map" ? 1 : 0;
  for (const [key, things] of thingsByPlace) {
    if (key.split(" ").length !== 4) continue;
    const [first, last, upper, lower] = key.split(" ").map(Number) as unknown as MapArea;
    const [left, right] = [Math.max(first, bounds.left), Math.min(last, bounds.right)];
    const [top, bottom] = [Math.max(upper, bounds.top), Math.min(lower, bounds.bottom)];
    if (left > right || top > bottom) continue;
    const name = `${formatSpan(first, last)}, ${formatSpan(upper, lower)}`;
    const where = { row: top - bounds.top, column: left - bounds.left };
    const size = { columns: right - left + cell, rows: bottom - top + cell };
    places.push({ name, title: name, ...where, ...size, things, piece: "", short: "", isChanged: false });
  }
  return {
    name: board.name,
    title: board.title,
    layout: board.by,
    rows: bounds.bottom - bounds.top + cell,
    columns: bounds.right - bounds.left + cell,
    places: [...areas, ...places.sort((one, other) => one.row - other.row || one.column - other.column)],
    notes: thingsByPlace.get(WHOLE_BOARD_KEY) ?? [],
    shapes,
    scale: bounds.scale && { numbers: bounds.scale.numbers, unit: bounds.scale.unit },
    compass: bounds.compass && { degrees: bounds.compass.degrees, text: bounds.compass.text },
  };
}

/** The grid position of the line with an index: of a row for a board laid out by rows, else of a column. */
function linePosition(by: Board["by"], at: number): Pick<GridArea, "row" | "column"> {
  switch (by) {
    case "rows":
      return { row: at, column: 0 };
    case "columns":
    case "plan":
    case "map":
    case "picture":
      return { row: 0, column: at };
    default:
      return unreachable(by);
  }
}

/** Format a span of map coordinates: `3..5`, or `3`. */
function formatSpan(first: number, last: number): string {
  return first === last ? `${first}` : `${first}..${last}`;
}

/** Count the unconditional marks of a group, each of which gets a column; 0 for marks that belong to no place. */
function countFixedMarks(marks: BoardMarks): number {
  return marks.at === null ? 0 : marks.marks.filter((mark) => mark.condition === null).length;
}

/** The key under which a board groups the things at a place, from the place's type and value. */
function placeKey(type: Type, value: number): string {
  return `${type.is === "EnumType" ? type.enum : ""} ${value}`;
}
