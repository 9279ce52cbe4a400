/** Upper bounds on the text sizes of events, computed without rendering: they bound the size of a journal. */

import { unreachable } from "../closed";
import { dieCount } from "../rules/dice";
import type { Hole, Program, RowInfo, Site, SlotField, Type } from "../rules/program";
import { type Lexicon, lexiconOf, type TextParts } from "./lexicon";
import type { Event } from "./machine";
import { LONGEST_NAME } from "./names";

/** Bytes charged for any event: it is stored, and so is its view. */
const EVENT_BYTES = 100;

/** Bytes charged for a number or a yes/no, with its separator. */
const NUMBER_BYTES = 12;

/** The bytes charged for a site's events, and for each of their integers. */
type LengthRule = readonly [fixed: number, each: number];

/**
 * Upper bounds on the text lengths of a program's events, in bytes of UTF-8, without the keys of a save.
 *
 * Each bound is computed when its site is first met.
 */
export class EventLengths {
  private readonly lexicon: Lexicon;
  private readonly sites = new Map<number, LengthRule | null>();
  private readonly slots = new Map<number, number>();
  private readonly enums = new Map<string, number>();
  private readonly records = new Map<string, number>();
  private names: number | null = null;

  /** Make the bounds of a program's events; each is computed at its first use. */
  constructor(private readonly program: Program) {
    this.lexicon = lexiconOf(program);
  }

  /** The bytes of text to charge for an event; 0 for the end of a run. */
  lengthOf(event: Event): number {
    const number = event[0]!;
    if (number < 0) return 0;
    const rule = memoize(this.sites, number, () => this.siteLength(this.program.sites[number]!));
    if (rule !== null) return rule[0] + rule[1] * event.length;
    const slot = event[1]!;
    return memoize(this.slots, slot, () => EVENT_BYTES + this.fieldLength(this.lexicon.fieldAt(slot)));
  }

  /** The maximum bytes of a change of a field: its title with the indices, and the values. */
  private fieldLength(field: SlotField | null): number {
    if (field === null) return 2 * NUMBER_BYTES;
    const list = this.lexicon.lists.get(field.owner);
    const element = list === undefined ? 0 : this.elementLength(list.record);
    const indices = sum(field.indices.map((name) => this.enumLength(name)));
    return byteSize(field.title) + element + indices + 2 * this.valueLength(field.type);
  }

  /**
   * The maximum bytes of an event of a site, as a constant and an amount for each integer of the event; null for
   * changes, whose bytes depend on the slot.
   */
  private siteLength(site: Site): LengthRule | null {
    switch (site.is) {
      case "SaySite":
        return [EVENT_BYTES + this.textLength(site.text), 0];
      case "EnterSite":
        return [EVENT_BYTES + byteSize(site.title) + this.valueLengths(site.types), 0];
      case "RollSite": {
        const changed = sum(site.modifiers.map((modifier) => byteSize(modifier.text) + NUMBER_BYTES));
        const dice = NUMBER_BYTES * dieCount(site.dice);
        return [
          EVENT_BYTES + byteSize(site.title) + dice + longestRow(site.rows) + changed + this.valueLengths(site.types),
          0,
        ];
      }
      case "ChoiceSite": {
        const titles = sum(site.branches.map(([, title]) => this.textLength(title)));
        const each = site.option_type === null ? 0 : this.valueLength(site.option_type);
        return [EVENT_BYTES + this.textLength(site.ask) + titles, each];
      }
      case "ResultSite":
        return [EVENT_BYTES + byteSize(site.title) + this.valueLengths(site.types), 0];
      case "BeforehandSite":
        return [EVENT_BYTES + byteSize(site.title) + longestRow([site.row]), 0];
      case "DrawSite":
        return [EVENT_BYTES, this.valueLength(site.type)];
      case "ElementSite":
      case "MoveSite": {
        const list = this.lexicon.lists.get(site.list)!;
        return [EVENT_BYTES + byteSize(list.title) + this.elementLength(list.record), 0];
      }
      case "LimitSite":
      case "FaultSite":
        return [EVENT_BYTES + byteSize(site.text), 0];
      case "LeaveSite":
        return [EVENT_BYTES, 0];
      case "ChangeSite":
        return null;
      default:
        return unreachable(site);
    }
  }

  /** The maximum bytes of a text template, with its holes filled. */
  private textLength(text: TextParts): number {
    return sum(
      text.map((part: string | Hole) => (typeof part === "string" ? byteSize(part) : this.valueLength(part.type))),
    );
  }

  /** The maximum bytes of a sequence of values of these types. */
  private valueLengths(types: readonly Type[]): number {
    return sum(types.map((type) => this.valueLength(type)));
  }

  /** The maximum bytes of the name or title of a type's value. */
  private valueLength(type: Type): number {
    switch (type.is) {
      case "EnumType":
        return this.enumLength(type.enum);
      case "TextType":
        this.names ??= Math.max(0, ...this.program.names.flatMap(({ names }) => names.map(byteSize)));
        return this.names + 4 * LONGEST_NAME;
      case "ElementType":
        return this.elementLength(type.record);
      case "BoolType":
      case "IntType":
      case "ListType":
      case "NoneType":
      case "PartsType":
      case "UnknownType":
        return NUMBER_BYTES;
      default:
        return unreachable(type);
    }
  }

  /** The bytes of an enum's longest value or title. */
  private enumLength(name: string): number {
    return memoize(this.enums, name, () => {
      const info = this.program.enums.get(name);
      if (info === undefined) return NUMBER_BYTES;
      return Math.max(0, ...info.values.map((value, at) => byteSize(info.titles[at] || value)));
    });
  }

  /** The maximum bytes of the name of a record's element. */
  private elementLength(record: string): number {
    return memoize(this.records, record, () => {
      const list = this.lexicon.listOfRecord.get(record);
      const members = list === undefined ? [] : this.lexicon.members.get(list.id)!;
      return NUMBER_BYTES + sum(members.map(([field]) => this.valueLength(field.type)));
    });
  }
}

/** The bytes of the longest row of a table: its label, title and text together. */
function longestRow(rows: readonly RowInfo[]): number {
  return Math.max(0, ...rows.map((row) => byteSize(row.label) + byteSize(row.title) + byteSize(row.text)));
}

const encoder = new TextEncoder();

/** Count the bytes of a text in UTF-8. */
function byteSize(text: string): number {
  return encoder.encode(text).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0);
}

/** Return the cached value of a key, or compute and cache it. */
function memoize<Key, Value>(cache: Map<Key, Value>, key: Key, compute: () => Value): Value {
  let value = cache.get(key);
  if (value === undefined) {
    value = compute();
    cache.set(key, value);
  }
  return value;
}
