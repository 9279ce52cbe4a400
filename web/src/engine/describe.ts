/**
 * Rendering of integers as words: values, options, state slots, texts.
 *
 * A *name* is stable and goes into saves: `fog`, `7`, `yes`, `packet north`. A *title* is for reading: `Fog`, `the
 * Packet, North`. Elements are named after the enum values and names they hold (their numbers where they hold neither);
 * where several in a list are alike, the later ones carry `#2`, `#3`.
 */

import { unreachable } from "../closed";
import type { ChoiceSite, EnumInfo, Program, SlotField, SlotList, Type } from "../rules/program";
import { NONE, valueWordsOf, wordFor } from "../rules/values";
import type { Asides } from "./derivedValues";
import { fuel } from "./fuel";
import { type Lexicon, lastPart, lexiconOf, type TextParts } from "./lexicon";
import type { Slots } from "./memory";
import { type NameLookup, numberedName } from "./names";
import { NO_PIECE, type Option, PLAYER } from "./question";

/** The values that distinguish an element: whether it exists, and its fields. */
type ElementValues = readonly number[];

/** A renderer of values of one program in words: stable names, for saves, and titles, for display. */
export class Describer {
  /** The state in which elements are looked up; a run sets its own here. */
  slots: Slots;
  /** Evaluates asides; each run keeps it up to date. */
  asides: Asides | null = null;
  /** Looks up the displayed names; null for those of the manifest, which stable names always use. */
  nameLookup: NameLookup | null = null;
  /** The ids of the pinned fields. */
  pinned: ReadonlySet<string> = new Set();
  readonly lexicon: Lexicon;
  readonly enums: ReadonlyMap<string, EnumInfo>;
  readonly fields: ReadonlyMap<string, SlotField>;
  readonly lists: ReadonlyMap<string, SlotList>;

  /** Make the renderer, with all fields of the state empty until `slots` is set. */
  constructor(readonly program: Program) {
    this.slots = new Int32Array(program.slots).fill(NONE);
    this.lexicon = lexiconOf(program);
    this.enums = program.enums;
    this.fields = this.lexicon.fields;
    this.lists = this.lexicon.lists;
  }

  // --- values

  /** Render a value of a type as its stable name, which goes into saves. */
  valueName(type: Type | null, value: number): string {
    if (value === NONE) return wordFor(value, type);
    switch (type?.is) {
      case "TextType":
        return this.givenName(type.names, value);
      case "ElementType":
        return this.elementName(type.record, value, { titled: false });
      case "BoolType":
      case "EnumType":
      case "IntType":
      case "ListType":
      case "NoneType":
      case "PartsType":
      case "UnknownType":
      case undefined:
        return wordFor(value, type, valueWordsOf(this, type));
      default:
        return unreachable(type);
    }
  }

  /** Render a value of a type as its title, for display. */
  valueTitle(type: Type | null, value: number): string {
    if (value === NONE) return this.valueName(type, value);
    switch (type?.is) {
      case "EnumType": {
        const info = this.enums.get(type.enum);
        const name = info?.values[value];
        return name === undefined ? this.valueName(type, value) : info!.titles[value] || name.replaceAll("_", " ");
      }
      case "ElementType":
        return this.elementName(type.record, value, { titled: true });
      case "TextType":
        return this.nameLookup === null ? this.valueName(type, value) : this.nameLookup(type.names, value);
      case "BoolType":
      case "IntType":
      case "ListType":
      case "NoneType":
      case "PartsType":
      case "UnknownType":
      case undefined:
        return this.valueName(type, value);
      default:
        return unreachable(type);
    }
  }

  /** The short title of a value of a type, for where its title has no room; empty without one. */
  valueShort(type: Type | null, value: number): string {
    if (value === NONE) return "";
    if (type?.is === "EnumType") return this.enums.get(type.enum)?.shorts[value] ?? "";
    return type?.is === "ElementType" ? this.elementShort(type.record, value) : "";
  }

  /**
   * Compose an element's short title from the values that its record's template names; empty without one.
   *
   * A field that is none is left out, with the words before it.
   */
  private elementShort(record: string, reference: number): string {
    const list = this.lexicon.listOfRecord.get(record)!;
    const parts = this.lexicon.members
      .get(list.id)!
      .flatMap(([field]) => {
        const value = this.slots[field.base + (reference % list.capacity)]!;
        return field.short_part === null || value === NONE ? [] : [{ part: field.short_part, type: field.type, value }];
      })
      .sort((one, other) => one.part.order - other.part.order);
    const texts = parts.map(({ part, type, value }) => {
      const title = this.valueShort(type, value) || this.valueTitle(type, value);
      return `${part.before}${title}${part.after}`;
    });
    return texts.join("");
  }

  /**
   * What identifies a value or an element as a piece of the game; empty for what is no piece.
   *
   * A value of an enum is `Sky.fog`; an element is its list and its reference, `ships#3`.
   */
  pieceName(type: Type | null, value: number): string {
    if (value === NONE) return "";
    switch (type?.is) {
      case "EnumType":
        return this.enums.has(type.enum) ? `${type.enum}.${this.valueName(type, value)}` : "";
      case "ElementType":
        return `${this.lexicon.listOfRecord.get(type.record)!.id}#${value}`;
      case "BoolType":
      case "IntType":
      case "ListType":
      case "NoneType":
      case "PartsType":
      case "TextType":
      case "UnknownType":
      case undefined:
        return "";
      default:
        return unreachable(type);
    }
  }

  /** The name for an element of `record` with a serial number, from 0, in the name lists of the game's manifest. */
  givenName(record: string, serial: number): string {
    return numberedName(this.program.names.find((list) => list.record === record)?.names ?? [], serial);
  }

  // --- elements

  /** Render an element's name (or its title, if `titled`), numbered if it equals an earlier one of its list. */
  elementName(record: string, reference: number, { titled }: { titled: boolean }): string {
    const list = this.lexicon.listOfRecord.get(record)!;
    const place = reference % list.capacity;
    const words = this.nameElement(list, this.distinguishingValues(list, place, place + 1)[0]!, titled);
    if (this.slots[list.base + place] !== reference) return words;
    const earlier = this.distinguishingValues(list, 0, place).filter((values) => values[0] !== NONE);
    const ordinal = 1 + earlier.filter((values) => this.nameElement(list, values, titled) === words).length;
    return ordinal > 1 ? `${words} #${ordinal}` : words;
  }

  /** Render the names or titles of all elements of a list, as {@link elementName} gives each, in one pass. */
  elementNames(list: SlotList, { titled }: { titled: boolean }): string[] {
    const present = this.distinguishingValues(list, 0, list.capacity).filter((values) => values[0] !== NONE);
    return numberDuplicates(present.map((values) => this.nameElement(list, values, titled)));
  }

  /**
   * List the places of a list's elements among its slots (integers of the state), in the order in which the rules loop
   * over them.
   */
  elementOrder(list: SlotList): number[] {
    const places = this.listReferences(list, list.base);
    return this.elementReferences(list).map((reference) => places.indexOf(reference));
  }

  /**
   * List the references (integers that stand for elements) to a list's elements, in the order in which the rules loop
   * over them.
   */
  elementReferences(list: SlotList): number[] {
    return this.listReferences(list, list.order ?? list.base);
  }

  /** Read as many references to elements as a list has room for, from the slot `first` on, without empty slots. */
  private listReferences(list: SlotList, first: number): number[] {
    return Array.from({ length: list.capacity }, (_, at) => this.slots[first + at]!).filter(
      (reference) => reference !== NONE,
    );
  }

  /** Collect the values that identify the elements at places `first` to `last` of a list; NONE at free places. */
  distinguishingValues(list: SlotList, first: number, last: number): ElementValues[] {
    const members = this.lexicon.members.get(list.id)!;
    const held: ElementValues[] = [];
    for (let place = first; place < last; place++) {
      const there = this.slots[list.base + place] === NONE ? NONE : 0;
      held.push([there, ...members.map(([field]) => this.slots[field.base + place]!)]);
    }
    return held;
  }

  /**
   * Name an element by its values: enum values and given names, or numbers if it has neither.
   *
   * Titles leave out fields without a value if another has one, and marked fields that still have their initial value.
   * Entries of a career's records are rendered field by field, all others as one phrase.
   */
  private nameElement(list: SlotList, values: ElementValues, titled: boolean): string {
    const parts: string[] = [];
    const numbers: string[] = [];
    const members = this.lexicon.members.get(list.id)!;
    const hides = titled && members.some(([field]) => field.title && wordingOf(field.type) === "word");
    for (const [index, [field, member]] of members.entries()) {
      const value = values[index + 1]!;
      if (hides && !field.title) continue;
      if (value === NONE || (titled && field.matters && value === field.defaults[0])) continue;
      const way = wordingOf(field.type);
      if (way === "word") parts.push(titled ? this.valueTitle(field.type, value) : this.valueName(field.type, value));
      if (way === "number") numbers.push(`${titled ? member.replaceAll("_", " ") : member} ${value}`);
    }
    const between = titled && list.owner === "career" ? ", " : " ";
    return (parts.length > 0 ? parts : numbers).join(between) || list.record.toLowerCase();
  }

  // --- options

  /** Build the options of a choice from their values, each with a unique name. */
  describeOptions(site: ChoiceSite, options: readonly number[], values: readonly number[]): Option[] {
    const { option_type: kind } = site;
    if (kind !== null) {
      const members = site.unit > 1 ? options.map((option) => option * site.unit) : options;
      return this.describeMembers(kind, members).map((found) => ({ ...found, grave: site.grave }));
    }
    return this.optionNames(site, options).map((name, index) => ({
      name,
      title: this.fillText(site.branches[options[index]!]![1], values),
      marks: new Set(),
      beside: "",
      grave: site.grave || site.grave_branches.includes(name),
      ...NO_PIECE,
    }));
  }

  /** Build an option for each value of a type, each with a unique name. */
  describeMembers(type: Type, values: readonly number[]): Option[] {
    const titles = numberDuplicates(this.distinctNames(type, values, true));
    return numberDuplicates(this.distinctNames(type, values, false)).map((name, index) => ({
      name,
      title: titles[index]!,
      marks: this.elementMarks(type, values[index]!, name),
      beside: "",
      grave: false,
      piece: this.pieceName(type, values[index]!),
      short: this.valueShort(type, values[index]!),
    }));
  }

  /** Render the unique names of a choice's options. */
  optionNames(site: ChoiceSite, options: readonly number[]): string[] {
    if (site.option_type === null) return options.map((option) => site.branches[option]![0]);
    const members = site.unit > 1 ? options.map((option) => option * site.unit) : options;
    return numberDuplicates(this.distinctNames(site.option_type, members, false));
  }

  /** Render values of a type as unique names, or titles if `titled`; equal elements of a list are numbered. */
  private distinctNames(type: Type, options: readonly number[], titled: boolean): string[] {
    const nameByReference = new Map<number, string>();
    if (type.is === "ElementType") {
      const list = this.lexicon.listOfRecord.get(type.record)!;
      const words = this.elementNames(list, { titled });
      for (let place = 0; place < list.capacity; place++) {
        const reference = this.slots[list.base + place]!;
        if (reference !== NONE) nameByReference.set(reference, words[nameByReference.size]!);
      }
    }
    const words = options.map(
      (option) =>
        nameByReference.get(option) ?? (titled ? this.valueTitle(type, option) : this.valueName(type, option)),
    );
    fuel.chargeText(words.reduce((sum, each) => sum + each.length, 0));
    return words;
  }

  /**
   * Collect further words for an element, given as the value `option`, besides its `name`: its fields that are yes, and
   * its number among equal elements.
   */
  private elementMarks(type: Type, option: number, name: string): ReadonlySet<string> {
    if (type.is !== "ElementType" || option === NONE) return new Set();
    const list = this.lexicon.listOfRecord.get(type.record)!;
    const place = option % list.capacity;
    const trueFields = this.lexicon.members
      .get(list.id)!
      .filter(([field]) => field.type.is === "BoolType" && this.slots[field.base + place])
      .map(([, member]) => member);
    const hash = name.indexOf("#");
    return new Set([...trueFields, (hash >= 0 && name.slice(hash + 1)) || "1"]);
  }

  // --- choosers

  /** The title of the player or person of the rules who answers a choice; the first player is just the player. */
  chooserTitle(site: ChoiceSite, values: readonly number[]): string {
    if (site.seat === null) return site.by;
    return values[site.seat.index] === 0 ? PLAYER : this.valueTitle(site.seat.type, values[site.seat.index]!);
  }

  /** The stable name of the player seat (one of two players) that answers a choice; empty in a game for one player. */
  seatName(site: ChoiceSite, values: readonly number[]): string {
    const { players } = this.program;
    if (players === null) return "";
    return this.enums.get(players)!.values[site.seat === null ? 0 : values[site.seat.index]!]!;
  }

  // --- texts and slots

  /** Fill the holes of a text template with the titles of values. */
  fillText(parts: TextParts, values: readonly number[]): string {
    const text = parts
      .map((part) => (typeof part === "string" ? part : this.valueTitle(part.type, values[part.index]!)))
      .join("");
    fuel.chargeText(text.length);
    return text;
  }

  /**
   * Fill the holes of a text template with titles; persons and things keep the names of the game's manifest, whatever
   * names the player sees.
   */
  fillWithManifestNames(parts: TextParts, values: readonly number[]): string {
    const lookup = this.nameLookup;
    this.nameLookup = null;
    try {
      return this.fillText(parts, values);
    } finally {
      this.nameLookup = lookup;
    }
  }

  /**
   * Find the field that a slot (an integer of the state) belongs to; null for a slot outside all fields, such as a
   * counter.
   */
  fieldAt(slot: number): SlotField | null {
    return this.lexicon.fieldAt(slot);
  }

  /** Render the path of a slot, an integer of the state: `lamp`, `posts[tower].manned`, `ships[packet north].name`. */
  slotName(slot: number, { titled }: { titled: boolean }): string {
    const field = this.fieldAt(slot);
    return field === null ? `slot ${slot}` : this.fieldSlotName(field, slot - field.base, titled);
  }

  /** Render the path of a slot by its field and its offset in that field. */
  private fieldSlotName(field: SlotField, offset: number, titled: boolean): string {
    const indices: number[] = [];
    let rest = offset;
    for (const length of [...field.shape].reverse()) {
      indices.unshift(rest % length);
      rest = Math.floor(rest / length);
    }
    const first = field.shape.length - field.indices.length;
    const words = field.indices.map((name, index) => {
      const kind = { is: "EnumType", enum: name, optional: false } as const;
      return titled ? this.valueTitle(kind, indices[first + index]!) : this.valueName(kind, indices[first + index]!);
    });
    if (first > 0) return this.elementSlotName(field, indices[0]!, words, titled);
    if (titled) return [field.title || field.id, ...words].join(", ");
    const dot = field.id.indexOf(".");
    if (dot < 0) return field.id + bracketWords(words);
    const head = field.id.slice(0, dot);
    const dimensions = this.lexicon.holderDimensions.get(head) ?? 0;
    return (
      head + bracketWords(words.slice(0, dimensions)) + field.id.slice(dot) + bracketWords(words.slice(dimensions))
    );
  }

  /** Render the path of a slot in a list's element, by the element's place and the words of further indices. */
  private elementSlotName(field: SlotField, place: number, words: readonly string[], titled: boolean): string {
    const list = this.lists.get(field.owner)!;
    let live = place;
    for (let at = list.capacity - 1; at >= 0; at--) {
      const reference = this.slots[list.base + at]!;
      if (reference !== NONE && reference % list.capacity === place) live = reference;
    }
    const element = this.elementName(list.record, live, { titled });
    const tail = lastPart(field.id);
    if (titled) return [element, field.title || tail, ...words].join(", ");
    return `${list.id}[${element}].${tail}${bracketWords(words)}`;
  }
}

/** Classify what a value of a type adds to the name of its element: a word, a number, or nothing. */
function wordingOf(type: Type): "word" | "number" | "none" {
  switch (type.is) {
    case "EnumType":
    case "TextType":
      return "word";
    case "ElementType":
    case "IntType":
    case "ListType":
    case "NoneType":
    case "PartsType":
    case "UnknownType":
      return "number";
    case "BoolType":
      return "none";
    default:
      return unreachable(type);
  }
}

/** Append `#2`, `#3` ... to repeated names. */
function numberDuplicates(names: readonly string[]): string[] {
  const countByName = new Map<string, number>();
  return names.map((name) => {
    const ordinal = (countByName.get(name) ?? 0) + 1;
    countByName.set(name, ordinal);
    return ordinal > 1 ? `${name} #${ordinal}` : name;
  });
}

/** Render index words in brackets: `[tower, 2]`; empty for none. */
function bracketWords(words: readonly string[]): string {
  return words.length > 0 ? `[${words.join(", ")}]` : "";
}
