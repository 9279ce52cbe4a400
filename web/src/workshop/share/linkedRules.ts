/**
 * Links to rules as text: a few files in JSON, packed like the links to games ({@link packData}).
 *
 * A link may come from anybody. Its size, the names of its files and their number are bounded before anything reads them;
 * what stands in them is for the desk, which bounds its own work.
 */

import { type Classes, encodeObject, type Format, readObject, TooLarge } from "../../codec";
import { DecodeError } from "../../codecProblems";
import { clip, InputError } from "../../errors";
import { type Json, parseJson, stringifyJson } from "../../json";
import { groupThousands } from "../../numberFormat";
import {
  describeFault,
  type FaultSentences,
  LinkDataError,
  MAX_LINK_LENGTH,
  packData,
  unpackData,
} from "../../play/links/packedData";

/** A file of a link. */
export interface LinkedFile {
  /** Its name: `fog.rules`, `tests/fog.rules`. */
  readonly name: string;
  readonly text: string;
}

/** The rules of a link. */
export interface LinkedRules {
  /** The id of the game that a house rule is for, or whose files were changed; empty for a game of its own. */
  readonly game: string;
  /** The name of the folder of a game; empty for a single file. */
  readonly folder: string;
  readonly files: readonly LinkedFile[];
}

const CLASSES = {
  LinkedRules: {
    fields: { game: "string", folder: "string", files: { list: { of: ["LinkedFile"] }, least: 1 } },
    usual: { game: "", folder: "" },
  },
  LinkedFile: { fields: { name: "string", text: "string" }, usual: {} },
} as const satisfies Classes;

const FORMAT: Format = { classes: CLASSES };

/** The first byte of a packed link; raised when older pages would misread one. */
export const RULES_FORM = 1;

/** The most bytes that a link unpacks to: as much text as a hundred thousand characters of a link can hold of rules. */
export const MAX_RULES_BYTES = 1_000_000;

/** The most files of a link. */
export const MAX_LINKED_FILES = 100;

const FILE_NAME = /^(?:tests\/)?[A-Za-z0-9_-]{1,64}\.(?:rules|script)$/;
const ID = /^[A-Za-z0-9_-]{0,64}$/;

const PLACE = "link";
const WHOLE = "Copy it whole, from its first letter to its last.";

const damaged = () => new InputError("this link is damaged, or was cut off", PLACE, WHOLE);
const wrong = (problem: string) => new InputError(`this link holds no rules: ${clip(problem, 120)}`, PLACE);

const FAULTS: FaultSentences<InputError> = {
  tooLong: () => new InputError(`this link is longer than ${groupThousands(MAX_LINK_LENGTH)} characters`, PLACE),
  noLink: () => new InputError("this is no link to rules", PLACE, WHOLE),
  otherForm: () => new InputError("this link was made by another version of the page, or is damaged", PLACE, WHOLE),
  tooLarge: () => new InputError("this link unpacks to more than rules need", PLACE),
  damaged,
};

/** Pack rules into the text that stands in addresses. Throws an {@link InputError} if they are too much for a link. */
export async function packRules(rules: LinkedRules): Promise<string> {
  const data = new TextEncoder().encode(stringifyJson(encodeObject(rules, "LinkedRules", CLASSES)));
  const packed = await packData(data, RULES_FORM);
  const isTooLong = data.length > MAX_RULES_BYTES || packed.length > MAX_LINK_LENGTH;
  if (!isTooLong && rules.files.length <= MAX_LINKED_FILES) return packed;
  const limit = groupThousands(MAX_LINK_LENGTH);
  throw new InputError(`this is too long for a link: ${limit} characters are the most`, "", "Send it as a file.");
}

/** Unpack rules from the text that stands in addresses. Throws an {@link InputError} if it holds none. */
export async function unpackRules(packed: string): Promise<LinkedRules> {
  const data = await unpackData(packed, RULES_FORM, MAX_RULES_BYTES).catch((error: unknown) => {
    throw error instanceof LinkDataError ? describeFault(error.fault, FAULTS) : error;
  });
  const rules = decodeRules(data);
  if (!ID.test(rules.game)) throw wrong("its game has no id that can be used");
  if (!ID.test(rules.folder)) throw wrong("its folder has no name that can be used");
  if (rules.files.length > MAX_LINKED_FILES) throw wrong(`more than ${MAX_LINKED_FILES} files`);
  const names = rules.files.map(({ name }) => name);
  const bad = names.find((name) => !FILE_NAME.test(name));
  if (bad !== undefined) throw wrong(`a file cannot be called ${bad}`);
  if (new Set(names).size < names.length) throw wrong("two files have one name");
  if (names.length > 1 && rules.folder === "") throw wrong("several files need a folder");
  return rules;
}

/** Decode the unpacked content of a link. Throws an {@link InputError} if it has another shape. */
function decodeRules(data: Uint8Array): LinkedRules {
  let json: Json;
  try {
    json = parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data));
  } catch {
    throw damaged();
  }
  try {
    return readObject(json, "LinkedRules", FORMAT) as LinkedRules;
  } catch (error) {
    if (error instanceof TooLarge) throw damaged();
    if (!(error instanceof DecodeError)) throw error;
    throw wrong(error.message);
  }
}
