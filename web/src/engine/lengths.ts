/** How long what events tell may be, known before words are made of them: so that a journal's size has a bound. */

import { unreachable } from "../closed";
import type { Hole, Program, RowInfo, Site, SlotField, Type } from "../rules/program";
import { type Lexicon, lexiconOf, type TextParts } from "./lexicon";
import type { Event } from "./machine";
import { LONGEST_NAME } from "./names";

/** Bytes that an event counts for, whatever it tells: it is kept, and so is what is made of it. */
const EVENT_BYTES = 100;

/** Bytes of a number, or of yes and no, with what stands between it and the next. */
const NUMBER_BYTES = 12;

/** What events of a site count for, and for each of their integers besides. */
type LengthRule = readonly [fixed: number, each: number];

/**
 * The lengths of a program's events, in bytes of UTF-8: at least what their texts may have, not the keys of a save.
 *
 * Each is worked out when its site is first met.
 */
export class EventLengths {
  private readonly lexicon: Lexicon;
  private readonly sites = new Map<number, LengthRule | null>();
  private readonly slots = new Map<number, number>();
  private readonly enums = new Map<string, number>();
  private readonly records = new Map<string, number>();
  private names: number | null = null;

  constructor(private readonly program: Program) {
    this.lexicon = lexiconOf(program);
  }

  /** How many bytes an event counts for; none for how a run ended. */
  lengthOf(event: Event): number {
    const number = event[0]!;
    if (number < 0) return 0;
    const rule = memoize(this.sites, number, () => this.siteLength(this.program.sites[number]!));
    if (rule !== null) return rule[0] + rule[1] * event.length;
    const slot = event[1]!;
    return memoize(this.slots, slot, () => EVENT_BYTES + this.fieldLength(this.lexicon.fieldAt(slot)));
  }

  /** What a change tells: the field's title, with the indices of the slot, and the values. */
  private fieldLength(field: SlotField | null): number {
    if (field === null) return 2 * NUMBER_BYTES;
    const pool = this.lexicon.lists.get(field.owner);
    const element = pool === undefined ? 0 : this.elementLength(pool.record);
    const indices = sum(field.indices.map((name) => this.enumLength(name)));
    return byteSize(field.title) + element + indices + 2 * this.valueLength(field.type);
  }

  /** What events of a site count for; null for a change, of which its slot tells. */
  private siteLength(site: Site): LengthRule | null {
    switch (site.is) {
      case "SaySite":
        return [EVENT_BYTES + this.textLength(site.text), 0];
      case "EnterSite":
        return [EVENT_BYTES + byteSize(site.title) + this.valueLengths(site.types), 0];
      case "RollSite": {
        const changed = sum(site.modifiers.map((modifier) => byteSize(modifier.text) + NUMBER_BYTES));
        const dice = NUMBER_BYTES * site.dice.count;
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
        const pool = this.lexicon.lists.get(site.list)!;
        return [EVENT_BYTES + byteSize(pool.title) + this.elementLength(pool.record), 0];
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

  private textLength(text: TextParts): number {
    return sum(
      text.map((part: string | Hole) => (typeof part === "string" ? byteSize(part) : this.valueLength(part.type))),
    );
  }

  private valueLengths(types: readonly Type[]): number {
    return sum(types.map((type) => this.valueLength(type)));
  }

  /** The longest that a value of a type is called. */
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

  private enumLength(name: string): number {
    return memoize(this.enums, name, () => {
      const info = this.program.enums.get(name);
      if (info === undefined) return NUMBER_BYTES;
      return Math.max(0, ...info.values.map((value, at) => byteSize(info.titles[at] || value)));
    });
  }

  private elementLength(record: string): number {
    return memoize(this.records, record, () => {
      const pool = this.lexicon.listOfRecord.get(record);
      const members = pool === undefined ? [] : this.lexicon.members.get(pool.id)!;
      return NUMBER_BYTES + sum(members.map(([field]) => this.valueLength(field.type)));
    });
  }
}

/** The longest that is told of one of some rows. */
function longestRow(rows: readonly RowInfo[]): number {
  return Math.max(0, ...rows.map((row) => byteSize(row.label) + byteSize(row.title) + byteSize(row.text)));
}

const encoder = new TextEncoder();

/** Bytes of a text. */
function byteSize(text: string): number {
  return encoder.encode(text).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0);
}

/** What is known of a key, worked out where it is first asked for. */
function memoize<Key, Value>(cache: Map<Key, Value>, key: Key, compute: () => Value): Value {
  let value = cache.get(key);
  if (value === undefined) {
    value = compute();
    cache.set(key, value);
  }
  return value;
}
