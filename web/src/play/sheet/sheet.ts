/** The state as a player sees it: what has a title, group by group, with its places. */

import { unreachable } from "../../closed";
import type { Describer } from "../../engine/describe";
import { sizeOf } from "../../engine/lexicon";
import type { Program, SlotField, SlotList, Type } from "../../rules/program";
import { NONE } from "../../rules/values";
import { begun } from "../../text";
import type { SheetGroup, SheetLine, SheetValue } from "./classes";

export const CAREER = "career";

/** Whether anything in a line is another than when the game began, or is pinned. */
export function isNews(line: SheetLine): boolean {
  return line.values.some((value) => value.isNews);
}

/** Characters that the places and values of all fields may come to: no game has a hundredth of it. */
const MOST_SHOWN = 2_000_000;

/** Characters that are shown of a place or a value at least, however many there are. */
const SHORTEST = 20;

/** What of a sheet is wanted. */
export interface Wanted {
  /** Whether lists are; to name the elements of long ones takes a while. */
  readonly lists?: boolean;
  /** An earlier state: what was as bad then is not called bad. Without it, how the game began. */
  readonly since?: ArrayLike<number>;
}

/** The sheet of one program: what does not change, its groups, titles and places, is worked out once. */
export class Sheet {
  private readonly heads: readonly Omit<SheetGroup, "lines">[];
  private readonly fields: ReadonlyMap<string, readonly SlotField[]>;
  private readonly places: ReadonlyMap<string, readonly string[]>;
  private readonly longest: number | null;
  private readonly told = new Map<string, { held: string; shown: unknown; values: readonly SheetValue[] }>();

  constructor(readonly describer: Describer) {
    const { program } = describer;
    const titles = titlesOf(program);
    this.heads = ownersOf(program).map((owner) => ({ owner, title: titles.get(owner) ?? wordsOf(owner) }));
    const fields = new Map(this.heads.map(({ owner }): [string, SlotField[]] => [owner, []]));
    for (const field of program.fields) if (isShown(field)) fields.get(field.owner)?.push(field);
    this.fields = new Map([...fields].map(([owner, found]) => [owner, singleFirst(found)]));
    const shown = [...this.fields.values()].flat();
    this.longest = longestShown(program, shown);
    const placesOf = (field: SlotField): string[] =>
      Array.from({ length: sizeOf(field) }, (_, offset) => this.short(placeOf(describer, field, offset)));
    this.places = new Map(shown.map((field) => [field.id, placesOf(field)]));
  }

  /** Every name, and every field and list with a title, what lives longest first; empty groups are left out. */
  groups({ lists = true, since }: Wanted = {}): SheetGroup[] {
    const made = this.heads.map((group) => ({ ...group, lines: [...this.lines(group.owner, lists, since)] }));
    return made.filter((group) => group.lines.length);
  }

  private *lines(owner: string, lists: boolean, since: ArrayLike<number> | undefined): Generator<SheetLine> {
    for (const field of this.fields.get(owner)!) {
      yield {
        id: field.id,
        title: field.title || titleOf(field),
        isList: false,
        hasPlaces: field.shape.length > 0,
        values: this.values(field, since),
        matters: field.matters,
        isNamed: field.type.is === "TextType",
        isPinned: this.describer.pinned.has(field.id),
      };
    }
    if (!lists) return;
    for (const found of this.describer.program.lists) {
      if (found.owner === owner && found.title) {
        const { id, title } = found;
        const values = this.elements(found);
        yield { id, title, isList: true, hasPlaces: false, values, matters: "", isNamed: false, isPinned: false };
      }
    }
  }

  /** A text as far as it is shown. */
  private short(text: string): string {
    if (this.longest === null || text.length <= this.longest) return text;
    const characters = [...text];
    return characters.length <= this.longest ? text : `${characters.slice(0, this.longest - 1).join("")}\u2026`;
  }

  /** The values of a field, place by place. */
  private values(field: SlotField, since: ArrayLike<number> | undefined): SheetValue[] {
    // Names are given as the game begins, so they never are what the rules' default says.
    const isGiven = field.type.is === "TextType";
    const isPinned = this.describer.pinned.has(field.id);
    return this.places.get(field.id)!.map((place, offset) => {
      const value = this.describer.slots[field.base + offset]!;
      const start = field.defaults[offset]!;
      const before = since === undefined ? start : since[field.base + offset]!;
      return {
        place,
        name: this.describer.name(field.type, value),
        title: this.short(this.describer.title(field.type, value)),
        isNews: !isGiven && (value !== start || (isPinned && value !== NONE)),
        isBad: isWorse(field, value, start) && isWorse(field, value, before),
      };
    });
  }

  /** The elements of a list; told again only where they have changed, for records of a career grow long. */
  private elements(found: SlotList): readonly SheetValue[] {
    const order = found.order === null ? null : this.describer.inOrder(found);
    const held = [...this.describer.held(found, 0, found.capacity), order].join(";");
    const { shown } = this.describer;
    const before = this.told.get(found.id);
    if (before?.held === held && before.shown === shown) return before.values;
    const names = this.describer.elements(found, { titled: false });
    const titles = this.describer.elements(found, { titled: true });
    const told = names.map((name, at) => ({ place: "", name, title: titles[at]!, isNews: true, isBad: false }));
    const values = order === null ? told : order.map((number) => told[number]!);
    this.told.set(found.id, { held, shown, values });
    return values;
  }
}

/**
 * How many characters of each place and value are shown; null for all, where they come to no more than may be.
 *
 * Whatever stands in state: so the same text is always shown as long.
 */
function longestShown(program: Program, fields: readonly SlotField[]): number | null {
  const most = (texts: readonly string[]): number =>
    texts.reduce((found, text) => Math.max(found, [...text].length), 0);
  const longest = new Map([...program.enums].map(([id, { titles, values }]) => [id, most([...titles, ...values])]));
  const other = program.names.reduce((found, { names }) => Math.max(found, most(names)), 0);
  const element = Math.max(0, ...longest.values()) + other;
  const longestOf = (type: Type): number => {
    switch (type.is) {
      case "EnumType":
        return longest.get(type.enum)!;
      case "ElementType":
        return element;
      case "BoolType":
      case "IntType":
      case "ListType":
      case "NoneType":
      case "PartsType":
      case "TextType":
      case "UnknownType":
        return other;
      default:
        return unreachable(type);
    }
  };
  let [places, characters] = [0, 0];
  for (const field of fields) {
    const { type, indices } = field;
    const value = longestOf(type);
    const size = sizeOf(field);
    places += size;
    characters += size * indices.reduce((sum, id) => sum + longest.get(id)!, value);
  }
  return characters > MOST_SHOWN ? Math.max(SHORTEST, Math.floor(MOST_SHOWN / (2 * places))) : null;
}

/** Whether a value is damage, measured by an earlier one. */
export function isWorse(field: SlotField, value: number, before: number): boolean {
  if (value === NONE || value === before || !field.matters) return false;
  if (field.matters === "bad") return before === NONE || value > before;
  return field.type.is !== "IntType" && value < before;
}

/** What fields and lists belong to, the longest-lived first. */
function ownersOf(program: Program): string[] {
  const pools = new Set(program.lists.map((found) => found.id));
  const fields = program.fields.map((field) => field.owner).filter((owner) => !pools.has(owner));
  const owners = new Set([...fields, ...program.lists.map((found) => found.owner)]);
  return [...(owners.has(CAREER) ? [CAREER] : []), ...[...owners].filter((owner) => owner !== CAREER)];
}

/** The titles of procedures by their names: state belongs to them. */
function titlesOf(program: Program): Map<string, string> {
  const titles = new Map<string, string>();
  for (const site of program.sites) {
    if (site.is !== "EnterSite" || site.kind !== "procedure" || !site.title || titles.has(site.name)) continue;
    titles.set(site.name, site.title);
  }
  return titles;
}

/** The title of an owner whose procedure has none. */
function wordsOf(owner: string): string {
  return capitalized(owner.replaceAll("_", " "));
}

/** Fields of one owner, those with a single value first. */
function singleFirst(found: readonly SlotField[]): SlotField[] {
  return [...found.filter((field) => !field.shape.length), ...found.filter((field) => field.shape.length)];
}

/** Whether people see a field: it has a title, or it is a name; and it is of no list. */
export function isShown(field: SlotField): boolean {
  return field.shape.length === field.indices.length && (field.title !== "" || field.type.is === "TextType");
}

/** What holds a single name: `Boat` for `boat.name`. */
export function titleOf(field: SlotField): string {
  return field.title.split(":")[0] || capitalized(field.id.split(".")[0]!.replaceAll("_", " "));
}

/** A text with its first letter large and all others small. */
function capitalized(text: string): string {
  return begun(text.toLowerCase());
}

/** The place of a value in words: `Port`, `Port inboard`. */
export function placeOf(describer: Describer, field: SlotField, offset: number): string {
  let rest = offset;
  const words: string[] = [];
  for (let at = field.shape.length - 1; at >= 0; at--) {
    const index = rest % field.shape[at]!;
    rest = Math.floor(rest / field.shape[at]!);
    words.unshift(describer.title({ is: "EnumType", enum: field.indices[at]!, optional: false }, index));
  }
  return words.join(" ");
}
