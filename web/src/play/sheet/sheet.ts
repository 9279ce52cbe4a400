/** The sheet: the state as a player sees it, everything with a title, group by group, place by place. */

import { unreachable } from "../../closed";
import type { Describer } from "../../engine/describe";
import { fieldSize } from "../../engine/lexicon";
import type { Program, SlotField, SlotList, Type } from "../../rules/program";
import { NONE } from "../../rules/values";
import { capitalizeFirst } from "../../text";
import type { SheetGroup, SheetLine, SheetValue } from "./classes";

export const CAREER = "career";

/** Whether any value of a sheet line differs from the start of the game, or is pinned. */
export function isNews(line: SheetLine): boolean {
  return line.values.some((value) => value.isNews);
}

/** Maximum characters of all places and values together: no game has a hundredth of it. */
const MAX_SHOWN_CHARACTERS = 2_000_000;

/** Minimum characters shown of a place or a value, however many there are. */
const MIN_SHOWN_LENGTH = 20;

/** The options of a sheet. */
export interface SheetOptions {
  /** Whether lists are included; naming the elements of long ones takes time. */
  readonly lists?: boolean;
  /** The state that bad values are measured by: one that was as bad then is not bad. By default the initial state. */
  readonly earlierState?: ArrayLike<number>;
}

/** The sheet of one program: the state by group and place; what does not change is computed once. */
export class Sheet {
  private readonly groupHeads: readonly Omit<SheetGroup, "lines">[];
  private readonly fields: ReadonlyMap<string, readonly SlotField[]>;
  private readonly places: ReadonlyMap<string, readonly string[]>;
  private readonly maxTextLength: number | null;
  private readonly elementCache = new Map<string, { held: string; shown: unknown; values: readonly SheetValue[] }>();

  /** Compute the groups, titles and places for the describer's program. */
  constructor(readonly describer: Describer) {
    const { program } = describer;
    const titles = procedureTitles(program);
    this.groupHeads = listOwners(program).map((owner) => ({ owner, title: titles.get(owner) ?? titleFromName(owner) }));
    const fields = new Map(this.groupHeads.map(({ owner }): [string, SlotField[]] => [owner, []]));
    for (const field of program.fields) if (isShownField(field)) fields.get(field.owner)?.push(field);
    this.fields = new Map([...fields].map(([owner, ownFields]) => [owner, sortSingleFirst(ownFields)]));
    const shownFields = [...this.fields.values()].flat();
    this.maxTextLength = shownLengthLimit(program, shownFields);
    /** The titles of a field's places, truncated. */
    const placesOf = (field: SlotField): string[] =>
      Array.from({ length: fieldSize(field) }, (_, offset) => this.truncate(placeTitle(describer, field, offset)));
    this.places = new Map(shownFields.map((field) => [field.id, placesOf(field)]));
  }

  /** Make the groups of all names, titled fields and lists, the longest-lived owner first, without empty groups. */
  groups({ lists = true, earlierState }: SheetOptions = {}): SheetGroup[] {
    const allGroups = this.groupHeads.map((group) => ({
      ...group,
      lines: [...this.ownerLines(group.owner, lists, earlierState)],
    }));
    return allGroups.filter((group) => group.lines.length);
  }

  /** Yield the sheet lines of an owner's (a procedure's) fields, and of its lists. */
  private *ownerLines(
    owner: string,
    lists: boolean,
    earlierState: ArrayLike<number> | undefined,
  ): Generator<SheetLine> {
    for (const field of this.fields.get(owner)!) {
      yield {
        id: field.id,
        title: field.title || holderTitle(field),
        isList: false,
        hasPlaces: field.shape.length > 0,
        values: this.fieldValues(field, earlierState),
        matters: field.matters,
        isNamed: field.type.is === "TextType",
        isPinned: this.describer.pinned.has(field.id),
      };
    }
    if (!lists) return;
    for (const list of this.describer.program.lists) {
      if (list.owner === owner && list.title) {
        const { id, title } = list;
        const values = this.listValues(list);
        yield { id, title, isList: true, hasPlaces: false, values, matters: "", isNamed: false, isPinned: false };
      }
    }
  }

  /** Truncate a text to the length limit of the sheet. */
  private truncate(text: string): string {
    if (this.maxTextLength === null || text.length <= this.maxTextLength) return text;
    const characters = [...text];
    return characters.length <= this.maxTextLength
      ? text
      : `${characters.slice(0, this.maxTextLength - 1).join("")}\u2026`;
  }

  /**
   * List the values of a field as sheet values, place by place, marked as news or, compared with an earlier state, as
   * damage.
   */
  private fieldValues(field: SlotField, earlierState: ArrayLike<number> | undefined): SheetValue[] {
    // Names are given at the start of the game, so they always differ from the rules' default.
    const isGiven = field.type.is === "TextType";
    const isPinned = this.describer.pinned.has(field.id);
    return this.places.get(field.id)!.map((place, offset) => {
      const value = this.describer.slots[field.base + offset]!;
      const start = field.defaults[offset]!;
      const before = earlierState === undefined ? start : earlierState[field.base + offset]!;
      return {
        place,
        name: this.describer.valueName(field.type, value),
        title: this.truncate(this.describer.valueTitle(field.type, value)),
        isNews: !isGiven && (value !== start || (isPinned && value !== NONE)),
        isBad: isWorse(field, value, start) && isWorse(field, value, before),
      };
    });
  }

  /** List the elements of a list as sheet values; the result is cached until the list or the displayed names change. */
  private listValues(list: SlotList): readonly SheetValue[] {
    const order = list.order === null ? null : this.describer.elementOrder(list);
    const contents = [...this.describer.distinguishingValues(list, 0, list.capacity), order].join(";");
    const { nameLookup } = this.describer;
    const cached = this.elementCache.get(list.id);
    if (cached?.held === contents && cached.shown === nameLookup) return cached.values;
    const names = this.describer.elementNames(list, { titled: false });
    const titles = this.describer.elementNames(list, { titled: true });
    const inListOrder = names.map((name, at) => ({ place: "", name, title: titles[at]!, isNews: true, isBad: false }));
    const values = order === null ? inListOrder : order.map((number) => inListOrder[number]!);
    this.elementCache.set(list.id, { held: contents, shown: nameLookup, values });
    return values;
  }
}

/**
 * Compute the length limit, in characters, of a program's places and values; null for no limit.
 *
 * It does not depend on the state: so a text always has the same length.
 */
function shownLengthLimit(program: Program, fields: readonly SlotField[]): number | null {
  /** The length of the longest text. */
  const longestOfTexts = (texts: readonly string[]): number =>
    texts.reduce((found, text) => Math.max(found, [...text].length), 0);
  const longest = new Map(
    [...program.enums].map(([id, { titles, values }]) => [id, longestOfTexts([...titles, ...values])]),
  );
  const other = program.names.reduce((found, { names }) => Math.max(found, longestOfTexts(names)), 0);
  const element = Math.max(0, ...longest.values()) + other;
  /** The length of the longest value of a type. */
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
    const size = fieldSize(field);
    places += size;
    characters += size * indices.reduce((sum, id) => sum + longest.get(id)!, value);
  }
  return characters > MAX_SHOWN_CHARACTERS
    ? Math.max(MIN_SHOWN_LENGTH, Math.floor(MAX_SHOWN_CHARACTERS / (2 * places)))
    : null;
}

/** Whether a field's value is damage, compared with an earlier value. */
export function isWorse(field: SlotField, value: number, earlier: number): boolean {
  if (value === NONE || value === earlier || !field.matters) return false;
  if (field.matters === "bad") return earlier === NONE || value > earlier;
  return field.type.is !== "IntType" && value < earlier;
}

/** List the owners of fields and lists (procedures, or the career), the longest-lived first. */
function listOwners(program: Program): string[] {
  const lists = new Set(program.lists.map((list) => list.id));
  const fields = program.fields.map((field) => field.owner).filter((owner) => !lists.has(owner));
  const owners = new Set([...fields, ...program.lists.map((list) => list.owner)]);
  return [...(owners.has(CAREER) ? [CAREER] : []), ...[...owners].filter((owner) => owner !== CAREER)];
}

/** Map the names of procedures with titles to their titles. */
function procedureTitles(program: Program): Map<string, string> {
  const titles = new Map<string, string>();
  for (const site of program.sites) {
    if (site.is !== "EnterSite" || site.kind !== "procedure" || !site.title || titles.has(site.name)) continue;
    titles.set(site.name, site.title);
  }
  return titles;
}

/** Convert the name of a procedure without a title, which owns fields, to a title for the sheet. */
function titleFromName(owner: string): string {
  return toSentenceCase(owner.replaceAll("_", " "));
}

/** Sort the fields of an owner, single values first. */
function sortSingleFirst(fields: readonly SlotField[]): SlotField[] {
  return [...fields.filter((field) => !field.shape.length), ...fields.filter((field) => field.shape.length)];
}

/** Whether the sheet shows a field: it has a title, or holds a name; and it belongs to no list. */
export function isShownField(field: SlotField): boolean {
  return field.shape.length === field.indices.length && (field.title !== "" || field.type.is === "TextType");
}

/** The title of the person or thing whose name a field holds: `Boat` for `boat.name`. */
export function holderTitle(field: SlotField): string {
  return field.title.split(":")[0] || toSentenceCase(field.id.split(".")[0]!.replaceAll("_", " "));
}

/** Capitalize the first letter of a text, and lower all others. */
function toSentenceCase(text: string): string {
  return capitalizeFirst(text.toLowerCase());
}

/** The title of the place at an offset in a field: `Port`, `Port inboard`. */
export function placeTitle(describer: Describer, field: SlotField, offset: number): string {
  let rest = offset;
  const words: string[] = [];
  for (let at = field.shape.length - 1; at >= 0; at--) {
    const index = rest % field.shape[at]!;
    rest = Math.floor(rest / field.shape[at]!);
    words.unshift(describer.valueTitle({ is: "EnumType", enum: field.indices[at]!, optional: false }, index));
  }
  return words.join(" ");
}
