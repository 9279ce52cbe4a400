/**
 * Titles of a program's fields, values and procedures, and rules text rendered with them.
 *
 * A program has only the text of its rows and conditions. Parts without words for a player are left out: nothing is
 * better than code.
 */

import type { Program, RowInfo } from "../../rules/program";
import { isDecimal, partition } from "../../text";
import * as sentences from "../sentences";
import { conditionWords } from "../storySentences";

/** The words for comparison operators. */
const COMPARISON_WORDS = new Map([
  ["<=", "at most"],
  [">=", "at least"],
  ["<", "below"],
  [">", "above"],
]);

/** Matches a token: a word with its arguments; a number; a sign. */
const TOKEN_PATTERN = /[A-Za-z][\p{L}\p{N}_]*(?:\([^()]*\))?|\p{Nd}+|<=|>=|<|>|\.\.|[-+*/(),.{}[\]"]/gu;

/** Signs that have no words in a sentence. */
const WORDLESS_SIGNS: ReadonlySet<string> = new Set('-+*/().{}[]"');

/** Keywords of expressions that are too complex for a sentence. */
const COUNTING_WORDS: ReadonlySet<string> = new Set([
  "count",
  "any",
  "all",
  "first",
  "sum",
  "min",
  "max",
  "abs",
  "lowest",
  "highest",
  "look",
  "for",
]);

/** Words next to which one end of a range is missing: `in fog..`, `in ..rain`. */
const JOINING_WORDS = new Set(["", "in", "and", "or", "unless"]);

/** Matches a row that is a single call. */
const CALL_PATTERN = /^(?:do|roll on|look up) ([\p{L}\p{N}_-]+)(?:\((.*)\))?$/u;

export const BY_RULES_TEXT = sentences.BY_RULES;

/** The end of a table's id that names it among those of one card: `B2-hits`. */
const PART_OF_CARD = /(?<=\d)-[a-z_]{2,}$|(?<=\d[a-z])-[a-z_]{2,}$/u;

/** The titles of a program's parts. */
export interface Phrases {
  /** The titles of fields by id. */
  readonly fields: ReadonlyMap<string, string>;
  /** The owners of fields by id: a procedure, `career`, a list. */
  readonly owners: ReadonlyMap<string, string>;
  /** The titles of procedures by name. */
  readonly procedures: ReadonlyMap<string, string>;
  /** The ids and titles of tables by id. */
  readonly tables: ReadonlyMap<string, string>;
  /** The titles of enum values by name, if all with that name share one. */
  readonly values: ReadonlyMap<string, string>;
  /** The ids of lists that outlive a mission. */
  readonly records: ReadonlySet<string>;
}

/** Phrases without any titles. */
export const NO_PHRASES: Phrases = {
  fields: new Map(),
  owners: new Map(),
  procedures: new Map(),
  tables: new Map(),
  values: new Map(),
  records: new Set(),
};

/** Collect the titles in a program: of fields, values, procedures. */
export function collectPhrases(program: Program): Phrases {
  const tables = new Map<string, string>();
  const procedures = new Map<string, string>();
  for (const site of program.sites) {
    if (site.is === "RollSite" || site.is === "BeforehandSite" || site.is === "ResultSite") {
      if (site.table !== null && !tables.has(site.table)) tables.set(site.table, tableLabel(site.table, site.title));
    } else if (site.is === "EnterSite" && site.kind === "procedure" && site.title) {
      procedures.set(site.name, site.title);
    }
  }
  const titled = program.fields.filter((field) => field.title);
  return {
    fields: new Map(titled.map((field) => [field.id, field.title])),
    owners: new Map(program.fields.map((field) => [field.id, field.owner])),
    procedures,
    tables,
    values: valueTitles(program),
    records: new Set(program.lists.filter((list) => list.owner === "career").map((list) => list.id)),
  };
}

/** Map the names of enum values to their titles; names that have different titles in different enums are left out. */
export function valueTitles(program: Program): Map<string, string> {
  const titles = new Map<string, Set<string>>();
  for (const { values, titles: titleList } of program.enums.values()) {
    values.forEach((value, place) => {
      const titlesOfValue = titles.get(value) ?? new Set();
      titles.set(value, titlesOfValue.add(titleList[place] || value.replaceAll("_", " ")));
    });
  }
  const clear = [...titles].filter(([, titlesOfValue]) => titlesOfValue.size === 1);
  return new Map(clear.map(([value, titlesOfValue]) => [value, [...titlesOfValue][0]!]));
}

/** The title of the field or value with a name; if it has none, the name with spaces for underscores. */
function nameFor(phrases: Phrases, name: string): string {
  const title = phrases.fields.get(name) || phrases.values.get(name) || name.replaceAll("_", " ");
  return phrases.fields.has(name) ? lowercaseTitle(title) : title;
}

/** Render the source text of a condition in words: `lamp above 0`; empty if it has no words. */
export function conditionText(phrases: Phrases, text: string): string {
  const words: string[] = [];
  const tokens = text.replace(/^when /, "").match(TOKEN_PATTERN) ?? [];
  for (const [at, token] of tokens.entries()) {
    const [name, bracket] = partition(token, "(");
    if (WORDLESS_SIGNS.has(token) || COUNTING_WORDS.has(name)) return "";
    const comparison = COMPARISON_WORDS.get(token);
    if (comparison !== undefined) words.push(comparison);
    else if (token === "..") words.push(rangeSignText(tokens[at - 1] ?? "", tokens[at + 1] ?? ""));
    else words.push((bracket && phrases.procedures.get(name)) || nameFor(phrases, bracket ? name : token));
  }
  return words.join(" ").replaceAll(" ,", ",");
}

/** Name one of the rows that apply in a call: `row 4..6`, or by its condition, `when sky is fog`. */
export function rowName(phrases: Phrases, label: string): string {
  if (!label.startsWith("when ")) return `row ${label}`;
  const condition = conditionText(phrases, label);
  return condition ? conditionWords(condition, false) : label;
}

/** Put the sign of a range into words, given its bounds: an open end changes the wording. */
function rangeSignText(low: string, high: string): string {
  if (JOINING_WORDS.has(high)) return isDecimal(low) ? "or more" : "or later";
  return JOINING_WORDS.has(low) ? "up to" : "to";
}

/**
 * Render the result of a table row: its title, its values, or its statement; empty for a statement whose effect later
 * lines show.
 */
export function resultText(phrases: Phrases, row: RowInfo): string {
  if (row.title) return row.title;
  const call = CALL_PATTERN.exec(row.text);
  if (call === null) return row.text.startsWith("note ") ? "" : describeValues(phrases, row.text);
  const [name, args] = [call[1]!, call[2] ?? ""];
  const title = phrases.procedures.get(name) || phrases.tables.get(name);
  return title || (areValues(phrases, args) ? describeValues(phrases, args) : "");
}

/** Whether a row's text is only numbers and enum values. */
export function areValues(phrases: Phrases, text: string): boolean {
  return text.split(", ").every((part) => isDecimal(part.replace(/^-+/, "")) || phrases.values.has(part));
}

/** Render a row's text of numbers and enum values in words. */
function describeValues(phrases: Phrases, text: string): string {
  return text
    .split(", ")
    .map((part) => phrases.values.get(part) ?? part.replaceAll("_", " "))
    .join(", ");
}

/**
 * Render a table's id and title; the title alone if the id is a mere name. Of the id of one table among several on a
 * card, `B2-hits`, only the card is shown.
 */
export function tableLabel(table: string | null, title: string): string {
  if (!table) return title;
  if (!title || table.replaceAll("_", " ").toLowerCase() === title.toLowerCase()) return title || table;
  const card = table.replace(PART_OF_CARD, "");
  return /\p{Nd}/u.test(card) ? `${card} ${title}` : title;
}

/** Lower-case a title for use within a sentence: `Mission` is `mission`; one with two leading capitals stays. */
export function lowercaseTitle(title: string): string {
  const [first = "", second = ""] = title;
  if (/^[\p{Uppercase}\p{Nd}]$/u.test(second)) return title;
  return first.toLowerCase() + title.slice(first.length);
}
