/** A desk in Node: answers the calls that come as lines of JSON, and prints each answer as a line. */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { type LoadPyodide, openDesk } from "../src/workshop/desk/python";

const [pyodide, program, ...games] = process.argv.slice(2) as [string, string, ...string[]];
const read = (path: string) => new Uint8Array(readFileSync(path));
const { loadPyodide } = (await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href)) as { loadPyodide: LoadPyodide };
const began = performance.now();
const desk = await openDesk(loadPyodide, `${pyodide}/`, read(program), games.map(read));
console.log(JSON.stringify({ ready: performance.now() - began }));
for await (const line of createInterface({ input: process.stdin })) console.log(desk.answer(line));
