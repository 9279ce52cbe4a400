/** How long what events tell may be, known before words are made of them: so that a journal's size has a bound. */

import { unreachable } from "../closed";
import type { Hole, Program, RowInfo, Site, SlotField, Type } from "../rules/program";
import { type Lexicon, lexiconOf, type TextParts } from "./lexicon";
import type { Event } from "./machine";
import { LONGEST } from "./names";

/** Bytes that an event counts for, whatever it tells: it is kept, and so is what is made of it. */
const EVENT = 100;

/** Bytes of a number, or of yes and no, with what stands between it and the next. */
const NUMBER = 12;

/** What events of a site count for, and for each of their integers besides. */
type Length = readonly [fixed: number, each: number];

/**
 * The lengths of a program's events, in bytes of UTF-8: at least what their texts may have, not the keys of a save.
 *
 * Each is worked out when its site is first met.
 */
export class Lengths {
  private readonly lexicon: Lexicon;
  private readonly sites = new Map<number, Length | null>();
  private readonly slots = new Map<number, number>();
  private readonly enums = new Map<string, number>();
  private readonly records = new Map<string, number>();
  private names: number | null = null;

  constructor(private readonly program: Program) {
    this.lexicon = lexiconOf(program);
  }

  /** How many bytes an event counts for; none for how a run ended. */
  of(event: Event): number {
    const number = event[0]!;
    if (number < 0) return 0;
    const known = kept(this.sites, number, () => this.site(this.program.sites[number]!));
    if (known !== null) return known[0] + known[1] * event.length;
    const slot = event[1]!;
    return kept(this.slots, slot, () => EVENT + this.field(this.lexicon.fieldAt(slot)));
  }

  /** What a change tells: the field's title, with the indices of the slot, and the values. */
  private field(field: SlotField | null): number {
    if (field === null) return 2 * NUMBER;
    const pool = this.lexicon.lists.get(field.owner);
    const element = pool === undefined ? 0 : this.element(pool.record);
    const indices = sum(field.indices.map((name) => this.enum(name)));
    return size(field.title) + element + indices + 2 * this.type(field.type);
  }

  /** What events of a site count for; null for a change, of which its slot tells. */
  private site(site: Site): Length | null {
    switch (site.is) {
      case "SaySite":
        return [EVENT + this.text(site.text), 0];
      case "EnterSite":
        return [EVENT + size(site.title) + this.types(site.types), 0];
      case "RollSite": {
        const changed = sum(site.modifiers.map((modifier) => size(modifier.text) + NUMBER));
        const dice = NUMBER * site.dice.count;
        return [EVENT + size(site.title) + dice + longest(site.rows) + changed + this.types(site.types), 0];
      }
      case "ChoiceSite": {
        const titles = sum(site.branches.map(([, title]) => this.text(title)));
        const each = site.option_type === null ? 0 : this.type(site.option_type);
        return [EVENT + this.text(site.ask) + titles, each];
      }
      case "ResultSite":
        return [EVENT + size(site.title) + this.types(site.types), 0];
      case "BeforehandSite":
        return [EVENT + size(site.title) + longest([site.row]), 0];
      case "DrawSite":
        return [EVENT, this.type(site.type)];
      case "ElementSite":
      case "MoveSite": {
        const found = this.lexicon.lists.get(site.list)!;
        return [EVENT + size(found.title) + this.element(found.record), 0];
      }
      case "LimitSite":
      case "FaultSite":
        return [EVENT + size(site.text), 0];
      case "LeaveSite":
        return [EVENT, 0];
      case "ChangeSite":
        return null;
      default:
        return unreachable(site);
    }
  }

  private text(text: TextParts): number {
    return sum(text.map((part: string | Hole) => (typeof part === "string" ? size(part) : this.type(part.type))));
  }

  private types(types: readonly Type[]): number {
    return sum(types.map((type) => this.type(type)));
  }

  /** The longest that a value of a type is called. */
  private type(type: Type): number {
    switch (type.is) {
      case "EnumType":
        return this.enum(type.enum);
      case "TextType":
        this.names ??= Math.max(0, ...this.program.names.flatMap(({ names }) => names.map(size)));
        return this.names + 4 * LONGEST;
      case "ElementType":
        return this.element(type.record);
      case "BoolType":
      case "IntType":
      case "ListType":
      case "NoneType":
      case "PartsType":
      case "UnknownType":
        return NUMBER;
      default:
        return unreachable(type);
    }
  }

  private enum(name: string): number {
    return kept(this.enums, name, () => {
      const told = this.program.enums.get(name);
      if (told === undefined) return NUMBER;
      return Math.max(0, ...told.values.map((value, at) => size(told.titles[at] || value)));
    });
  }

  private element(record: string): number {
    return kept(this.records, record, () => {
      const found = this.lexicon.listOfRecord.get(record);
      const members = found === undefined ? [] : this.lexicon.members.get(found.id)!;
      return NUMBER + sum(members.map(([field]) => this.type(field.type)));
    });
  }
}

/** The longest that is told of one of some rows. */
function longest(rows: readonly RowInfo[]): number {
  return Math.max(0, ...rows.map((row) => size(row.label) + size(row.title) + size(row.text)));
}

const encoder = new TextEncoder();

/** Bytes of a text. */
function size(text: string): number {
  return encoder.encode(text).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0);
}

/** What is known of a key, worked out where it is first asked for. */
function kept<Key, Value>(known: Map<Key, Value>, key: Key, work: () => Value): Value {
  let found = known.get(key);
  if (found === undefined) {
    found = work();
    known.set(key, found);
  }
  return found;
}
