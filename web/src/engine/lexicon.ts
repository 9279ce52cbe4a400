/** What describing the events of a program takes, worked out once and shared by all its runs. */

import { unreachable } from "../closed";
import type { Hole, Program, Site, SlotField, SlotList } from "../rules/program";
import { countUpTo } from "./bisect";
import type { Event } from "./machine";

/** A text with holes. */
export type TextParts = readonly (string | Hole)[];

/** The places of a program's fields and lists, and which events name elements. */
export class Lexicon {
  /** By their ids. */
  readonly fields: ReadonlyMap<string, SlotField>;
  readonly lists: ReadonlyMap<string, SlotList>;
  /** Lists by what they hold. */
  readonly listOfRecord: ReadonlyMap<string, SlotList>;
  /** Of each list by its id, the fields that tell its elements apart, with their names. */
  readonly members: ReadonlyMap<string, readonly (readonly [SlotField, string])[]>;
  /** Fields in order of their slots. */
  readonly byBase: readonly SlotField[];
  /** How many dimensions belong to what holds a record, by its name. */
  readonly holderDimensions: ReadonlyMap<string, number>;
  /** Slots that belong to elements of lists, or hold some. */
  private readonly elementSlots: ReadonlySet<number>;
  /** Of each site, whether its events may name elements. */
  private readonly sitesNamingElements: readonly boolean[];

  constructor(private readonly program: Program) {
    this.fields = new Map(program.fields.map((field) => [field.id, field]));
    this.lists = new Map(program.lists.map((pool) => [pool.id, pool]));
    this.listOfRecord = new Map(program.lists.map((pool) => [pool.record, pool]));
    this.members = new Map(program.lists.map((pool) => [pool.id, this.distinguishingFields(pool)]));
    this.byBase = [...program.fields].sort((one, other) => one.base - other.base);
    this.holderDimensions = countHolderDimensions(program.fields);
    this.sitesNamingElements = program.sites.map(isSiteNamingElements);
    this.elementSlots = new Set(program.fields.filter(holdsElements).flatMap(fieldSlots));
  }

  /** Whether an event names elements, which is only done by what they hold and stand beside as it happens. */
  mayNameElements(event: Event): boolean {
    const number = event[0]!;
    if (number < 0) return false;
    return (
      this.sitesNamingElements[number]! &&
      (this.program.sites[number]!.is !== "ChangeSite" || this.elementSlots.has(event[1]!))
    );
  }

  /** The field that a slot belongs to; null where it is of none, as a counter is. */
  fieldAt(slot: number): SlotField | null {
    const count = countUpTo(this.byBase.length, slot, (place) => this.byBase[place]!.base);
    const field = this.byBase[count - 1];
    return field !== undefined && slot < field.base + fieldSize(field) ? field : null;
  }

  /** The fields that tell a list's elements apart, with their names: those with one value, but no elements. */
  private distinguishingFields(pool: SlotList): (readonly [SlotField, string])[] {
    return pool.fields
      .map((id) => this.fields.get(id)!)
      .filter((field) => field.shape.length === 1 && field.type.is !== "ElementType")
      .map((field) => [field, lastPart(field.id)]);
  }
}

const lexicons = new WeakMap<Program, Lexicon>();

/** The lexicon of a program. */
export function lexiconOf(program: Program): Lexicon {
  const lexicon = lexicons.get(program) ?? new Lexicon(program);
  lexicons.set(program, lexicon);
  return lexicon;
}

/** What stands behind the last dot of an id; all of it where there is none. */
export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}

/** How many slots a field takes, of all elements of its list together. */
export function fieldSize(field: SlotField): number {
  return field.shape.reduce((product, length) => product * length, 1);
}

function fieldSlots(field: SlotField): number[] {
  return Array.from({ length: fieldSize(field) }, (_, offset) => field.base + offset);
}

function holdsElements(field: SlotField): boolean {
  return field.type.is === "ElementType" || field.shape.length !== field.indices.length;
}

/** Whether events of a site may hold elements. */
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

function textHoldsElement(text: TextParts): boolean {
  return text.some((part) => typeof part !== "string" && part.type.is === "ElementType");
}

/** How many dimensions belong to what holds a record: those that all its fields begin with. */
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
