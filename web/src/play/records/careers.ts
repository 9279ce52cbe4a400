/** What a career has come to: what the rules keep of it under a title, as tables that people read. */

import type { Describer } from "../../engine/describe";
import { sizeOf } from "../../engine/lexicon";
import type { SlotField, SlotList } from "../../rules/program";
import { NONE } from "../../rules/values";
import { byCharacters, rpartition } from "../../text";
import { membersNamed } from "../boards/boards";
import { CAREER, isShown, placeOf, titleOf } from "../sheet/sheet";
import type { Career, CareerTable, Column, Fact } from "./classes";

/** The career as it stands: what has a title, and who has a name. */
export function careerOf(describer: Describer): Career {
  const { program } = describer;
  const fields = program.fields.filter((field) => field.owner === CAREER && isShown(field));
  const byPlace = besideOneAnother(fields).map((found) => byPlaces(describer, found));
  const lists = program.lists.filter((found) => found.owner === CAREER && found.title);
  const tables = [...byPlace, ...lists.map((found) => elements(describer, found))];
  return {
    facts: fields.filter((field) => !field.shape.length).map((field) => fact(describer, field)),
    tables: tables.filter((table) => table.rows.length),
  };
}

/** The fields that have places, those with the same places together, in the order of these. */
export function besideOneAnother(fields: readonly SlotField[]): SlotField[][] {
  const found = new Map<string, SlotField[]>();
  for (const field of fields.filter((each) => each.shape.length)) {
    const key = field.indices.join("\0"); // sorts as the indices do, one after the other
    found.set(key, [...(found.get(key) ?? []), field]);
  }
  return [...found].sort(([one], [other]) => byCharacters(one, other)).map(([, beside]) => beside);
}

/** A field with a single value. */
function fact(describer: Describer, field: SlotField): Fact {
  const value = describer.slots[field.base]!;
  return {
    id: field.id,
    title: field.title || titleOf(field),
    name: describer.name(field.type, value),
    value: describer.title(field.type, value),
  };
}

/** Fields with the same places side by side: a row for each of some places, those of `placesKept` if not told. */
export function byPlaces(
  describer: Describer,
  fields: readonly SlotField[],
  places: readonly number[] = placesKept(describer, fields),
): CareerTable {
  const [first] = fields as [SlotField];
  const rows = places.map((offset) => {
    const told = fields.map((field) => said(describer, field, describer.slots[field.base + offset]!));
    return [placeOf(describer, first, offset), ...told];
  });
  const columns = [{ id: "", title: "", isNumber: false }, ...fields.map(column)];
  return { id: first.indices.join(" "), title: "", columns, rows };
}

/**
 * The places where anything is kept: a value that is not as in the beginning, or a name.
 *
 * Where the rules' boards list by name which places there are, a name elsewhere is nobody's.
 */
export function placesKept(describer: Describer, fields: readonly SlotField[]): number[] {
  const [first] = fields as [SlotField];
  const valued = fields.filter((field) => field.type.is !== "TextType");
  const isNamed = valued.length < fields.length;
  const there = isNamed && first.indices.length === 1 ? membersNamed(describer, first.indices[0]!) : null;
  return Array.from({ length: sizeOf(first) }, (_, offset) => offset).filter(
    (offset) =>
      (isNamed && (there === null || there.has(offset))) ||
      valued.some((field) => describer.slots[field.base + offset] !== field.defaults[offset]),
  );
}

/** A list, an element a row. */
function elements(describer: Describer, found: SlotList): CareerTable {
  const fields = describer.program.fields.filter((field) => field.owner === found.id && isTold(field));
  const rows = describer.references(found).map((reference) => {
    const at = reference % found.capacity;
    return fields.map((field) => said(describer, field, describer.slots[field.base + at]!));
  });
  return { id: found.id, title: found.title, columns: fields.map(column), rows };
}

/** Whether a field of an element has one value, and people see it. */
function isTold(field: SlotField): boolean {
  return field.shape.length === 1 && !field.indices.length && (field.title !== "" || field.type.is === "TextType");
}

/** The column of a field. */
function column(field: SlotField): Column {
  return { id: field.id, title: headOf(field), isNumber: field.type.is === "IntType" };
}

/** What heads the column of a field: of `Keeper: nights` the part that is its own. */
function headOf({ id, title }: SlotField): string {
  return title ? rpartition(title, ": ")[2] : rpartition(id, ".")[2].replaceAll("_", " ");
}

/** A value in a table: none and no stay empty. */
function said(describer: Describer, field: SlotField, value: number): string {
  if (value === NONE || (field.type.is === "BoolType" && !value)) return "";
  return describer.title(field.type, value);
}

/** Tables of the same list, of several careers, one below the other. */
export function joined(tables: readonly CareerTable[]): CareerTable[] {
  const found = new Map<string, CareerTable>();
  for (const table of tables) {
    const { id, title, columns } = table;
    const key = JSON.stringify([id, title, columns]);
    found.set(key, { ...table, rows: [...(found.get(key)?.rows ?? []), ...table.rows] });
  }
  return [...found.values()];
}
