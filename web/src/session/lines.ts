/** The lines of a save: what is written for each thing that is kept. What has its default is left out. */

import { unreachable } from "../closed";
import type { Naming, OwnName } from "../engine/names";
import type { Thrower } from "../modes";
import { jsonText } from "./json";
import type { End, Header, Record } from "./records";

/** The version of the format. It is raised where a program that does not know what is new would misread a save; what may
 * be passed over joins as an optional field of a line. */
export const SAVE_VERSION = 1;

/** The versions that can be read. */
export const READABLE_VERSIONS: ReadonlySet<unknown> = new Set([SAVE_VERSION]);

/** The first line of a save. */
export function headerLine(header: Header): string {
  return jsonText({
    bombsight: SAVE_VERSION,
    game: header.game,
    title: header.title,
    rules: header.rules,
    journal: header.journal,
    options: header.options,
    overlays: header.overlays.map(({ name, file }) => ({ name, file })),
    seed: header.seed,
    entry: header.entry,
    args: header.args,
    dice: header.dice,
    dice_file: header.dice_file,
    ...(header.folder === null ? {} : { folder: header.folder }),
    ...(header.names === null ? {} : { names: namesTold(header.names) }),
    ...(header.pins.length ? { pins: header.pins.map(({ table, faces }) => ({ table, faces })) } : {}),
    ...(header.fields.length ? { fields: header.fields.map(({ field, value }) => ({ field, value })) } : {}),
    ...(header.thrower ? { thrower: header.thrower } : {}),
    ...(header.snapshot ? { snapshot: header.snapshot } : {}),
    ...header.unknown,
  });
}

/** The line of a record, or of the end. */
export function recordLine(record: Record | End): string {
  switch (record.is) {
    case "throw":
      return jsonText({ d: record.faces, at: record.at, ...(record.by ? { by: record.by } : {}), ...record.unknown });
    case "answer":
      return jsonText({
        a: record.name,
        at: record.at,
        ...(record.story ? { j: record.story } : {}),
        ...(record.why ? { why: record.why } : {}),
        ...(record.ordered ? { ordered: true } : {}),
        ...(record.seed === null ? {} : { seed: record.seed }),
        ...record.unknown,
      });
    case "end":
      return jsonText({
        end: { result: record.result, fault: record.fault, journal: record.journal },
        ...record.unknown,
      });
    default:
      return unreachable(record);
  }
}

/** The line by which as many answers (or throws of real dice) are taken back, with all that followed them. */
export function undoLine(count: number): string {
  return jsonText({ undo: count });
}

/** The line from which on something is called by a name that the player gave. */
export function nameLine(own: OwnName): string {
  return jsonText({ named: ownTold(own) });
}

/** The line from which on others throw. */
export function throwerLine(thrower: Thrower): string {
  return jsonText({ thrower });
}

/** The line from which on a session goes on with other rules; of the records so far, the first still count. */
export function rulesLine(header: Header, kept: number): string {
  return jsonText({
    rules: header.rules,
    journal: header.journal,
    options: header.options,
    overlays: header.overlays.map(({ name, file }) => ({ name, file })),
    kept,
    ...(header.snapshot ? { snapshot: header.snapshot } : {}),
  });
}

function namesTold(naming: Naming): object {
  return { shuffled: naming.shuffled, ...(naming.own.length ? { own: naming.own.map(ownTold) } : {}) };
}

function ownTold({ of, number, name }: OwnName): OwnName {
  return { of, number, name };
}
