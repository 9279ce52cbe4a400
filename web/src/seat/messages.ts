/** The codec of messages: a line of JSON each, decoded strictly, as messages may come from anybody. */

import { type Classes, type Format, readObject, TooLarge } from "../codec";
import { DecodeError } from "../codecProblems";
import { clip, InputError } from "../errors";
import { isObject, parseJsonWithFractions, stringifyJson } from "../json";
import { type HostMessage, MESSAGE_CLASSES, MESSAGE_VERSIONS, type SeatMessage, type StoredMessage } from "./classes";

/** The oldest version of a document that is read: fields added since have defaults that mean what held then. */
const OLDEST_VERSION = 2;

/** Maximum characters of a text in a message. */
const MAX_TEXT_LENGTH = 65_536;

/** The names of documents that a host sends. */
const HOST_DOCUMENTS: readonly string[] = Object.keys({
  waits: true,
  seated: true,
  there: true,
  turn: true,
  looked: true,
  odds: true,
  reasons: true,
  error: true,
  revealed: true,
  share_wanted: true,
  awaited: true,
  undo_asked: true,
  undo_refused: true,
  undone: true,
  names_shown: true,
} satisfies Record<HostMessage["document"], true>);

/** The names of documents that stand in a seat's file. */
const STORED_DOCUMENTS: readonly string[] = Object.keys({
  table_address: true,
  played_in_page: true,
  root: true,
  hello: true,
  waits: true,
  seated: true,
  turn: true,
  answer: true,
  share: true,
  share_wanted: true,
  looked: true,
  seen_state: true,
  odds: true,
  give_up: true,
  undo_request: true,
  undo_asked: true,
  undo_reply: true,
  undone: true,
  thrown: true,
} satisfies Record<StoredMessage["document"], true>);

/** The class of an event by its tag. */
const CLASS_OF_EVENT = new Map<unknown, string>(
  Object.entries(MESSAGE_CLASSES as Classes).flatMap(([name, { fields }]) => {
    const { event } = fields;
    return typeof event === "object" && "words" in event ? [[event.words[0], name] as const] : [];
  }),
);

const MESSAGE_FORMAT: Format = {
  classes: MESSAGE_CLASSES,
  tag: { field: "event", classes: CLASS_OF_EVENT },
  rejectsUnknownFields: true,
  maxTextLength: MAX_TEXT_LENGTH,
};

/** Decode a line of JSON as a message of the host. Throws an {@link InputError} if it is none. */
export function decodeHostMessage(line: string): HostMessage {
  return decodeMessage(line, HOST_DOCUMENTS) as HostMessage;
}

/** Decode a line of a seat's file. Throws an {@link InputError} if it is none. */
export function decodeStoredMessage(line: string): StoredMessage {
  return decodeMessage(line, STORED_DOCUMENTS) as StoredMessage;
}

/** Decode a line of JSON as a document of one of some names. */
function decodeMessage(line: string, names: readonly string[]): object {
  try {
    const data = parseJsonWithFractions(line);
    if (!isObject(data)) throw new SyntaxError("no object");
    const { document, version, ...fields } = data;
    if (typeof document !== "string" || !names.includes(document)) throw new SyntaxError("another document");
    const [kind, newest] = MESSAGE_VERSIONS[document as keyof typeof MESSAGE_VERSIONS];
    if (typeof version !== "number" || version < OLDEST_VERSION || version > newest) {
      const message = `the other side speaks version ${clip(String(version))} of these messages, and this page ${newest}`;
      throw new InputError(message, "", "Load this page again.");
    }
    return { document, ...readObject(fields, kind, MESSAGE_FORMAT) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DecodeError || error instanceof TooLarge)
      throw new InputError(`this is no message that belongs here: ${clip(line)}`);
    throw error;
  }
}

/** Encode a message of the seat, or a line of its file, as Python writes it. */
export function encodeMessage(message: SeatMessage | StoredMessage): string {
  const [kind, version] = MESSAGE_VERSIONS[message.document];
  const { fields, names } = (MESSAGE_CLASSES as Classes)[kind]!;
  const source = message as unknown as Readonly<Record<string, unknown>>;
  const data = Object.keys(fields).map((field) => [field, source[names?.[field] ?? field]] as const);
  return stringifyJson({ document: message.document, version, ...Object.fromEntries(data) });
}

/** Render a decoded message as text, by which messages are compared: those that older versions wrote have all fields. */
export function comparableText(message: unknown): string {
  return stringifyJson(withoutCollections(message));
}

/** Convert the maps and sets in a value to lists. */
function withoutCollections(value: unknown): unknown {
  if (value instanceof Map) return [...value].sort().map(withoutCollections);
  if (value instanceof Set) return [...value].sort();
  if (Array.isArray(value)) return value.map(withoutCollections);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutCollections(each)]));
}
