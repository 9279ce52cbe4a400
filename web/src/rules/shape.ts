/** The shape of documents in game files that strangers may have made, by the schemas of the classes that write them.
 *
 * Names that are not known here are passed over: a later version has added them. What one of a document's parts lacks is
 * added as empty, where it can be: an earlier version did not know of it.
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

/** Whether a value has the shape that a schema says; what its parts lack is added to them. */
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
  const { properties: known = {}, additionalProperties: others } = shape;
  for (const name of shape.required ?? []) {
    if (Object.hasOwn(value, name)) continue;
    const empty = isDocument(shape) ? undefined : emptyOf(known[name]);
    if (empty === undefined) return false;
    value[name] = empty;
  }
  return Object.entries(value).every(([name, member]) => {
    const each = Object.hasOwn(known, name) ? known[name] : others;
    return typeof each !== "object" || fits(member, each, shapes);
  });
}

function isDocument(shape: DocumentShape): boolean {
  return shape.$defs !== undefined;
}

/** What stands for a value that was not written; undefined where nothing can. */
function emptyOf(shape: Shape | undefined): unknown {
  if (shape?.anyOf?.some((each) => each.type === "null") === true) return null;
  switch (shape?.type) {
    case "array":
      return shape.prefixItems === undefined ? [] : undefined;
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 0;
    case "string":
      return shape.const === undefined ? "" : undefined;
    default: // the rest: an object, or what is not known here, for which nothing stands
      return undefined;
  }
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
    default: // the rest: what JavaScript calls by the same name
      return typeof value === type;
  }
}
