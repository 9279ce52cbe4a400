/** Texts of the sheet: troubles first, then group by group. */

import type { SheetGroup, SheetLine } from "./classes";
import { findTroubles, isWholeNumber, troubleText } from "./troubles";

/** Maximum elements of a list that are shown, the last ones, unless everything is. */
const SHOWN_ELEMENTS = 6;

/** The sheet for a page. */
export interface SheetText {
  /** The troubles: a line for each person, ship or place; those without a place in a last line. */
  readonly wrong: readonly string[];
  readonly groups: readonly GroupText[];
}

/** A titled group. */
export interface GroupText {
  readonly title: string;
  readonly lines: readonly LineText[];
}

/** A field or a list. */
export interface LineText {
  readonly title: string;
  /** Its values; for a list of several elements their number. */
  readonly text: string;
  /** The elements of a list of several, each on a line; else none. */
  readonly elements: readonly string[];
}

/**
 * Render the sheet: damage, then every line by its group.
 *
 * Unless `everything`, only differences from the start of the game, without a repetition of troubles.
 */
export function renderSheet(sheet: readonly SheetGroup[], everything = false): SheetText {
  const groups = sheet.map(({ title, lines }) => {
    const shownLines = lines.filter((line) => everything || hasOtherNews(line));
    return { title, lines: shownLines.map((line) => renderField(line, everything)) };
  });
  return { wrong: renderAllTroubles(sheet), groups: groups.filter((group) => group.lines.length) };
}

/** Render all damage: a line for each person, ship or place; damage without a place on one line. */
function renderAllTroubles(sheet: readonly SheetGroup[]): string[] {
  const troubleList = findTroubles(sheet);
  const rest = troubleList.filter((each) => !each.place).map(troubleText);
  return [...troubleList.filter((each) => each.place).map(troubleText), ...(rest.length ? [rest.join("; ")] : [])];
}

/** Whether a sheet line has news other than damage. */
export function hasOtherNews(line: SheetLine): boolean {
  return line.values.some((value) => value.isNews && !value.isBad);
}

/** Render a sheet line with its values; a list of several elements with each on a line. */
export function renderField(line: SheetLine, everything = false): LineText {
  const { values } = line;
  const title = line.title.replaceAll(": ", ", "); // the colon stands before the values
  if (!line.isList || values.length < 2) return { title, text: describeValues(line, everything), elements: [] };
  const hiddenCount = everything ? 0 : Math.max(0, values.length - SHOWN_ELEMENTS);
  const text = `${values.length}${hiddenCount ? ", the last of them" : ""}`;
  return { title, text, elements: values.slice(hiddenCount).map((value) => value.title) };
}

/** Describe the values of a sheet line: `everything`, or only changes. */
function describeValues(line: SheetLine, everything: boolean): string {
  if (line.isList) return line.values.map((value) => value.title).join(", ") || "none";
  if (line.hasPlaces) return describePlaces(line, everything);
  const { title } = line.values[0]!;
  return line.isPinned ? `${title} (pinned)` : title;
}

/** Describe changed values with their places: for yes and no, the places with yes; equal values once. */
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
