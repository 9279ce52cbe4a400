/** Lookup tables for describing a program's events, computed once and shared by all its runs. */

import { unreachable } from "../closed";
import type { Hole, Program, Site, SlotField, SlotList } from "../rules/program";
import { countUpTo } from "./bisect";
import type { Event } from "./machine";

/** A text template: strings and holes. */
export type TextParts = readonly (string | Hole)[];

/** Lookup tables of a program's fields and lists, by id and by slot (an integer of the state). */
export class Lexicon {
  /** Fields by id. */
  readonly fields: ReadonlyMap<string, SlotField>;
  readonly lists: ReadonlyMap<string, SlotList>;
  /** Lists by the record of their elements. */
  readonly listOfRecord: ReadonlyMap<string, SlotList>;
  /** By the id of a list: the fields that distinguish its elements, with their names. */
  readonly members: ReadonlyMap<string, readonly (readonly [SlotField, string])[]>;
  /** Fields in slot order. */
  readonly byBase: readonly SlotField[];
  /** The number of dimensions of a record's holder, by the record's name. */
  readonly holderDimensions: ReadonlyMap<string, number>;
  /** Slots that belong to list elements, or hold references to elements. */
  private readonly elementSlots: ReadonlySet<number>;
  /** For each site, whether its events may name elements. */
  private readonly sitesNamingElements: readonly boolean[];

  /** Build the tables of a program. */
  constructor(private readonly program: Program) {
    this.fields = new Map(program.fields.map((field) => [field.id, field]));
    this.lists = new Map(program.lists.map((list) => [list.id, list]));
    this.listOfRecord = new Map(program.lists.map((list) => [list.record, list]));
    this.members = new Map(program.lists.map((list) => [list.id, this.distinguishingFields(list)]));
    this.byBase = [...program.fields].sort((one, other) => one.base - other.base);
    this.holderDimensions = countHolderDimensions(program.fields);
    this.sitesNamingElements = program.sites.map(isSiteNamingElements);
    this.elementSlots = new Set(program.fields.filter(holdsElements).flatMap(fieldSlots));
  }

  /** Whether an event may name list elements, so that its texts depend on the state at that event. */
  mayNameElements(event: Event): boolean {
    const number = event[0]!;
    if (number < 0) return false;
    return (
      this.sitesNamingElements[number]! &&
      (this.program.sites[number]!.is !== "ChangeSite" || this.elementSlots.has(event[1]!))
    );
  }

  /**
   * Find the field that a slot (an integer of the state) belongs to; null for a slot outside all fields, such as a
   * counter.
   */
  fieldAt(slot: number): SlotField | null {
    const count = countUpTo(this.byBase.length, slot, (place) => this.byBase[place]!.base);
    const field = this.byBase[count - 1];
    return field !== undefined && slot < field.base + fieldSize(field) ? field : null;
  }

  /** Find the fields that identify a list's elements, with their names: single values that are no elements. */
  private distinguishingFields(list: SlotList): (readonly [SlotField, string])[] {
    return list.fields
      .map((id) => this.fields.get(id)!)
      .filter((field) => field.shape.length === 1 && field.type.is !== "ElementType")
      .map((field) => [field, lastPart(field.id)]);
  }
}

const lexicons = new WeakMap<Program, Lexicon>();

/** Return the lexicon of a program, from a cache. */
export function lexiconOf(program: Program): Lexicon {
  const lexicon = lexicons.get(program) ?? new Lexicon(program);
  lexicons.set(program, lexicon);
  return lexicon;
}

/** The part of an id after its last dot, or the whole id: `strength` of `ships.strength`. */
export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}

/** Count the slots of a field, over all elements of its list. */
export function fieldSize(field: SlotField): number {
  return field.shape.reduce((product, length) => product * length, 1);
}

/** List the slots of a field. */
function fieldSlots(field: SlotField): number[] {
  return Array.from({ length: fieldSize(field) }, (_, offset) => field.base + offset);
}

/** Whether the slots of a field may name list elements: its values are elements, or it is a field of elements. */
function holdsElements(field: SlotField): boolean {
  return field.type.is === "ElementType" || field.shape.length !== field.indices.length;
}

/** Whether the events of a site (a numbered code location) may refer to list elements. */
function isSiteNamingElements(site: Site): boolean {
  switch (site.is) {
    case "ElementSite":
    case "MoveSite":
    case "ChangeSite":
      return true;
    case "ChoiceSite":
      return (
        site.option_type?.is === "ElementType" ||
        [site.ask, ...site.branches.map(([, title]) => title)].some(textHoldsElement)
      );
    case "DrawSite":
      return site.type.is === "ElementType";
    case "SaySite":
      return textHoldsElement(site.text);
    case "EnterSite":
    case "ResultSite":
    case "RollSite":
      return site.types.some((kind) => kind.is === "ElementType");
    case "BeforehandSite":
    case "LeaveSite":
    case "LimitSite":
    case "FaultSite":
      return false;
    default:
      return unreachable(site);
  }
}

/** Whether a text template has a hole for a list element. */
function textHoldsElement(text: TextParts): boolean {
  return text.some((part) => typeof part !== "string" && part.type.is === "ElementType");
}

/**
 * Map each record to the number of dimensions by which its objects are indexed: those that all its fields share at the
 * front.
 */
function countHolderDimensions(fields: readonly SlotField[]): Map<string, number> {
  const shared = new Map<string, readonly string[]>();
  for (const field of fields) {
    const dot = field.id.indexOf(".");
    if (dot < 0 || field.shape.length !== field.indices.length) continue;
    const head = field.id.slice(0, dot);
    const sharedSoFar = shared.get(head) ?? field.indices;
    let same = 0;
    while (same < Math.min(sharedSoFar.length, field.indices.length) && sharedSoFar[same] === field.indices[same])
      same++;
    shared.set(head, sharedSoFar.slice(0, same));
  }
  return new Map([...shared].map(([head, indices]) => [head, indices.length]));
}
