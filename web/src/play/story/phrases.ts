/**
 * What people call the things of a program, and the rules as written said with those words.
 *
 * A program knows its rules no more, only how rows and conditions are written. What of it has no words that a player
 * would understand is not said: better nothing than code.
 */

import type { Program, RowInfo } from "../../rules/program";
import { isDecimal, partition } from "../../text";

/** Signs of comparison as people say them. */
const COMPARISON_WORDS = new Map([
  ["<=", "at most"],
  [">=", "at least"],
  ["<", "below"],
  [">", "above"],
]);

/** A word, with what it is called with; a number; a sign. */
const TOKEN_PATTERN = /[A-Za-z][\p{L}\p{N}_]*(?:\([^()]*\))?|\p{Nd}+|<=|>=|<|>|\.\.|[-+*/(),.{}[\]"]/gu;

/** Signs that a sentence has no words for. */
const WORDLESS_SIGNS: ReadonlySet<string> = new Set('-+*/().{}[]"');

/** Words of the language with which more is asked than a sentence can say. */
const COUNTING_WORDS: ReadonlySet<string> = new Set(["count", "any", "all", "first", "sum", "look", "for"]);

/** Words beside which one end of a range is left out: `in fog..`, `in ..rain`. */
const JOINING_WORDS = new Set(["", "in", "and", "or", "unless"]);

/** What a row does that does one thing. */
const CALL_PATTERN = /^(?:do|roll on|look up) ([\p{L}\p{N}_-]+)(?:\((.*)\))?$/u;

export const BY_RULES_TEXT = "by the rules";

/** What people call the things of a program. */
export interface Phrases {
  /** The titles of fields by id. */
  readonly fields: ReadonlyMap<string, string>;
  /** What fields belong to, by id: a procedure, `career`, a list. */
  readonly owners: ReadonlyMap<string, string>;
  /** The titles of procedures by name. */
  readonly procedures: ReadonlyMap<string, string>;
  /** The ids and titles of tables by id. */
  readonly tables: ReadonlyMap<string, string>;
  /** The titles of the values of enums by name, where all that are called so have the same. */
  readonly values: ReadonlyMap<string, string>;
  /** The ids of lists that outlive a mission. */
  readonly records: ReadonlySet<string>;
}

/** The phrases of nothing. */
export const NO_PHRASES: Phrases = {
  fields: new Map(),
  owners: new Map(),
  procedures: new Map(),
  tables: new Map(),
  values: new Map(),
  records: new Set(),
};

/** What people call the things of a program. */
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

function valueTitles(program: Program): Map<string, string> {
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

/** What people call a field or a value; the name for reading where it has no title. */
function nameFor(phrases: Phrases, name: string): string {
  const title = phrases.fields.get(name) || phrases.values.get(name) || name.replaceAll("_", " ");
  return phrases.fields.has(name) ? lowercaseTitle(title) : title;
}

/** When something is so, in words: `lamp above 0`; empty where there are none for it. */
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

/** The sign of a range in words, by what stands before and behind it: an end that is left out has a word itself. */
function rangeSignText(low: string, high: string): string {
  if (JOINING_WORDS.has(high)) return isDecimal(low) ? "or more" : "or later";
  return JOINING_WORDS.has(low) ? "up to" : "to";
}

/** What a row comes to: its title, what it gives, or what it does; empty where that is told by what follows. */
export function resultText(phrases: Phrases, row: RowInfo): string {
  if (row.title) return row.title;
  const call = CALL_PATTERN.exec(row.text);
  if (call === null) return row.text.startsWith("note ") ? "" : describeValues(phrases, row.text);
  const [name, args] = [call[1]!, call[2] ?? ""];
  const title = phrases.procedures.get(name) || phrases.tables.get(name);
  return title || (areValues(phrases, args) ? describeValues(phrases, args) : "");
}

/** Whether all values as written are numbers and values of enums, and no names. */
export function areValues(phrases: Phrases, text: string): boolean {
  return text.split(", ").every((part) => isDecimal(part.replace(/^-+/, "")) || phrases.values.has(part));
}

/** Values as written, in words. */
function describeValues(phrases: Phrases, text: string): string {
  return text
    .split(", ")
    .map((part) => phrases.values.get(part) ?? part.replaceAll("_", " "))
    .join(", ");
}

/** A table's id and title; the title alone where the id is only a name. */
export function tableLabel(table: string | null, title: string): string {
  if (!table) return title;
  if (!title || table.replaceAll("_", " ").toLowerCase() === title.toLowerCase()) return title || table;
  return /\p{Nd}/u.test(table) ? `${table} ${title}` : title;
}

/** A title within a sentence: `Mission` is `mission`; what begins with two capital letters stays. */
export function lowercaseTitle(title: string): string {
  const [first = "", second = ""] = title;
  if (/^[\p{Uppercase}\p{Nd}]$/u.test(second)) return title;
  return first.toLowerCase() + title.slice(first.length);
}
