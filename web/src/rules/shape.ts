/** The shape of documents in game files that strangers may have made, by the schemas of the classes that write them.
 *
 * Names that are not known here are passed over: a later version has added them.
 */

/** What a JSON Schema says of a shape. Bounds are no matter here. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  /** Which class and version it is: no matter here. */
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: boolean | Shape;
  readonly prefixItems?: readonly Shape[];
}

/** A whole schema, with the shapes that it refers to by name. */
export interface DocumentShape extends Shape {
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** Whether a value has the shape that a schema says. */
export function isShaped(value: unknown, schema: DocumentShape): boolean {
  return fits(value, schema, schema.$defs ?? {});
}

function fits(value: unknown, shape: Shape, shapes: Readonly<Record<string, Shape>>): boolean {
  if (shape.$ref !== undefined) return fits(value, shapes[shape.$ref.split("/").at(-1)!]!, shapes);
  if (shape.anyOf !== undefined && !shape.anyOf.some((each) => fits(value, each, shapes))) return false;
  if (shape.type !== undefined && !isOfType(value, shape.type)) return false;
  if (Array.isArray(value)) {
    const { prefixItems: first = [], items } = shape;
    if (value.length < first.length) return false;
    return value.every((member, at) => {
      const each = first[at] ?? items;
      return typeof each !== "object" || fits(member, each, shapes);
    });
  }
  if (!isObject(value)) return true;
  if (!(shape.required ?? []).every((name) => Object.hasOwn(value, name))) return false;
  const { properties: known = {}, additionalProperties: others } = shape;
  return Object.entries(value).every(([name, member]) => {
    const each = Object.hasOwn(known, name) ? known[name] : others;
    return typeof each !== "object" || fits(member, each, shapes);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isSafeInteger(value);
    default:
      return typeof value === type;
  }
}
