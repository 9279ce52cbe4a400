/** Metered modules: a stranger's WebAssembly is rewritten, before it is compiled, so that it counts its own work.
 *
 * A module of a game that did not come with the site may hold a loop without an end. What runs on the page's own thread
 * cannot be stopped from outside, so each function and each turn of a loop takes what it is about to do from a variable
 * that the code itself cannot name, `fuel`, and traps where that is used up. The host fills it (`machine.ts`). Whatever
 * could work without being counted, grow the memory or reach outside is refused: the compiler of rules uses none of it.
 *
 * It is valid exactly where the module is: what it adds, a variable, a local to each function, an export, is refused where
 * the module names it, for a name that means nothing there would mean something here.
 *
 * Source: WebAssembly Core Specification 2.0, 5.3 to 5.5 (binary format).
 */

import { I32, I64, Input, Output, refused, VALUES } from "./binary";

/** The name that the variable is exported by. */
export const FUEL = "host:fuel";

/** The variables of a module that its host reads or sets. */
export const VARIABLES: ReadonlySet<string> = new Set([
  "hosted",
  "script",
  "script_begin",
  "script_end",
  "fault",
  "ended",
  "ended_value",
]);

/** Pages of 64 KiB that a module's memory may have: the largest game has 116. */
const MOST_PAGES = 1200;

/** Locals that a function may have: so many that there is room for one more, for hosts take 50,000. */
const MOST_LOCALS = 49_000;

/** What a module may call. */
const IMPORTS = new Set(["host:roll", "host:ask", "host:log"]);

/** A function is called for so much, besides its instructions. */
const CALL = 4;

/** Copying and filling so many bytes, as a power of 2, cost as much as an instruction. */
const BYTES = 2;

/** A variable, among what is exported. */
const VARIABLE = 3;

/** The sections of a module by their numbers. */
enum Section {
  Custom = 0,
  Types = 1,
  Imports = 2,
  Functions = 3,
  Memory = 5,
  Globals = 6,
  Exports = 7,
  Code = 10,
  Data = 11,
}

/** The module with its work counted.
 *
 * Throws {@link NoGame} where it could do more than the modules of games do. What is malformed in other ways stays so, and
 * is refused when it is compiled.
 */
export function meterModule(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const input = new Input(module);
  const output = new Output(module.length * 2);
  output.bytes(input.take(8));
  const about = new About();
  while (!input.isOver) {
    const kind = input.byte();
    const section = new Input(input.take(input.unsigned()));
    if (kind === Section.Custom) {
      section.text();
      continue;
    }
    const content = new Output(section.length + 16);
    meterSection(kind, section, content, about);
    output.byte(kind);
    output.unsigned(content.length);
    output.bytes(content.written);
  }
  if (!about.hasGlobals || !about.hasExports || !about.hasMemory) throw refused();
  return output.written;
}

/** What is known of a module by the sections that were read. */
class About {
  /** How many parameters each type of function has. */
  readonly params: number[] = [];
  /** The type of each function that the module has itself. */
  readonly functions: number[] = [];
  /** The type of each variable. */
  readonly globals: number[] = [];
  hasGlobals = false;
  hasExports = false;
  hasMemory = false;
}

function meterSection(kind: number, section: Input, content: Output, about: About): void {
  switch (kind) {
    case Section.Types:
      readTypes(section, about);
      break;
    case Section.Imports:
      checkImports(section);
      break;
    case Section.Functions:
      for (let left = section.unsigned(); left > 0; left--) about.functions.push(section.unsigned());
      break;
    case Section.Memory:
      checkMemory(section);
      about.hasMemory = true;
      break;
    case Section.Globals:
      addFuel(section, content, about);
      return;
    case Section.Exports:
      addExport(section, content, about);
      return;
    case Section.Code:
      meterCode(section, content, about);
      return;
    case Section.Data:
      break;
    default: // the rest: no section of a game's module
      throw refused();
  }
  content.bytes(section.whole);
}

function readTypes(section: Input, about: About): void {
  for (let left = section.unsigned(); left > 0; left--) {
    if (section.byte() !== 0x60) throw refused();
    const counts = [section.values(), section.values()];
    about.params.push(counts[0]!);
  }
}

function checkImports(section: Input): void {
  for (let left = section.unsigned(); left > 0; left--) {
    const from = section.text();
    if (from !== "host" || !IMPORTS.has(section.text()) || section.byte() !== 0) throw refused();
    section.unsigned();
  }
}

/** One memory, which says how large it is at most, and cannot grow. */
function checkMemory(section: Input): void {
  if (section.unsigned() !== 1 || section.byte() !== 1) throw refused();
  const least = section.unsigned();
  if (section.unsigned() !== least || least > MOST_PAGES) throw refused();
}

/** A variable more, behind the others, which are whole numbers, too. */
function addFuel(section: Input, content: Output, about: About): void {
  const count = section.unsigned();
  const begin = section.at;
  for (let left = count; left > 0; left--) {
    const [type, mutable, constant] = [section.byte(), section.byte(), section.byte()];
    if (!(type === I32 && constant === 0x41) && !(type === I64 && constant === 0x42)) throw refused();
    if (mutable > 1) throw refused();
    about.globals.push(type);
    section.number();
    if (section.byte() !== 0x0b) throw refused();
  }
  about.hasGlobals = true;
  content.unsigned(count + 1);
  content.bytes(section.whole.subarray(begin));
  content.bytes(new Uint8Array([I32, 1, 0x41, 0, 0x0b]));
}

function addExport(section: Input, content: Output, about: About): void {
  const count = section.unsigned();
  about.hasExports = true;
  content.unsigned(count + 1);
  content.bytes(section.whole.subarray(section.at));
  for (let left = count; left > 0; left--) {
    const [name, kind, index] = [section.text(), section.byte(), section.unsigned()];
    const type = about.globals[index];
    if (name === FUEL) throw refused();
    if (kind === VARIABLE && (type === undefined || (VARIABLES.has(name) && type !== I32))) throw refused();
  }
  const name = new TextEncoder().encode(FUEL);
  content.unsigned(name.length);
  content.bytes(name);
  content.byte(VARIABLE);
  content.unsigned(about.globals.length);
}

function meterCode(section: Input, content: Output, about: About): void {
  const count = section.unsigned();
  content.unsigned(count);
  for (let number = 0; number < count; number++) {
    const params = about.params[about.functions[number] ?? -1];
    if (params === undefined) throw refused();
    const body = new Input(section.take(section.unsigned()));
    const metered = new Output(body.length * 2 + 64);
    meterBody(body, metered, params, about.globals.length);
    content.unsigned(metered.length);
    content.bytes(metered.written);
  }
}

/** A part of a function that is done as a whole or is left before its end: the function itself, or one turn of a loop. */
interface Region {
  /** Where its cost is to be written. */
  readonly place: number;
  cost: number;
}

function meterBody(body: Input, output: Output, params: number, fuel: number): void {
  const groups = body.unsigned();
  output.unsigned(groups + 1);
  const begin = body.at;
  let locals = 0;
  for (let left = groups; left > 0; left--) {
    locals += body.unsigned();
    if (!VALUES.has(body.byte())) throw refused();
  }
  output.bytes(body.whole.subarray(begin, body.at));
  output.bytes(new Uint8Array([1, I32]));
  if (locals > MOST_LOCALS) throw refused();
  const amount = params + locals;
  const regions: Region[] = [{ place: charge(output, fuel), cost: CALL + locals }];
  /** Of each block that is open, whether it is a loop. */
  const blocks: boolean[] = [false];
  while (blocks.length > 0) {
    const from = body.at;
    const code = body.byte();
    const region = regions.at(-1)!;
    region.cost += 1;
    if (code === 0xfc) region.cost += meterBulk(body, output, amount, fuel);
    else passOver(code, body, amount, fuel);
    output.bytes(body.whole.subarray(from, body.at));
    if (code === 0x02 || code === 0x04) blocks.push(false);
    else if (code === 0x03) {
      blocks.push(true);
      regions.push({ place: charge(output, fuel), cost: 0 });
    } else if (code === 0x0b && blocks.pop()) {
      const { place, cost } = regions.pop()!;
      output.patch(place, cost);
    }
  }
  if (!body.isOver) throw refused();
  output.patch(regions[0]!.place, regions[0]!.cost);
}

/** Take what is yet to be written from the fuel, and trap where there is none left; where its amount is to be written. */
function charge(output: Output, fuel: number): number {
  output.instruction(0x23, fuel); // global.get
  output.byte(0x41); // i32.const
  const place = output.length;
  output.bytes(new Uint8Array(5));
  output.byte(0x6b); // i32.sub
  settle(output, fuel);
  return place;
}

/** What is on the stack is the fuel that is left; trap where that is below 0. */
function settle(output: Output, fuel: number): void {
  output.instruction(0x24, fuel); // global.set
  output.instruction(0x23, fuel); // global.get
  output.bytes(new Uint8Array([0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b])); // i32.const 0, i32.lt_s, if, unreachable, end
}

/** Instructions that move many bytes: they cost by how many, which is on top of the stack. */
function meterBulk(body: Input, output: Output, amount: number, fuel: number): number {
  const kind = body.unsigned();
  if (kind < 8) return 0; // conversions
  if (kind !== 10 && kind !== 11) throw refused();
  if (body.byte() !== 0 || (kind === 10 && body.byte() !== 0)) throw refused();
  output.instruction(0x22, amount); // local.tee
  output.instruction(0x23, fuel); // global.get
  output.instruction(0x20, amount); // local.get
  output.bytes(new Uint8Array([0x41, BYTES, 0x76, 0x6b])); // i32.const, i32.shr_u, i32.sub
  settle(output, fuel);
  return CALL;
}

/** Pass over what stands behind an instruction's code, in a function of so many locals, its parameters among them. */
function passOver(code: number, body: Input, locals: number, globals: number): void {
  if (code === 0x02 || code === 0x03 || code === 0x04 || code === 0x41 || code === 0x42) body.number();
  else if (code === 0x0c || code === 0x0d || code === 0x10) body.unsigned();
  else if (code >= 0x20 && code <= 0x22) {
    if (body.unsigned() >= locals) throw refused();
  } else if (code === 0x23 || code === 0x24) {
    if (body.unsigned() >= globals) throw refused();
  } else if (code === 0x0e) for (let left = body.unsigned() + 1; left > 0; left--) body.unsigned();
  else if (code >= 0x28 && code <= 0x3e) body.address();
  else if (code === 0x3f) body.take(1);
  else if (code === 0x43) body.take(4);
  else if (code === 0x44) body.take(8);
  else if (code === 0xfd) passOverVector(body.unsigned(), body);
  else if (!(code <= 0x01 || code === 0x05 || code === 0x0b || code === 0x0f || code === 0x1a || code === 0x1b))
    if (!(code >= 0x45 && code <= 0xc4)) throw refused();
}

function passOverVector(code: number, body: Input): void {
  if (code <= 11 || code === 92 || code === 93) body.address();
  else if (code === 12 || code === 13) body.take(16);
  else if (code >= 21 && code <= 34) body.take(1);
  else if (code >= 84 && code <= 91) {
    body.address();
    body.take(1);
  }
}
