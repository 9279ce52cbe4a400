/** What single lines of a save tell: each line is one of these, or none. */

import schema from "../../../runtime/schema/save.json";
import { HIGHEST_SEED } from "../engine/dice";
import type { Naming, OwnName } from "../engine/names";
import { THROWERS, THROWN_BY, type Thrower, WHYS } from "../modes";
import { isObject, type Json, type JsonObject } from "./json";
import { type Answer, type End, type Header, NO_FIELDS, type OverlayInForce, type Throw, type Words } from "./records";
import { bestError, type Definitions, type SchemaError } from "./schema";

const DEFINITIONS: Definitions = schema.$defs;

/** What has its default is left out of a first line, and numbers may be large. */
type HeaderTold = Omit<Header, "journal" | "seed" | "names" | Left> &
  Partial<Pick<Header, Left>> & {
    readonly journal: number | bigint;
    readonly seed: number | bigint;
    readonly names?: { readonly shuffled: boolean; readonly own?: Naming["own"] } | null;
  };

type Left = "folder" | "pins" | "fields" | "thrower" | "snapshot" | "unknown";

/** From here on other rules are in force; of the records so far, the first still count. */
export interface RulesTold {
  readonly rules: string;
  readonly journal: number;
  readonly options: Words;
  readonly overlays: readonly OverlayInForce[];
  readonly kept: number;
  readonly snapshot?: string;
}

/** What a line tells, and its fields that are not known here. */
export type WithUnknown<T> = readonly [found: T, unknown: JsonObject];

/** What lines are that a schema describes. */
interface Kinds {
  readonly Header: HeaderTold;
  readonly RulesLine: RulesTold;
  readonly NameLine: { readonly named: OwnName };
}

/** The header of a first line; or what is wrong with it. */
export function headerTold(found: JsonObject): Header | SchemaError {
  if (!fits(found, "Header")) return errorIn(found, "Header")!;
  const { bombsight: _, ...fields } = found;
  const [known, unknown] = parted(fields, knownTo("Header"));
  const { names = null, ...told } = known as JsonObject & HeaderTold;
  return {
    folder: null,
    pins: [],
    fields: [],
    thrower: "",
    snapshot: "",
    ...told,
    journal: Number(told.journal),
    seed: BigInt(told.seed),
    names: names && { shuffled: names.shuffled, own: names.own ?? [] },
    unknown,
  };
}

/** How many decisions are taken back, 1 at least. */
export function undoTold(found: JsonObject): WithUnknown<number> | null {
  const { undo, ...unknown } = found;
  if ((typeof undo !== "number" && typeof undo !== "bigint") || undo < 1) return null;
  return [Number(undo), unknown];
}

/** Other rules. */
export function rulesTold(found: JsonObject): WithUnknown<RulesTold> | null {
  if (found.rules === undefined || !fits(found, "RulesLine")) return null;
  return [found, parted(found, knownTo("RulesLine"))[1]];
}

/** A name that a player gave. */
export function nameTold(found: JsonObject): WithUnknown<OwnName> | null {
  if (found.named === undefined || !fits(found, "NameLine")) return null;
  const { named, ...unknown } = found;
  return [named, unknown];
}

/** Who throws from here on. */
export function throwerTold(found: JsonObject): WithUnknown<Thrower> | null {
  const { thrower } = found;
  if (!isOneOf(thrower, THROWERS)) return null;
  const { thrower: _, ...unknown } = found;
  return [thrower, unknown];
}

/** Whether a line can only be a throw. */
export function isThrown({ d, at }: JsonObject): boolean {
  return typeof at === "string" && isFaces(d);
}

/** A throw; `line` is where it stands. */
export function throwTold(found: JsonObject, line: number): Throw | null {
  const { d, at, by, ...unknown } = found;
  if (typeof at !== "string" || !isFaces(d)) return null;
  if (by !== undefined && (by === "" || !isOneOf(by, THROWN_BY))) return null;
  return { is: "throw", faces: d, at, line, by: by ?? "", unknown: orNone(unknown) };
}

/** An answer; it says why the player was not asked, and that he gave the order, only where that can be. */
export function answerTold(found: JsonObject, line: number): Answer | null {
  const { a, at, j, why, ordered, seed, ...unknown } = found;
  if (typeof a !== "string" || typeof at !== "string") return null;
  if (j !== undefined && typeof j !== "string") return null;
  if (why !== undefined && (why === "" || !isOneOf(why, WHYS))) return null;
  if (ordered !== undefined && (ordered !== true || (why !== "order" && why !== "auto"))) return null;
  const stream = seed === undefined || seed === null ? null : seedTold(seed);
  if (stream === undefined) return null;
  const told = { name: a, at, story: j ?? "", line, why: why ?? "", ordered: ordered ?? false, seed: stream } as const;
  return { is: "answer", ...told, unknown: orNone(unknown) };
}

/** How the session ended. */
export function endTold(found: JsonObject, line: number): End | null {
  const { end, ...unknown } = found;
  if (!isObject(end) || !hasOnly(end, "result", "fault", "journal")) return null;
  const { result, fault, journal } = end;
  if (typeof result !== "string" || typeof fault !== "string" || typeof journal !== "string") return null;
  return { is: "end", result, fault, journal, line, unknown: orNone(unknown) };
}

/** A seed, 0 to 2 ** 64 - 1; undefined where it is none. */
function seedTold(seed: Json): bigint | undefined {
  if (typeof seed !== "bigint" && !Number.isSafeInteger(seed)) return undefined;
  const found = BigInt(seed as number | bigint);
  return found >= 0n && found <= HIGHEST_SEED ? found : undefined;
}

/** The fields of a line that are known, and the others. */
function parted(found: JsonObject, known: ReadonlySet<string>): readonly [JsonObject, JsonObject] {
  const isKnown = ([name]: readonly [string, Json]): boolean => known.has(name);
  const all = Object.entries(found);
  return [Object.fromEntries(all.filter(isKnown)), Object.fromEntries(all.filter((each) => !isKnown(each)))];
}

/** The fields that a kind of line is known to have. */
function knownTo(kind: keyof Kinds): ReadonlySet<string> {
  return new Set(Object.keys(DEFINITIONS[kind]!.properties!));
}

/** Most lines have no field that is not known: they share that. */
function orNone(unknown: JsonObject): JsonObject {
  return Object.keys(unknown).length ? unknown : NO_FIELDS;
}

function isFaces(value: Json | undefined): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((face) => typeof face === "number" && face >= 1);
}

function isOneOf<T extends string>(value: Json | undefined, words: readonly T[]): value is T {
  return words.some((word) => word === value);
}

function hasOnly(found: JsonObject, ...names: readonly string[]): boolean {
  return Object.keys(found).every((name) => names.includes(name));
}

function fits<K extends keyof Kinds>(found: JsonObject, kind: K): found is JsonObject & Kinds[K] {
  return errorIn(found, kind) === null;
}

function errorIn(found: JsonObject, kind: keyof Kinds): SchemaError | null {
  return bestError(found, DEFINITIONS[kind]!, DEFINITIONS);
}
