/** Game files taken apart, changed, and put together again. */

import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

/** A game file by the id of its game: in the folder that GAMES names. */
export function bytesOfGame(id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(`${process.env.GAMES}/${id}.game`));
}

/** A file, with other words in its first two parts. */
export function repacked(file: Uint8Array, change: (text: string) => string): Uint8Array<ArrayBuffer> {
  const [head, rest] = parted(new Uint8Array(gunzipSync(file)));
  const told = JSON.parse(head) as { parts: Record<string, number> };
  const size = told.parts.program!;
  const program = new TextEncoder().encode(change(new TextDecoder().decode(rest.subarray(0, size))));
  const first = change(JSON.stringify({ ...told, parts: { ...told.parts, program: program.length } }));
  return new Uint8Array(gzipSync(Buffer.concat([Buffer.from(`${first}\n`), program, rest.subarray(size)])));
}

/** The text of a program with a type in it that is deeper than any. */
export function deepened(program: string): string {
  const type = `${'{"is":"ListType","capacity":1,"element":'.repeat(50_000)}{"is":"BoolType"}${"}".repeat(50_000)}`;
  const entry = `{"is":"Entry","kind":"look","name":"x","function":"x","result":${type}}`;
  return program.replace('"entries":[', `"entries":[${entry},`);
}

/** What the documents of a game file tell: each has one of these. */
export interface Told {
  readonly options: readonly object[];
  readonly tables: readonly object[];
  readonly things: readonly object[];
}

/** A file, with another document in one of its parts. */
export function withPart(file: Uint8Array, name: string, change: (told: Told) => unknown): Uint8Array<ArrayBuffer> {
  const [head, rest] = parted(new Uint8Array(gunzipSync(file)));
  const told = JSON.parse(head) as { parts: Record<string, number> };
  const contents: Buffer[] = [];
  let at = 0;
  for (const [each, length] of Object.entries(told.parts)) {
    const part = Buffer.from(rest.subarray(at, at + length));
    contents.push(each === name ? Buffer.from(JSON.stringify(change(JSON.parse(part.toString()) as Told))) : part);
    at += length;
  }
  const parts = Object.fromEntries(Object.keys(told.parts).map((each, number) => [each, contents[number]!.length]));
  return new Uint8Array(gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify({ ...told, parts })}\n`), ...contents])));
}

/** The same game in another file: one that says that another version made it. */
export function withVersion(version: string, id: string): Blob {
  return new Blob([repacked(bytesOfGame(id), (text) => text.replace(/"version":"[^"]*"/, `"version":"${version}"`))]);
}

/** The first line, and what stands behind it. */
export function parted(bytes: Uint8Array): readonly [string, Uint8Array] {
  const end = bytes.indexOf(10);
  return [new TextDecoder().decode(bytes.subarray(0, end)), bytes.subarray(end + 1)];
}
