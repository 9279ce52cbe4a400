/** Modules that no compiler of rules makes, and game files that hold them: for tests of what strangers hand in. */

import { gunzipSync, gzipSync } from "node:zlib";
import { parted } from "./packed";

/** Instructions in WebAssembly's binary format. */
type Code = readonly number[];

const NOTHING: Code = [];

/** Goes round for ever. */
export const ENDLESS: Code = [0x03, 0x40, 0x0c, 0, 0x0b];

/** Fills the fuel up, as far as a module can name it, and goes round for ever. */
export const REFUELLING = (variable: number): Code => [
  0x03,
  0x40,
  0x41,
  ...number(2 ** 30),
  0x24,
  variable,
  0x0c,
  0,
  0x0b,
];

/** Takes more and more memory, for ever. */
export const GROWING: Code = [0x03, 0x40, 0x41, 16, 0x40, 0, 0x1a, 0x0c, 0, 0x0b];

/** Fills all its memory again and again. */
export const FILLING: Code = [0x03, 0x40, 0x41, 0, 0x41, 1, 0x41, ...number(60_000), 0xfc, 11, 0, 0x0c, 0, 0x0b];

/** Tells of events for ever: each is the site 0, and no more. */
export const TELLING: Code = [0x03, 0x40, 0x41, 4, 0x41, 1, 0x36, 2, 0, 0x41, 4, 0x10, 2, 0x0c, 0, 0x0b];

/** Calls itself for ever; it is the first function behind the imported ones, and all others. */
export const CALLING: Code = [0x10, 3];

/** Stops at once, as where rules fault. */
export const TRAPPING: Code = [0x00];

function number(value: number): number[] {
  const found: number[] = [];
  let left = value;
  while (left >= 0x40) {
    found.push((left & 0x7f) | 0x80);
    left >>= 7;
  }
  return [...found, left];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)];
}

function text(value: string): Code {
  const bytes = [...new TextEncoder().encode(value)];
  return [...unsigned(bytes.length), ...bytes];
}

function section(kind: number, content: Code): Code {
  return content.length === 0 ? [] : [kind, ...unsigned(content.length), ...content];
}

/** How a module differs from one that does nothing. */
export interface Made {
  /** What each of its functions does. */
  readonly does?: Code;
  /** What it does instead as its state begins. */
  readonly start?: Code;
  /** The least and the most pages of its memory; the most may be left out. */
  readonly pages?: readonly [number, number?];
  /** A section more, behind the exports. */
  readonly more?: Code;
  /** A function that it imports besides. */
  readonly imports?: string;
  /** A name by which it exports its first variable besides. */
  readonly exported?: string;
  /** How many locals each of its functions has, integers. */
  readonly locals?: number;
}

const VARIABLES = ["hosted", "script", "script_begin", "script_end", "fault", "ended", "ended_value"];

/** How many variables such a module has: the number of the one behind them. */
export const BEHIND = VARIABLES.length;

/** A module that has these functions, which take and give nothing, and all that every game's has. */
export function moduleOf(
  functions: readonly string[],
  { does = NOTHING, start = does, pages = [1, 1], more = [], imports, exported: name, locals = 0 }: Made = {},
): Uint8Array<ArrayBuffer> {
  const I32 = 0x7f;
  const types = [
    [0x60, 0, 0],
    [0x60, 3, I32, I32, I32, 1, I32],
    [0x60, 6, I32, I32, I32, I32, I32, I32, 1, I32],
    [0x60, 1, I32, 0],
  ];
  const host = [
    [...text("host"), ...text("host:roll"), 0, 1],
    [...text("host"), ...text("host:ask"), 0, 2],
    [...text("host"), ...text("host:log"), 0, 3],
    ...(imports ? [[...text("host"), ...text(imports), 0, 0]] : []),
  ];
  const [least, most] = pages;
  const memory = [1, most === undefined ? 0 : 1, ...unsigned(least), ...(most === undefined ? [] : unsigned(most))];
  const globals = VARIABLES.map((name) => [I32, 1, 0x41, ...(name === "fault" ? [0x7f] : number(4096)), 0x0b]);
  const exported = [
    [...text("memory"), 2, 0],
    ...VARIABLES.map((name, at) => [...text(name), 3, at]),
    ...(name ? [[...text(name), 3, 0]] : []),
    [...text("start"), 0, ...unsigned(host.length + 1)],
    ...functions.map((name) => [...text(name), 0, ...unsigned(host.length)]),
  ];
  const variables = locals === 0 ? [0] : [1, ...unsigned(locals), I32];
  const body = (code: Code): Code => [...unsigned(variables.length + code.length + 1), ...variables, ...code, 0x0b];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    ...section(2, vector(host)),
    ...section(3, vector([[0], [0]])),
    ...section(5, memory),
    ...section(6, vector(globals)),
    ...section(7, vector(exported)),
    ...more,
    ...section(10, vector([body(does), body(start)])),
  ]);
}

/** The functions that a module of a program has, by the program's text. */
function functionsOf(program: Uint8Array, name: string): string[] {
  const told = JSON.parse(new TextDecoder().decode(program));
  const entries: { kind?: string; name: string }[] = name === "asides" ? (told.asides?.entries ?? []) : told.entries;
  return entries.map((entry) => `${entry.kind}:${entry.name}`);
}

/** A game file with other modules, whose memory has room for its state; or another program. */
export function hostileGame(
  file: Uint8Array,
  modules: Readonly<Record<string, Made>>,
  change = (program: string) => program,
): Uint8Array<ArrayBuffer> {
  const [first, rest] = parted(new Uint8Array(gunzipSync(file)));
  const head = JSON.parse(first) as { parts: Record<string, number> };
  const parts = new Map<string, Uint8Array>();
  let at = 0;
  for (const [name, length] of Object.entries(head.parts)) {
    parts.set(name, rest.subarray(at, at + length));
    at += length;
  }
  const program = parts.get("program")!;
  for (const [name, made] of Object.entries(modules))
    parts.set(name, moduleOf(functionsOf(program, name), { pages: [100, 100], ...made }));
  parts.set("program", new TextEncoder().encode(change(new TextDecoder().decode(program))));
  const lengths = Object.fromEntries([...parts].map(([name, part]) => [name, part.length]));
  return new Uint8Array(
    gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, parts: lengths })}\n`), ...parts.values()])),
  );
}
