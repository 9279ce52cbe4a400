/** Plain data of a program as its objects: what was left out is filled in, pairs become maps.
 *
 * Attributes that are not known here are passed over, whatever they hold: a later version has added them.
 */

import { DEFAULTS, HELD, MAPPINGS, NEEDED, type Program } from "./program";

/** The data are not of the classes that are known here: another version has written them. */
export class OtherClasses extends Error {}

/** The data stand deeper within one another than those of any program, or hold a text longer than any. */
export class TooLarge extends Error {}

/** How deep data may stand within one another: those of games stand 12 deep. */
const DEEPEST = 64;

/** Characters of one text: forty lines of a printed page. */
export const LONGEST = 4000;

/** Parts of one text, values among them that it is filled in with. */
const PARTS = 300;

/** The program of a document, whose data become its objects. Throws {@link OtherClasses} where it is none, and
 * {@link TooLarge}.
 */
export function decodeProgram(data: unknown): Program {
  complete(data, 0, PROGRAM);
  if (!isProgram(data)) throw new OtherClasses("this is no program");
  return data;
}

/** Names of classes. */
type Classes = ReadonlySet<unknown>;

const PROGRAM: Classes = new Set(["Program"]);

const NO_CLASS: Classes = new Set();

/** What a class says of its objects. */
interface Kind {
  readonly needed: readonly string[];
  /** All that is known of them, with the classes that objects may be of that are there. */
  readonly known: readonly (readonly [string, Classes])[];
  /** What may be left out, and what stands there then. */
  readonly defaults: readonly (readonly [string, unknown])[];
  readonly mappings: readonly string[];
}

const KINDS: ReadonlyMap<unknown, Kind> = new Map(
  Object.entries(NEEDED).map(([kind, needed]) => {
    const defaults = DEFAULTS[kind] ?? {};
    const held = new Map(Object.entries(HELD[kind] ?? {}).map(([name, classes]) => [name, new Set(classes)]));
    const known = [...needed, ...Object.keys(defaults)].map((name) => [name, held.get(name) ?? NO_CLASS] as const);
    return [kind, { needed, known, defaults: Object.entries(defaults), mappings: MAPPINGS[kind] ?? [] }];
  }),
);

/** Whether completed data are a program. */
function isProgram(found: unknown): found is Program {
  return isObject(found) && found.is === "Program";
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null;
}

/** Complete data with all that is in them, where they stand: a large game has twenty thousand objects to begin with.
 * Objects are of one of the classes `held`.
 */
function complete(data: unknown, depth: number, held: Classes): void {
  if (depth > DEEPEST) throw new TooLarge("these data are too deep");
  if (typeof data === "string" && data.length > LONGEST) throw new TooLarge("this text is too long");
  if (Array.isArray(data)) for (const member of data) complete(member, depth + 1, held);
  else if (isObject(data)) completeObject(data, depth, held);
}

function completeObject(data: Record<string, unknown>, depth: number, held: Classes): void {
  const kind = KINDS.get(data.is);
  if (kind === undefined) throw new OtherClasses(`there is no class ${data.is}`);
  if (!held.has(data.is)) throw new OtherClasses(`there is no place for a ${data.is}`);
  for (const [name, classes] of kind.known) complete(data[name], depth + 1, classes);
  for (const text of [data.text, data.ask])
    if (Array.isArray(text) && text.length > PARTS) throw new TooLarge("this text has too many parts");
  for (const name of kind.needed) if (!(name in data)) throw new OtherClasses(`${data.is} says no ${name}`);
  for (const [name, usual] of kind.defaults) if (!(name in data)) data[name] = usual;
  for (const name of kind.mappings) data[name] = mapOf(data[name]);
}

function mapOf(pairs: unknown): Map<unknown, unknown> {
  const isPair = (pair: unknown): pair is [unknown, unknown] => Array.isArray(pair) && pair.length === 2;
  if (!Array.isArray(pairs) || !pairs.every(isPair)) throw new OtherClasses("these are no pairs");
  return new Map(pairs);
}
