/** Plain data of a program as its objects: what was left out is filled in, pairs become maps. */

import { DEFAULTS, MAPPINGS, type Program } from "./program";

/** The program of a document. */
export function decodeProgram(data: unknown): Program {
  return decode(data) as Program;
}

function decode(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(decode);
  if (typeof data !== "object" || data === null) return data;
  const told = data as Record<string, unknown>;
  const kind = String(told.is);
  const found: Record<string, unknown> = { ...DEFAULTS[kind] };
  for (const [name, value] of Object.entries(told)) found[name] = decode(value);
  for (const name of MAPPINGS[kind] ?? []) found[name] = new Map(found[name] as [unknown, unknown][]);
  return found;
}
