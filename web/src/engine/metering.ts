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

import { ByteReader, ByteWriter, I32, I64, unsafeModuleError, VALUE_TYPES } from "./binary";

/** The name that the variable is exported by. */
export const FUEL_EXPORT = "host:fuel";

/** The variables of a module that its host reads or sets. */
export const HOST_GLOBALS: ReadonlySet<string> = new Set([
  "hosted",
  "script",
  "script_begin",
  "script_end",
  "fault",
  "ended",
  "ended_value",
]);

/** Pages of 64 KiB that a module's memory may have: the largest game has 116. */
const MAX_PAGES = 1200;

/** Locals that a function may have: so many that there is room for one more, for hosts take 50,000. */
const MAX_LOCALS = 49_000;

/** What a module may call. */
const ALLOWED_IMPORTS = new Set(["host:roll", "host:ask", "host:log"]);

/** A function is called for so much, besides its instructions. */
const CALL_COST = 4;

/** Copying and filling so many bytes, as a power of 2, cost as much as an instruction. */
const BULK_BYTES_SHIFT = 2;

/** A variable, among what is exported. */
const GLOBAL_EXPORT_KIND = 3;

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
  const input = new ByteReader(module);
  const output = new ByteWriter(module.length * 2);
  output.writeBytes(input.readBytes(8));
  const summary = new ModuleSummary();
  while (!input.isAtEnd) {
    const kind = input.readByte();
    const section = new ByteReader(input.readBytes(input.readUnsigned()));
    if (kind === Section.Custom) {
      section.readName();
      continue;
    }
    const content = new ByteWriter(section.length + 16);
    meterSection(kind, section, content, summary);
    output.writeByte(kind);
    output.writeUnsigned(content.length);
    output.writeBytes(content.output);
  }
  if (!summary.hasGlobals || !summary.hasExports || !summary.hasMemory) throw unsafeModuleError();
  return output.output;
}

/** What is known of a module by the sections that were read. */
class ModuleSummary {
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

function meterSection(kind: number, section: ByteReader, content: ByteWriter, summary: ModuleSummary): void {
  switch (kind) {
    case Section.Types:
      readTypes(section, summary);
      break;
    case Section.Imports:
      checkImports(section);
      break;
    case Section.Functions:
      for (let remaining = section.readUnsigned(); remaining > 0; remaining--)
        summary.functions.push(section.readUnsigned());
      break;
    case Section.Memory:
      checkMemory(section);
      summary.hasMemory = true;
      break;
    case Section.Globals:
      addFuelGlobal(section, content, summary);
      return;
    case Section.Exports:
      addFuelExport(section, content, summary);
      return;
    case Section.Code:
      meterCode(section, content, summary);
      return;
    case Section.Data:
      break;
    default: // the rest: no section of a game's module
      throw unsafeModuleError();
  }
  content.writeBytes(section.bytes);
}

function readTypes(section: ByteReader, summary: ModuleSummary): void {
  for (let remaining = section.readUnsigned(); remaining > 0; remaining--) {
    if (section.readByte() !== 0x60) throw unsafeModuleError();
    const counts = [section.readValueTypes(), section.readValueTypes()];
    summary.params.push(counts[0]!);
  }
}

function checkImports(section: ByteReader): void {
  for (let remaining = section.readUnsigned(); remaining > 0; remaining--) {
    const from = section.readName();
    if (from !== "host" || !ALLOWED_IMPORTS.has(section.readName()) || section.readByte() !== 0)
      throw unsafeModuleError();
    section.readUnsigned();
  }
}

/** One memory, which says how large it is at most, and cannot grow. */
function checkMemory(section: ByteReader): void {
  if (section.readUnsigned() !== 1 || section.readByte() !== 1) throw unsafeModuleError();
  const least = section.readUnsigned();
  if (section.readUnsigned() !== least || least > MAX_PAGES) throw unsafeModuleError();
}

/** A variable more, behind the others, which are whole numbers, too. */
function addFuelGlobal(section: ByteReader, content: ByteWriter, summary: ModuleSummary): void {
  const count = section.readUnsigned();
  const begin = section.position;
  for (let remaining = count; remaining > 0; remaining--) {
    const [type, mutable, constant] = [section.readByte(), section.readByte(), section.readByte()];
    if (!(type === I32 && constant === 0x41) && !(type === I64 && constant === 0x42)) throw unsafeModuleError();
    if (mutable > 1) throw unsafeModuleError();
    summary.globals.push(type);
    section.skipNumber();
    if (section.readByte() !== 0x0b) throw unsafeModuleError();
  }
  summary.hasGlobals = true;
  content.writeUnsigned(count + 1);
  content.writeBytes(section.bytes.subarray(begin));
  content.writeBytes(new Uint8Array([I32, 1, 0x41, 0, 0x0b]));
}

function addFuelExport(section: ByteReader, content: ByteWriter, summary: ModuleSummary): void {
  const count = section.readUnsigned();
  summary.hasExports = true;
  content.writeUnsigned(count + 1);
  content.writeBytes(section.bytes.subarray(section.position));
  for (let remaining = count; remaining > 0; remaining--) {
    const [name, kind, index] = [section.readName(), section.readByte(), section.readUnsigned()];
    const type = summary.globals[index];
    if (name === FUEL_EXPORT) throw unsafeModuleError();
    if (kind === GLOBAL_EXPORT_KIND && (type === undefined || (HOST_GLOBALS.has(name) && type !== I32)))
      throw unsafeModuleError();
  }
  const name = new TextEncoder().encode(FUEL_EXPORT);
  content.writeUnsigned(name.length);
  content.writeBytes(name);
  content.writeByte(GLOBAL_EXPORT_KIND);
  content.writeUnsigned(summary.globals.length);
}

function meterCode(section: ByteReader, content: ByteWriter, summary: ModuleSummary): void {
  const count = section.readUnsigned();
  content.writeUnsigned(count);
  for (let number = 0; number < count; number++) {
    const params = summary.params[summary.functions[number] ?? -1];
    if (params === undefined) throw unsafeModuleError();
    const body = new ByteReader(section.readBytes(section.readUnsigned()));
    const metered = new ByteWriter(body.length * 2 + 64);
    meterBody(body, metered, params, summary.globals.length);
    content.writeUnsigned(metered.length);
    content.writeBytes(metered.output);
  }
}

/** A part of a function that is done as a whole or is left before its end: the function itself, or one turn of a loop. */
interface MeteredRegion {
  /** Where its cost is to be written. */
  readonly costPosition: number;
  cost: number;
}

function meterBody(body: ByteReader, output: ByteWriter, params: number, fuelIndex: number): void {
  const groups = body.readUnsigned();
  output.writeUnsigned(groups + 1);
  const begin = body.position;
  let locals = 0;
  for (let remaining = groups; remaining > 0; remaining--) {
    locals += body.readUnsigned();
    if (!VALUE_TYPES.has(body.readByte())) throw unsafeModuleError();
  }
  output.writeBytes(body.bytes.subarray(begin, body.position));
  output.writeBytes(new Uint8Array([1, I32]));
  if (locals > MAX_LOCALS) throw unsafeModuleError();
  const amountLocal = params + locals;
  const regions: MeteredRegion[] = [{ costPosition: emitCharge(output, fuelIndex), cost: CALL_COST + locals }];
  /** Of each block that is open, whether it is a loop. */
  const blocks: boolean[] = [false];
  while (blocks.length > 0) {
    const from = body.position;
    const code = body.readByte();
    const region = regions.at(-1)!;
    region.cost += 1;
    if (code === 0xfc) region.cost += meterBulk(body, output, amountLocal, fuelIndex);
    else skipOperands(code, body, amountLocal, fuelIndex);
    output.writeBytes(body.bytes.subarray(from, body.position));
    if (code === 0x02 || code === 0x04) blocks.push(false);
    else if (code === 0x03) {
      blocks.push(true);
      regions.push({ costPosition: emitCharge(output, fuelIndex), cost: 0 });
    } else if (code === 0x0b && blocks.pop()) {
      const { costPosition, cost } = regions.pop()!;
      output.patchUnsigned(costPosition, cost);
    }
  }
  if (!body.isAtEnd) throw unsafeModuleError();
  output.patchUnsigned(regions[0]!.costPosition, regions[0]!.cost);
}

/** Take what is yet to be written from the fuel, and trap where there is none left; where its amount is to be written. */
function emitCharge(output: ByteWriter, fuelIndex: number): number {
  output.writeInstruction(0x23, fuelIndex); // global.get
  output.writeByte(0x41); // i32.const
  const place = output.length;
  output.writeBytes(new Uint8Array(5));
  output.writeByte(0x6b); // i32.sub
  emitTrapIfSpent(output, fuelIndex);
  return place;
}

/** What is on the stack is the fuel that is left; trap where that is below 0. */
function emitTrapIfSpent(output: ByteWriter, fuelIndex: number): void {
  output.writeInstruction(0x24, fuelIndex); // global.set
  output.writeInstruction(0x23, fuelIndex); // global.get
  output.writeBytes(new Uint8Array([0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b])); // i32.const 0, i32.lt_s, if, unreachable, end
}

/** Instructions that move many bytes: they cost by how many, which is on top of the stack. */
function meterBulk(body: ByteReader, output: ByteWriter, amountLocal: number, fuelIndex: number): number {
  const kind = body.readUnsigned();
  if (kind < 8) return 0; // conversions
  if (kind !== 10 && kind !== 11) throw unsafeModuleError();
  if (body.readByte() !== 0 || (kind === 10 && body.readByte() !== 0)) throw unsafeModuleError();
  output.writeInstruction(0x22, amountLocal); // local.tee
  output.writeInstruction(0x23, fuelIndex); // global.get
  output.writeInstruction(0x20, amountLocal); // local.get
  output.writeBytes(new Uint8Array([0x41, BULK_BYTES_SHIFT, 0x76, 0x6b])); // i32.const, i32.shr_u, i32.sub
  emitTrapIfSpent(output, fuelIndex);
  return CALL_COST;
}

/** Pass over what stands behind an instruction's code, in a function of so many locals, its parameters among them. */
function skipOperands(code: number, body: ByteReader, locals: number, globals: number): void {
  if (code === 0x02 || code === 0x03 || code === 0x04 || code === 0x41 || code === 0x42) body.skipNumber();
  else if (code === 0x0c || code === 0x0d || code === 0x10) body.readUnsigned();
  else if (code >= 0x20 && code <= 0x22) {
    if (body.readUnsigned() >= locals) throw unsafeModuleError();
  } else if (code === 0x23 || code === 0x24) {
    if (body.readUnsigned() >= globals) throw unsafeModuleError();
  } else if (code === 0x0e)
    for (let remaining = body.readUnsigned() + 1; remaining > 0; remaining--) body.readUnsigned();
  else if (code >= 0x28 && code <= 0x3e) body.skipAddress();
  else if (code === 0x3f) body.readBytes(1);
  else if (code === 0x43) body.readBytes(4);
  else if (code === 0x44) body.readBytes(8);
  else if (code === 0xfd) skipVectorOperands(body.readUnsigned(), body);
  else if (!(code <= 0x01 || code === 0x05 || code === 0x0b || code === 0x0f || code === 0x1a || code === 0x1b))
    if (!(code >= 0x45 && code <= 0xc4)) throw unsafeModuleError();
}

function skipVectorOperands(code: number, body: ByteReader): void {
  if (code <= 11 || code === 92 || code === 93) body.skipAddress();
  else if (code === 12 || code === 13) body.readBytes(16);
  else if (code >= 21 && code <= 34) body.readBytes(1);
  else if (code >= 84 && code <= 91) {
    body.skipAddress();
    body.readBytes(1);
  }
}
