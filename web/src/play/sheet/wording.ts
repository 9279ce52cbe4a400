/** The sheet in words: what is wrong first, then group by group. */

import type { SheetGroup, SheetLine } from "./classes";
import { findTroubles, isWholeNumber, troubleText } from "./troubles";

/** So many of the elements of a list are shown, the last, unless all is wanted. */
const SHOWN_ELEMENTS = 6;

/** A sheet as a page shows it. */
export interface SheetText {
  /** What is wrong: a line for each man, ship or place; what stands at none in one line behind them. */
  readonly wrong: readonly string[];
  readonly groups: readonly GroupText[];
}

/** A group under its title. */
export interface GroupText {
  readonly title: string;
  readonly lines: readonly LineText[];
}

/** A field or a list in words. */
export interface LineText {
  readonly title: string;
  /** Its values; of a list of several elements how many there are. */
  readonly text: string;
  /** The elements of a list of several, each in a line of its own; else none. */
  readonly elements: readonly string[];
}

/**
 * What is wrong, then every line by its group.
 *
 * Unless everything is wanted, only what differs from how the game began, and of that what is wrong not again.
 */
export function renderSheet(sheet: readonly SheetGroup[], everything = false): SheetText {
  const groups = sheet.map(({ title, lines }) => {
    const shownLines = lines.filter((line) => everything || hasOtherNews(line));
    return { title, lines: shownLines.map((line) => renderField(line, everything)) };
  });
  return { wrong: renderAllTroubles(sheet), groups: groups.filter((group) => group.lines.length) };
}

/** What is wrong: a line for each man, ship or place; what stands at none in one line behind them. */
function renderAllTroubles(sheet: readonly SheetGroup[]): string[] {
  const troubleList = findTroubles(sheet);
  const rest = troubleList.filter((each) => !each.place).map(troubleText);
  return [...troubleList.filter((each) => each.place).map(troubleText), ...(rest.length ? [rest.join("; ")] : [])];
}

/** Whether there is more to tell of a line than what is wrong. */
export function hasOtherNews(line: SheetLine): boolean {
  return line.values.some((value) => value.isNews && !value.isBad);
}

/** A field with its values; a list of several elements with each on a line of its own. */
export function renderField(line: SheetLine, everything = false): LineText {
  const { title, values } = line;
  if (!line.isList || values.length < 2) return { title, text: describeValues(line, everything), elements: [] };
  const hiddenCount = everything ? 0 : Math.max(0, values.length - SHOWN_ELEMENTS);
  const text = `${values.length}${hiddenCount ? ", the last of them" : ""}`;
  return { title, text, elements: values.slice(hiddenCount).map((value) => value.title) };
}

/** The values of a line. */
function describeValues(line: SheetLine, everything: boolean): string {
  if (line.isList) return line.values.map((value) => value.title).join(", ") || "none";
  if (line.hasPlaces) return describePlaces(line, everything);
  const { title } = line.values[0]!;
  return line.isPinned ? `${title} (pinned)` : title;
}

/** The values that are news with their places: of yes and no, the places that say yes; one value for all once. */
function describePlaces(line: SheetLine, everything: boolean): string {
  const { values } = line;
  if (values.every(({ name, isNews }) => (name === "yes" ? isNews : name === "no" && !isNews))) {
    return (
      values
        .filter((value) => value.isNews)
        .map((value) => value.place)
        .join(", ") || "none"
    );
  }
  const news = values.filter((value) => everything || value.isNews);
  const titles = values.map((value) => value.title);
  const [first = ""] = titles;
  if (news.length === titles.length && titles.length > 1 && titles.every((title) => title === first)) {
    return first === "none" ? first : `${titles.length === 2 ? "both" : "all"} ${first}`;
  }
  const isPlain = titles.every(isWholeNumber);
  const parts = news.map(({ place, title }) => `${place}${isPlain ? " " : ": "}${title}`);
  return parts.join(isPlain ? ", " : "; ");
}
