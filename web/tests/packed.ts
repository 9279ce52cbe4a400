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

/** The same game in another file: one that says that another version made it. */
export function withVersion(version: string, id: string): Blob {
  return new Blob([repacked(bytesOfGame(id), (text) => text.replace(/"version":"[^"]*"/, `"version":"${version}"`))]);
}

/** The first line, and what stands behind it. */
export function parted(bytes: Uint8Array): readonly [string, Uint8Array] {
  const end = bytes.indexOf(10);
  return [new TextDecoder().decode(bytes.subarray(0, end)), bytes.subarray(end + 1)];
}
