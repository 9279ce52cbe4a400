/** The record of a career: the titled fields and lists that outlive missions, as tables. */

import type { Describer } from "../../engine/describe";
import { fieldSize } from "../../engine/lexicon";
import type { SlotField, SlotList } from "../../rules/program";
import { NONE } from "../../rules/values";
import { compareByCodePoint, rpartition } from "../../text";
import { listedMembers } from "../boards/boards";
import { CAREER, holderTitle, isShownField, placeTitle } from "../sheet/sheet";
import type { Career, CareerTable, Column, Fact } from "./classes";

/** Read the career (campaign) from a state: everything in it that has a title or a name. */
export function careerOf(describer: Describer): Career {
  const { program } = describer;
  const fields = program.fields.filter((field) => field.owner === CAREER && isShownField(field));
  const byPlace = groupByPlaces(fields).map((found) => makePlaceTable(describer, found));
  const lists = program.lists.filter((found) => found.owner === CAREER && found.title);
  const tables = [...byPlace, ...lists.map((found) => makeListTable(describer, found))];
  return {
    facts: fields.filter((field) => !field.shape.length).map((field) => makeFact(describer, field)),
    tables: tables.filter((table) => table.rows.length),
  };
}

/** Group the fields that have the same index dimensions, each group in field order. */
export function groupByPlaces(fields: readonly SlotField[]): SlotField[][] {
  const groups = new Map<string, SlotField[]>();
  for (const field of fields.filter((each) => each.shape.length)) {
    const key = field.indices.join("\0"); // sorts like the list of indices
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups].sort(([one], [other]) => compareByCodePoint(one, other)).map(([, beside]) => beside);
}

/** Read a field with a single value as its title and value. */
function makeFact(describer: Describer, field: SlotField): Fact {
  const value = describer.slots[field.base]!;
  return {
    id: field.id,
    title: field.title || holderTitle(field),
    name: describer.valueName(field.type, value),
    value: describer.valueTitle(field.type, value),
    names: nameListOf(field),
  };
}

/** The record whose list of names a field's names come from, empty for the general list; null for other fields. */
function nameListOf({ type }: SlotField): string | null {
  return type.is === "TextType" ? type.names : null;
}

/** Make a table of fields with the same dimensions, a row for each place; by default for occupied places only. */
export function makePlaceTable(
  describer: Describer,
  fields: readonly SlotField[],
  places: readonly number[] = findOccupiedPlaces(describer, fields),
): CareerTable {
  const [first] = fields as [SlotField];
  const rows = places.map((offset) => {
    const cells = fields.map((field) => cellText(describer, field, describer.slots[field.base + offset]!));
    return [placeTitle(describer, first, offset), ...cells];
  });
  const head: Column = { id: "", title: "", isNumber: false, matters: "", names: null };
  const columns = [head, ...fields.map(makeColumn)];
  return { id: first.indices.join(" "), title: "", columns, rows };
}

/**
 * Find the places (offsets) at which a field differs from its initial value, or holds a name.
 *
 * If the rules' boards list the existing places by name, names elsewhere do not count.
 */
export function findOccupiedPlaces(describer: Describer, fields: readonly SlotField[]): number[] {
  const [first] = fields as [SlotField];
  const valued = fields.filter((field) => field.type.is !== "TextType");
  const isNamed = valued.length < fields.length;
  const listed = isNamed && first.indices.length === 1 ? listedMembers(describer, first.indices[0]!) : null;
  return Array.from({ length: fieldSize(first) }, (_, offset) => offset).filter(
    (offset) =>
      (isNamed && (listed === null || listed.has(offset))) ||
      valued.some((field) => describer.slots[field.base + offset] !== field.defaults[offset]),
  );
}

/** Make the table of a list of the state, a row for each element. */
function makeListTable(describer: Describer, list: SlotList): CareerTable {
  const fields = describer.program.fields.filter((field) => field.owner === list.id && hasColumn(field));
  const rows = describer.elementReferences(list).map((reference) => {
    const at = reference % list.capacity;
    return fields.map((field) => cellText(describer, field, describer.slots[field.base + at]!));
  });
  return { id: list.id, title: list.title, columns: fields.map(makeColumn), rows };
}

/** Whether a field of a list's elements gets a column: it has one value, and a title. */
function hasColumn(field: SlotField): boolean {
  return field.shape.length === 1 && !field.indices.length && (field.title !== "" || field.type.is === "TextType");
}

/** Make the table column of a field. */
function makeColumn(field: SlotField): Column {
  const isNumber = field.type.is === "IntType";
  return { id: field.id, title: columnHead(field), isNumber, matters: field.matters, names: nameListOf(field) };
}

/** The column head of a field: the part of its title after the colon, as in `Keeper: nights`. */
export function columnHead({ id, title }: SlotField): string {
  return title ? rpartition(title, ": ")[2] : rpartition(id, ".")[2].replaceAll("_", " ");
}

/** Render a field's value as the text of a table cell; `none`, `no` and the first of a scale of damage are empty. */
function cellText(describer: Describer, field: SlotField, value: number): string {
  if (value === NONE || (field.type.is === "BoolType" && !value)) return "";
  if (field.matters === "bad" && field.type.is === "EnumType" && value === 0) return "";
  return describer.valueTitle(field.type, value);
}

/** Concatenate the tables of the same list from several careers. */
export function joinTables(tables: readonly CareerTable[]): CareerTable[] {
  const tableByKey = new Map<string, CareerTable>();
  for (const table of tables) {
    const { id, title, columns } = table;
    const key = JSON.stringify([id, title, columns]);
    tableByKey.set(key, { ...table, rows: [...(tableByKey.get(key)?.rows ?? []), ...table.rows] });
  }
  return [...tableByKey.values()];
}
