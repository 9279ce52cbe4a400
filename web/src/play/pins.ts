/** Pins: dice results of tables, fixed before the game, for play alongside a table of your own.
 *
 * A pin is `TABLE=RESULT`: the dice of a table (`G-5=3`, `G-1=3 4`), or words of a row if nothing is added to the
 * dice. A text of pins has one per line; `#` begins a comment.
 */

import { clip, InputError, quoteText } from "../errors";
import { joinNames } from "../listing";
import { lowestResult } from "../rules/dice";
import type { Program, RollSite, RowInfo } from "../rules/program";
import type { Pin } from "../session/classes";
import { parseThrow, readFaces, splitThrow } from "../session/diceSources";
import { findLikelyNames } from "../suggestions";
import { compareByCodePoint, isDecimal, partition, stripBlanks } from "../text";
import { rowsByNumber } from "./dice/throwPreview";
import * as sentences from "./sentences";

const FORM_HINT = "Write TABLE=RESULT: what the dice show, or words of a row.";

/** Parse a text of pins (fixed dice results), one a line. Throws an {@link InputError} if one does not fit the game. */
export function parsePins(program: Program, text: string, place: string): Pin[] {
  return text.split("\n").flatMap((content, index) => {
    const line = stripBlanks(partition(content, "#")[0]);
    return line ? [parsePin(program, line, `${place}:${index + 1}`)] : [];
  });
}

/** Parse one pin, `TABLE=RESULT`: the dice of a table, or the words of one of its rows. */
function parsePin(program: Program, line: string, place: string): Pin {
  const [name, , resultText] = partition(line, "=");
  const [table, result] = [stripBlanks(name), stripBlanks(resultText)];
  if (!table || !result) throw new InputError(sentences.noPin(quoteText(clip(line))), place, FORM_HINT);
  const sites = findRollSites(program, table);
  const [site] = sites;
  if (site === undefined) throw unknownTableError(program, table, place);
  const showsDice = splitThrow(result).some(isDecimal);
  const faces = showsDice ? parsePinnedDice(sites, table, result, place) : findRowDice(site, table, result, place);
  return { table: site.table!, faces };
}

/**
 * Parse the dice result to which a table is pinned, as faces. Throws an {@link InputError} if throws on the table
 * cannot show it.
 */
function parsePinnedDice(sites: readonly RollSite[], table: string, result: string, place: string): readonly number[] {
  const read = sites.map((site) => parseThrow(result, site.dice));
  const faces = read.find((each): each is readonly number[] => typeof each !== "string");
  if (faces !== undefined) return faces;
  throw new InputError(sentences.wrongPin(table, clip(result), String(read[0])), place, FORM_HINT);
}

/** Find the lowest dice that lead to a row with these words. Throws an {@link InputError} if there is no such row, or
 * it depends on more than the dice.
 */
function findRowDice(site: RollSite, table: string, result: string, place: string): readonly number[] {
  const rows = rowsByNumber(site, []);
  if (site.modifiers.length || rows === null) {
    throw new InputError(
      sentences.wrongPin(table, clip(result), sentences.DEPENDENT_DICE),
      place,
      sentences.pinDiceHint(table, lowestResult(site.dice)),
    );
  }
  for (const [number, row] of rows) {
    const read = readFaces([number], site.dice);
    if (typeof read !== "string" && rowNames(row).includes(result.toLowerCase())) return read;
  }
  const rowTitles = new Set([...rows.values()].map((row) => row.title || row.text.replaceAll("_", " ")));
  throw new InputError(
    sentences.noSuchRow(table, quoteText(clip(result))),
    place,
    `It has ${joinNames(rowTitles, "or")}.`,
  );
}

/** The words by which a pin may name a row of a table. */
function rowNames(row: RowInfo): string[] {
  return [row.title, row.text, row.text.replaceAll("_", " ")].map((words) => words.toLowerCase());
}

/** Find the sites (numbered code locations) that roll on a table, in any case of its letters. */
function findRollSites(program: Program, table: string): RollSite[] {
  return program.sites.filter(
    (site): site is RollSite => site.is === "RollSite" && site.table?.toLowerCase() === table.toLowerCase(),
  );
}

/** The error for a table that does not exist; fields can be pinned only by recompiling the rules. */
function unknownTableError(program: Program, name: string, place: string): InputError {
  const wanted = name.toLowerCase();
  const field = program.fields.find(({ id, title }) => [id.toLowerCase(), title.toLowerCase()].includes(wanted));
  if (field !== undefined) {
    const hint = "Pin a table here; fields are pinned by the command line, which makes rules anew for them.";
    return new InputError(`${field.title || field.id} is no table`, place, hint);
  }
  const tables = program.sites.flatMap((site) => (site.is === "RollSite" && site.table ? [site.table] : []));
  const similarNames = findLikelyNames(name, new Map(tables.sort(compareByCodePoint).map((table) => [table, ""])));
  const hint = similarNames.length ? `Did you mean ${joinNames(similarNames, "or")}?` : FORM_HINT;
  return new InputError(`${program.title} rolls on no table ${clip(name)}`, place, hint);
}
