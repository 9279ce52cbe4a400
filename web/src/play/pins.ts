/** Pins: what the dice of tables show, settled beforehand, for those who play alongside a table of their own.
 *
 * A pin is `TABLE=RESULT`: what the dice of a table show (`G-5=3`, `G-1=3 4`), or words of a row where nothing is added to
 * the dice. A text of pins has one a line; `#` begins a comment.
 */

import { clip, InputError, quoted } from "../errors";
import { likely } from "../likeness";
import { listed } from "../listing";
import { lowest } from "../rules/dice";
import type { Program, RollSite, RowInfo } from "../rules/program";
import type { Pin } from "../session/classes";
import { readThrow, typedThrow, wordsTyped } from "../session/sources";
import { byCharacters, isDecimal, partition, stripped } from "../text";
import { rowsByNumber } from "./dice/foresight";

const FORM = "Write TABLE=RESULT: what the dice show, or words of a row.";

/** The pins in a text. Throws an {@link InputError} where a line is none, or does not fit the game. */
export function readPins(program: Program, text: string, place: string): Pin[] {
  return text.split("\n").flatMap((content, index) => {
    const line = stripped(partition(content, "#")[0]);
    return line ? [readPin(program, line, `${place}:${index + 1}`)] : [];
  });
}

function readPin(program: Program, line: string, place: string): Pin {
  const [name, , shown] = partition(line, "=");
  const [table, result] = [stripped(name), stripped(shown)];
  if (!table || !result) throw new InputError(`${quoted(clip(line))} pins nothing`, place, FORM);
  const sites = rollsOn(program, table);
  const [site] = sites;
  if (site === undefined) throw noTable(program, table, place);
  const showsDice = wordsTyped(result).some(isDecimal);
  const faces = showsDice ? laid(sites, table, result, place) : byRow(site, table, result, place);
  return { table: site.table!, faces };
}

/** What dice are to show, as it was written. Throws an {@link InputError} where none of the table's dice can show it. */
function laid(sites: readonly RollSite[], table: string, result: string, place: string): readonly number[] {
  const read = sites.map((site) => typedThrow(result, site.dice));
  const faces = read.find((each): each is readonly number[] => typeof each !== "string");
  if (faces !== undefined) return faces;
  throw new InputError(`${table}=${clip(result)}: ${read[0]}`, place, FORM);
}

/** The least that dice show which lead to a row of these words. Throws an {@link InputError} where there is no such row,
 * or it depends on more than the dice which it is.
 */
function byRow(site: RollSite, table: string, result: string, place: string): readonly number[] {
  const rows = rowsByNumber(site, []);
  if (site.modifiers.length || rows === null) {
    const why = "what its dice lead to depends on more than they show";
    throw new InputError(
      `${table}=${clip(result)}: ${why}`,
      place,
      `Pin the dice: ${table}=${lowest(site.dice)}, for one.`,
    );
  }
  for (const [number, row] of rows) {
    const read = readThrow([number], site.dice);
    if (typeof read !== "string" && wordsOfRow(row).includes(result.toLowerCase())) return read;
  }
  const known = new Set([...rows.values()].map((row) => row.title || row.text.replaceAll("_", " ")));
  throw new InputError(`${table} has no row ${quoted(clip(result))}`, place, `It has ${listed(known, "or")}.`);
}

/** What a row may be called. */
function wordsOfRow(row: RowInfo): string[] {
  return [row.title, row.text, row.text.replaceAll("_", " ")].map((words) => words.toLowerCase());
}

function rollsOn(program: Program, table: string): RollSite[] {
  return program.sites.filter(
    (site): site is RollSite => site.is === "RollSite" && site.table?.toLowerCase() === table.toLowerCase(),
  );
}

/** No table is called so; a field is pinned only where its rules are made anew. */
function noTable(program: Program, name: string, place: string): InputError {
  const wanted = name.toLowerCase();
  const field = program.fields.find(({ id, title }) => [id.toLowerCase(), title.toLowerCase()].includes(wanted));
  if (field !== undefined) {
    const hint = "Pin a table here; fields are pinned by the command line, which makes rules anew for them.";
    return new InputError(`${field.title || field.id} is no table`, place, hint);
  }
  const tables = program.sites.flatMap((site) => (site.is === "RollSite" && site.table ? [site.table] : []));
  const close = likely(name, new Map(tables.sort(byCharacters).map((table) => [table, ""])));
  const hint = close.length ? `Did you mean ${listed(close, "or")}?` : FORM;
  return new InputError(`${program.title} rolls on no table ${clip(name)}`, place, hint);
}
