/** The pins of a game in words. */

import { Describer } from "../engine/describe";
import type { Program, SlotField } from "../rules/program";
import type { FieldPin, Header } from "./records";

/** Each pin: `G-5 pinned to 3`, `Sky pinned to fog`. */
export function toldPins(program: Program, header: Header): string[] {
  const fields = new Map(program.fields.map((field) => [field.id, field]));
  return [
    ...header.pins.map((pin) => `${pin.table} pinned to ${pin.faces.join("+")}`),
    ...header.fields.map((pin) => fieldTold(program, fields.get(pin.field)!, pin)),
  ];
}

function fieldTold(program: Program, field: SlotField, pin: FieldPin): string {
  return `${field.title || field.id} pinned to ${titleOf(program, field, pin.value)}`;
}

/** A value of a field as people read it; of a number the number. */
function titleOf(program: Program, { type }: SlotField, name: string): string {
  const values = type.is === "EnumType" ? program.enums.get(type.enum)!.values : ["no", "yes"];
  const value = values.indexOf(name);
  return type.is === "IntType" || value < 0 ? name : new Describer(program).title(type, value);
}
