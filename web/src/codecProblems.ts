/** The problem of data that have another shape than was expected: where, and what in a sentence. */

import * as sentences from "./codecSentences";
import { isPrintable } from "./errors";
import { isObject, type Json, stringifyJson } from "./json";

/** Characters of a value, or of a key, that a message shows at most. */
const MAX_VALUE_LENGTH = 40;

const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

/** A step of a path: the key of a member, or the index of an element from 0. */
export type Step = string | number;

/** The error for data of another shape than expected; its message begins with their JSON path: `$.rows[3]`. */
export class DecodeError extends Error {
  /** Make the error from the steps of the JSON path at which the data are wrong, and a sentence that says how. */
  constructor(steps: readonly Step[], problem: string) {
    super(`$${steps.map(renderStep).join("")}: ${problem}`);
  }
}

/** Render a step of a JSON path: `[3]`, `.title`, `["a key"]`. */
function renderStep(step: Step): string {
  if (typeof step === "number") return `[${step}]`;
  return IDENTIFIER.test(step) && [...step].length <= MAX_VALUE_LENGTH ? `.${step}` : `[${formatValue(step)}]`;
}

/** Render a JSON value for a message, shortened. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return sentences.LIST;
  if (isObject(value as Json)) return sentences.OBJECT;
  const text = stringifyJson(value);
  const characters = [...(isPrintable(text) ? text : text.replace(/[^ -~]/g, escapeCodeUnit))];
  return characters.length <= MAX_VALUE_LENGTH
    ? characters.join("")
    : `${characters.slice(0, MAX_VALUE_LENGTH - 1).join("")}…`;
}

/** Escape a UTF-16 code unit: `\u00e9`. */
function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
