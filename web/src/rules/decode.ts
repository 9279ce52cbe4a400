/** Plain data of a program as its objects: what was left out is filled in, pairs become maps. */

import { DEFAULTS, MAPPINGS, NEEDED, type Program } from "./program";

/** The data are not of the classes that are known here: another version has written them. */
export class OtherClasses extends Error {}

/** The program of a document. Throws {@link OtherClasses} where it is none. */
export function decodeProgram(data: unknown): Program {
  const found = decode(data);
  if (!isProgram(found)) throw new OtherClasses("this is no program");
  return found;
}

/** Whether an object is a program: of each that {@link decode} gives, what it is of is there. */
function isProgram(found: unknown): found is Program {
  return typeof found === "object" && found !== null && "is" in found && found.is === "Program";
}

function decode(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(decode);
  if (typeof data !== "object" || data === null) return data;
  const kind = "is" in data ? String(data.is) : "";
  const needed = Object.hasOwn(NEEDED, kind) ? NEEDED[kind]! : null;
  if (needed === null) throw new OtherClasses(`there is no class ${kind}`);
  const found: Record<string, unknown> = { ...DEFAULTS[kind] };
  for (const [name, value] of Object.entries(data)) found[name] = decode(value);
  for (const name of needed) if (!Object.hasOwn(found, name)) throw new OtherClasses(`${kind} says no ${name}`);
  for (const name of MAPPINGS[kind] ?? []) found[name] = mapOf(found[name]);
  return found;
}

function mapOf(pairs: unknown): Map<unknown, unknown> {
  const isPair = (pair: unknown): pair is [unknown, unknown] => Array.isArray(pair) && pair.length === 2;
  if (!Array.isArray(pairs) || !pairs.every(isPair)) throw new OtherClasses("these are no pairs");
  return new Map(pairs);
}
