/**
 * What integers mean to people: values, options, places in state, texts.
 *
 * A *name* is stable and goes into saves: `fog`, `7`, `yes`, `packet north`. A *title* is for reading: `Fog`,
 * `the Packet, North`. Elements are named after the enum values and names they hold (their numbers where they hold
 * neither); where several in a list are alike, the later ones carry `#2`, `#3`.
 */

import { unreachable } from "../closed";
import type { ChoiceSite, EnumInfo, Program, SlotField, SlotList, Type } from "../rules/program";
import { NONE, wordFor, wordsOfType } from "../rules/values";
import type { Asides } from "./asides";
import { fuel } from "./fuel";
import { type Lexicon, lastPart, lexiconOf, type TextParts } from "./lexicon";
import type { Slots } from "./memory";
import { numbered, type Shown } from "./names";
import { type Option, PLAYER } from "./question";

/** What tells an element apart: whether there is any, and the values of its fields. */
type Held = readonly number[];

/** Names and titles for one program. */
export class Describer {
  /** The state in which elements are looked up; a run puts its own here. */
  slots: Slots;
  /** Works out what is told beside a run; a run sees that they are there. */
  asides: Asides | null = null;
  /** What names are shown; null for those of the manifest, which stable names always are. */
  shown: Shown | null = null;
  /** Ids of the fields that are pinned. */
  pinned: ReadonlySet<string> = new Set();
  readonly lexicon: Lexicon;
  readonly enums: ReadonlyMap<string, EnumInfo>;
  readonly fields: ReadonlyMap<string, SlotField>;
  readonly lists: ReadonlyMap<string, SlotList>;

  constructor(readonly program: Program) {
    this.slots = new Int32Array(program.slots).fill(NONE);
    this.lexicon = lexiconOf(program);
    this.enums = program.enums;
    this.fields = this.lexicon.fields;
    this.lists = this.lexicon.lists;
  }

  // --- values

  /** The stable name of a value. */
  name(kind: Type | null, value: number): string {
    if (value === NONE) return wordFor(value, kind);
    switch (kind?.is) {
      case "TextType":
        return this.givenName(kind.names, value);
      case "ElementType":
        return this.element(kind.record, value, { titled: false });
      case "BoolType":
      case "EnumType":
      case "IntType":
      case "ListType":
      case "NoneType":
      case "PartsType":
      case "UnknownType":
      case undefined:
        return wordFor(value, kind, wordsOfType(this, kind));
      default:
        return unreachable(kind);
    }
  }

  /** A value as people read it. */
  title(kind: Type | null, value: number): string {
    if (value === NONE) return this.name(kind, value);
    switch (kind?.is) {
      case "EnumType": {
        const info = this.enums.get(kind.enum);
        const name = info?.values[value];
        return name === undefined ? this.name(kind, value) : info!.titles[value] || name.replaceAll("_", " ");
      }
      case "ElementType":
        return this.element(kind.record, value, { titled: true });
      case "TextType":
        return this.shown === null ? this.name(kind, value) : this.shown(kind.names, value);
      case "BoolType":
      case "IntType":
      case "ListType":
      case "NoneType":
      case "PartsType":
      case "UnknownType":
      case undefined:
        return this.name(kind, value);
      default:
        return unreachable(kind);
    }
  }

  /** The name of the manifest with this serial number, from 0, of a list. */
  givenName(record: string, serial: number): string {
    return numbered(this.program.names.find((found) => found.record === record)?.names ?? [], serial);
  }

  // --- elements

  /** An element in words, told apart from its likes in the list. */
  element(record: string, reference: number, { titled }: { titled: boolean }): string {
    const found = this.lexicon.listOfRecord.get(record)!;
    const place = reference % found.capacity;
    const words = this.words(found, this.held(found, place, place + 1)[0]!, titled);
    if (this.slots[found.base + place] !== reference) return words;
    const before = this.held(found, 0, place).filter((held) => held[0] !== NONE);
    const ordinal = 1 + before.filter((held) => this.words(found, held, titled) === words).length;
    return ordinal > 1 ? `${words} #${ordinal}` : words;
  }

  /** Every element of a list in words, told apart from its likes: as {@link element} says each, in one go. */
  elements(found: SlotList, { titled }: { titled: boolean }): string[] {
    const there = this.held(found, 0, found.capacity).filter((held) => held[0] !== NONE);
    return distinct(there.map((held) => this.words(found, held, titled)));
  }

  /** The numbers of a list's elements, as {@link elements} has them, in the order in which it is gone through. */
  inOrder(found: SlotList): number[] {
    const places = this.living(found, found.base);
    return this.references(found).map((held) => places.indexOf(held));
  }

  /** The references of a list's elements, in the order in which it is gone through. */
  references(found: SlotList): number[] {
    return this.living(found, found.order ?? found.base);
  }

  /** The references in the slots of a list from `first` on. */
  private living(found: SlotList, first: number): number[] {
    return Array.from({ length: found.capacity }, (_, at) => this.slots[first + at]!).filter((held) => held !== NONE);
  }

  /** What tells the elements at these places, whether there is any: NONE where there is none. */
  held(found: SlotList, first: number, last: number): Held[] {
    const members = this.lexicon.members.get(found.id)!;
    const held: Held[] = [];
    for (let place = first; place < last; place++) {
      const there = this.slots[found.base + place] === NONE ? NONE : 0;
      held.push([there, ...members.map(([field]) => this.slots[field.base + place]!)]);
    }
    return held;
  }

  /**
   * What an element holds, in words: enum values and names, or numbers where it has neither.
   *
   * Titles leave out what has none where something has one, and what players want more or less of while it is as it was
   * at first: that is no news. An entry of a career's records is told part by part, anything else as one thing.
   */
  private words(found: SlotList, held: Held, titled: boolean): string {
    const told: string[] = [];
    const numbers: string[] = [];
    const members = this.lexicon.members.get(found.id)!;
    const hides = titled && members.some(([field]) => field.title && wayOf(field.type) === "word");
    for (const [index, [field, member]] of members.entries()) {
      const value = held[index + 1]!;
      if (hides && !field.title) continue;
      if (value === NONE || (titled && field.matters && value === field.defaults[0])) continue;
      const way = wayOf(field.type);
      if (way === "word") told.push(titled ? this.title(field.type, value) : this.name(field.type, value));
      if (way === "number") numbers.push(`${titled ? member.replaceAll("_", " ") : member} ${value}`);
    }
    const between = titled && found.owner === "career" ? ", " : " ";
    return (told.length > 0 ? told : numbers).join(between) || found.record.toLowerCase();
  }

  // --- options

  /** The options of a choice, each under a name of its own. */
  options(site: ChoiceSite, options: readonly number[], values: readonly number[]): Option[] {
    const { option_type: kind } = site;
    if (kind !== null) return this.members(kind, options).map((found) => ({ ...found, grave: site.grave }));
    return this.names(site, options).map((name, index) => ({
      name,
      title: this.fill(site.branches[options[index]!]![1], values),
      marks: new Set(),
      beside: "",
      grave: site.grave || site.grave_branches.includes(name),
    }));
  }

  /** What values of a type can be told apart by, each under a name of its own. */
  members(kind: Type, values: readonly number[]): Option[] {
    const titles = distinct(this.told(kind, values, true));
    return distinct(this.told(kind, values, false)).map((name, index) => ({
      name,
      title: titles[index]!,
      marks: this.marks(kind, values[index]!, name),
      beside: "",
      grave: false,
    }));
  }

  /** The names of the options of a choice, each its own. */
  names(site: ChoiceSite, options: readonly number[]): string[] {
    if (site.option_type === null) return options.map((option) => site.branches[option]![0]);
    return distinct(this.told(site.option_type, options, false));
  }

  /** Values in words: elements all at once, for each is told apart from the others. */
  private told(kind: Type, options: readonly number[], titled: boolean): string[] {
    const known = new Map<number, string>();
    if (kind.is === "ElementType") {
      const found = this.lexicon.listOfRecord.get(kind.record)!;
      const words = this.elements(found, { titled });
      for (let place = 0; place < found.capacity; place++) {
        const reference = this.slots[found.base + place]!;
        if (reference !== NONE) known.set(reference, words[known.size]!);
      }
    }
    const words = options.map(
      (option) => known.get(option) ?? (titled ? this.title(kind, option) : this.name(kind, option)),
    );
    fuel.tell(words.reduce((sum, each) => sum + each.length, 0));
    return words;
  }

  /** Further words for an element: the fields that say yes, and its number among its likes. */
  private marks(kind: Type, option: number, name: string): ReadonlySet<string> {
    if (kind.is !== "ElementType" || option === NONE) return new Set();
    const found = this.lexicon.listOfRecord.get(kind.record)!;
    const place = option % found.capacity;
    const said = this.lexicon.members
      .get(found.id)!
      .filter(([field]) => field.type.is === "BoolType" && this.slots[field.base + place])
      .map(([, member]) => member);
    const hash = name.indexOf("#");
    return new Set([...said, (hash >= 0 && name.slice(hash + 1)) || "1"]);
  }

  // --- who answers

  /** What who answers a choice is called: the first of the players as who plays alone, who need not be told. */
  by(site: ChoiceSite, values: readonly number[]): string {
    if (site.seat === null) return site.by;
    return values[site.seat.index] === 0 ? PLAYER : this.title(site.seat.type, values[site.seat.index]!);
  }

  /** Which of the players answers a choice, by stable name; empty where one plays alone. */
  seat(site: ChoiceSite, values: readonly number[]): string {
    const { players } = this.program;
    if (players === null) return "";
    return this.enums.get(players)!.values[site.seat === null ? 0 : values[site.seat.index]!]!;
  }

  // --- texts and places

  /** A text with its holes filled. */
  fill(parts: TextParts, values: readonly number[]): string {
    const text = parts
      .map((part) => (typeof part === "string" ? part : this.title(part.type, values[part.index]!)))
      .join("");
    fuel.tell(text.length);
    return text;
  }

  /** A text with its holes filled, whatever names are shown: those of the manifest stand in it. */
  fillUnnamed(parts: TextParts, values: readonly number[]): string {
    const shown = this.shown;
    this.shown = null;
    try {
      return this.fill(parts, values);
    } finally {
      this.shown = shown;
    }
  }

  /** The field that a slot belongs to; null where it is of none, as a counter is. */
  fieldAt(slot: number): SlotField | null {
    return this.lexicon.fieldAt(slot);
  }

  /** The place of a slot: `lamp`, `posts[tower].manned`, `ships[packet north].strength`. */
  slot(slot: number, { titled }: { titled: boolean }): string {
    const field = this.fieldAt(slot);
    return field === null ? `slot ${slot}` : this.place(field, slot - field.base, titled);
  }

  private place(field: SlotField, offset: number, titled: boolean): string {
    const indices: number[] = [];
    let rest = offset;
    for (const length of [...field.shape].reverse()) {
      indices.unshift(rest % length);
      rest = Math.floor(rest / length);
    }
    const first = field.shape.length - field.indices.length;
    const words = field.indices.map((name, index) => {
      const kind = { is: "EnumType", enum: name, optional: false } as const;
      return titled ? this.title(kind, indices[first + index]!) : this.name(kind, indices[first + index]!);
    });
    if (first > 0) return this.elementPlace(field, indices[0]!, words, titled);
    if (titled) return [field.title || field.id, ...words].join(", ");
    const dot = field.id.indexOf(".");
    if (dot < 0) return field.id + brackets(words);
    const head = field.id.slice(0, dot);
    const held = this.lexicon.holderDimensions.get(head) ?? 0;
    return head + brackets(words.slice(0, held)) + field.id.slice(dot) + brackets(words.slice(held));
  }

  private elementPlace(field: SlotField, place: number, words: readonly string[], titled: boolean): string {
    const found = this.lists.get(field.owner)!;
    let live = place;
    for (let at = found.capacity - 1; at >= 0; at--) {
      const reference = this.slots[found.base + at]!;
      if (reference !== NONE && reference % found.capacity === place) live = reference;
    }
    const element = this.element(found.record, live, { titled });
    const tail = lastPart(field.id);
    if (titled) return [element, field.title || tail, ...words].join(", ");
    return `${found.id}[${element}].${tail}${brackets(words)}`;
  }
}

/** How an element is told by a value of a type that it holds: in a word, by a number, or not at all. */
function wayOf(kind: Type): "word" | "number" | "none" {
  switch (kind.is) {
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
      return unreachable(kind);
  }
}

/** The names with `#2`, `#3` behind those that came before. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const ordinal = (seen.get(name) ?? 0) + 1;
    seen.set(name, ordinal);
    return ordinal > 1 ? `${name} #${ordinal}` : name;
  });
}

function brackets(words: readonly string[]): string {
  return words.length > 0 ? `[${words.join(", ")}]` : "";
}
