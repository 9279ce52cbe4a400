/**
 * Pins: what the dice of a table show whenever it is rolled on, settled beforehand by somebody else.
 *
 * `G-5 = 3`, `G-1 = 3 4`, or words of a row where nothing is added to the dice, `Weather = fog`. A pinned field needs
 * rules made anew, which only the command line does.
 */

import { clip, InputError, quoted } from "../errors";
import { likely } from "../likeness";
import { listed } from "../listing";
import type { Program, RollSite } from "../rules/program";
import type { Pin } from "../session/records";
import { readThrow, typedThrow } from "../session/sources";
import { partition } from "../text";
import { rowsByNumber } from "./dice/foresight";

const FORM = "Write TABLE = RESULT: what the dice show, or words of a row.";

/** The pins in a text, one a line; `#` begins a comment. Throws an {@link InputError} where a line pins nothing. */
export function readPins(program: Program, text: string, place: string): Pin[] {
  const found: Pin[] = [];
  for (const [index, content] of text.split("\n").entries()) {
    const line = partition(content, "#")[0].trim();
    if (line) found.push(pinFor(program, line, `${place}:${index + 1}`));
  }
  return found;
}

/** The pin of a line as it fits a game. */
function pinFor(program: Program, line: string, place: string): Pin {
  const [name, , result] = partition(line, "=").map((part) => part.trim()) as [string, string, string];
  if (!name || !result) throw new InputError(`${quoted(clip(line))} pins nothing`, place, FORM);
  const rolls = program.sites.filter((site): site is RollSite => site.is === "RollSite" && site.table !== null);
  const sites = rolls.filter((site) => site.table!.toLowerCase() === name.toLowerCase());
  const [first] = sites;
  if (first !== undefined) {
    const isDice = result.split(/[\s,+]+/u).some((word) => /^\d+$/.test(word));
    return {
      table: first.table!,
      faces: isDice ? laid(sites, name, result, place) : byRow(first, name, result, place),
    };
  }
  const isField = program.fields.some((field) =>
    [field.id, field.title].some((each) => each.toLowerCase() === name.toLowerCase()),
  );
  if (isField)
    throw new InputError(`${clip(name)} is a field: rules are made anew for it`, place, "Pin it by the command line.");
  const near = likely(name, new Map(rolls.map((site) => [site.table!.toLowerCase(), site.table!])));
  const hint = near.length > 0 ? `Did you mean ${listed(near, "or")}?` : FORM;
  throw new InputError(`${program.title} rolls on no table ${clip(name)}`, place, hint);
}

/** What dice are to show, as it was written. */
function laid(sites: readonly RollSite[], name: string, result: string, place: string): readonly number[] {
  const tried = sites.map((site) => typedThrow(result, site.count, site.sides));
  const read = tried.find((each) => typeof each !== "string");
  if (read !== undefined) return read as readonly number[];
  throw new InputError(`${name} = ${clip(result)}: ${tried[0]}`, place, FORM);
}

/** The least that dice show which lead to a row of these words. */
function byRow(site: RollSite, name: string, result: string, place: string): readonly number[] {
  const rows = rowsByNumber(site, []);
  if (site.modifiers.length > 0 || rows === null) {
    throw new InputError(
      `${name} = ${clip(result)}: what its dice lead to depends on more than they show`,
      place,
      "Pin the dice.",
    );
  }
  for (const [number, { title, text }] of rows) {
    const words = [title, text, text.replaceAll("_", " ")].map((each) => each.toLowerCase());
    if (words.includes(result.toLowerCase())) return readThrow([number], site.count, site.sides) as readonly number[];
  }
  const known = new Set([...rows.values()].map((row) => row.title || row.text.replaceAll("_", " ")));
  throw new InputError(`${name} has no row ${quoted(clip(result))}`, place, `It has ${listed(known, "or")}.`);
}
