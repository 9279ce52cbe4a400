/** What single lines of a save tell: each line is one of these, or none. */

import schema from "../../../runtime/schema/save.json";
import type { Naming, OwnName } from "../engine/names";
import { isObject, type Json, type JsonObject } from "./json";
import type { Answer, End, Header, OverlayInForce, Throw, Thrower, Why, Words } from "./records";
import { bestError, type Definitions, type SchemaError } from "./schema";

const DEFINITIONS: Definitions = schema.$defs;

const THROWERS: readonly Thrower[] = ["", "hand", "seed"];
const THROWN_BY = ["hand", "seed", "pin"] as const;
const WHYS: readonly Why[] = ["routine", "order", "auto", "together"];

/** What has its default is left out of a first line, and numbers may be large. */
type HeaderTold = Omit<Header, "journal" | "seed" | "names" | Left> &
  Partial<Pick<Header, Left>> & {
    readonly journal: number | bigint;
    readonly seed: number | bigint;
    readonly names?: { readonly shuffled: boolean; readonly own?: Naming["own"] } | null;
  };

type Left = "folder" | "pins" | "fields" | "thrower";

/** From here on other rules are in force; of the records so far, the first still count. */
export interface RulesTold {
  readonly rules: string;
  readonly journal: number;
  readonly options: Words;
  readonly overlays: readonly OverlayInForce[];
  readonly kept: number;
}

/** What lines are that a schema describes. */
interface Kinds {
  readonly Header: HeaderTold;
  readonly RulesLine: RulesTold;
  readonly NameLine: { readonly named: OwnName };
}

/** The header of a first line; or what is wrong with it. */
export function headerTold(found: JsonObject): Header | SchemaError {
  if (!fits(found, "Header")) return errorIn(found, "Header")!;
  const { bombsight: _, names = null, ...told } = found;
  return {
    folder: null,
    pins: [],
    fields: [],
    thrower: "",
    ...told,
    journal: Number(told.journal),
    seed: BigInt(told.seed),
    names: names && { shuffled: names.shuffled, own: names.own ?? [] },
  };
}

/** How many decisions are taken back, 1 at least. */
export function undoTold(found: JsonObject): number | null {
  const { undo } = found;
  return hasOnly(found, "undo") && typeof undo === "number" && undo >= 1 ? undo : null;
}

/** Other rules. */
export function rulesTold(found: JsonObject): RulesTold | null {
  return found.rules !== undefined && fits(found, "RulesLine") ? found : null;
}

/** A name that a player gave. */
export function nameTold(found: JsonObject): OwnName | null {
  return found.named !== undefined && fits(found, "NameLine") ? found.named : null;
}

/** Who throws from here on. */
export function throwerTold(found: JsonObject): Thrower | null {
  const { thrower } = found;
  return hasOnly(found, "thrower") && isOneOf(thrower, THROWERS) ? thrower : null;
}

/** A throw; `line` is where it stands. */
export function throwTold(found: JsonObject, line: number): Throw | null {
  const { d, at, by } = found;
  if (!hasOnly(found, "d", "at", "by") || typeof at !== "string" || !isFaces(d)) return null;
  if (by !== undefined && !isOneOf(by, THROWN_BY)) return null;
  return { is: "throw", faces: d, at, line, by: by ?? "" };
}

/** An answer; it says why the player was not asked, and that he gave the order, only where that can be. */
export function answerTold(found: JsonObject, line: number): Answer | null {
  const { a, at, j, why, ordered } = found;
  if (!hasOnly(found, "a", "at", "j", "why", "ordered") || typeof a !== "string" || typeof at !== "string") return null;
  if (j !== undefined && typeof j !== "string") return null;
  if (why !== undefined && !isOneOf(why, WHYS)) return null;
  if (ordered !== undefined && (ordered !== true || (why !== "order" && why !== "auto"))) return null;
  return { is: "answer", name: a, at, story: j ?? "", line, why: why ?? "", ordered: ordered ?? false };
}

/** How the session ended. */
export function endTold(found: JsonObject, line: number): End | null {
  const { end } = found;
  if (!hasOnly(found, "end") || !isObject(end) || !hasOnly(end, "result", "fault", "journal")) return null;
  const { result, fault, journal } = end;
  if (typeof result !== "string" || typeof fault !== "string" || typeof journal !== "string") return null;
  return { is: "end", result, fault, journal, line };
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
