/** Machines: instances of a WebAssembly module that the host supplies with dice, answers and a journal. */

import { InputError } from "../errors";
import { type Dice, decodeDice, dieCount } from "../rules/dice";
import { decodeOlderDice } from "../rules/olderGameFiles";
import type { Entry, Program } from "../rules/program";
import { fuel, WorkLimitExceeded } from "./fuel";
import { NAMES_SLOT, SLOTS_ADDRESS, STEPS_SLOT, WORD_BYTES } from "./memory";
import { FUEL_EXPORT } from "./metering";

/** An event: a site and integers by its schema. A choice is (site, index, option count, options ..., values ...). */
export type Event = readonly number[];

/** Dice callback: returns the combined result of a throw; for d66 the two digits. */
export type Roll = (site: number, dice: Dice) => number;

/** The rules' preference score of an option, the higher the better; null without preferences. */
export type Score = ((option: number) => number) | null;

/** Computes the integers in a prompt's and branch titles' holes, in order. */
export type Values = () => readonly number[];

/**
 * Policy callback: returns the index of an option, or -1 for none if the site allows that. Options are integers: enum
 * values, numbers, element references, or branch numbers.
 */
export type Ask = (site: number, options: readonly number[], score: Score, values: Values) => number;

/** Journal callback: takes an event. */
export type Log = (event: Event) => void;

/** The result of a call: nothing, an integer, or several. */
export type CallResult = number | readonly number[] | undefined;

/** A rules fault: a run-time error of the rules, at a numbered site (code location). */
export class Fault extends Error {
  /** Make the error for the site with this number. */
  constructor(readonly site: number) {
    super(`rules fault at site ${site}`);
  }
}

/** The value of the global `fault` without a fault. */
const NO_FAULT = -1;

/** Maximum options of a choice of a stranger's module: rules offer a thousand numbers, or a list's elements. */
const MAX_OFFERED = 2000;

/** Maximum number of spare instances that a module keeps for reuse. */
const MAX_SPARE_INSTANCES = 4;

/** A program's compiled module: a factory of machines, whose initial state is the program's, not the module's. */
export class ProgramModule {
  private readonly spareInstances: ModuleInstance[] = [];

  /** Make the factory from a program and its compiled WebAssembly module. */
  constructor(
    readonly program: Program,
    readonly module: WebAssembly.Module,
  ) {}

  /**
   * Create a machine for one run, not yet started; without `log` there are no events. The module itself replays
   * `script`, the known throws and answers, and logs no events until the script is used up.
   */
  createMachine(roll: Roll, ask: Ask, log: Log | null = null, script: ArrayLike<number> = []): Machine {
    const instance = this.spareInstances.pop() ?? new ModuleInstance(this);
    instance.attachHost(roll, ask, log, script);
    return new Machine(instance);
  }

  /** Take an instance back, for another run. */
  releaseInstance(instance: ModuleInstance): void {
    if (this.spareInstances.length < MAX_SPARE_INSTANCES) this.spareInstances.push(instance);
  }
}

/** The largest integer in a state, step counts included. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** The step limit of a run, in missions of maximum length. */
export const RESERVE_MISSIONS = 30;

/** The message of the fault when the steps run out. */
export const TOO_LONG_TEXT = "this goes on for too long";

/** A WebAssembly instance of a module with its host callbacks; it serves one machine at a time. */
export class ModuleInstance {
  readonly words: Int32Array;
  readonly slots: Int32Array;
  private readonly exports: WebAssembly.Exports;
  private roll: Roll = refuseCall;
  private ask: Ask = refuseCall;
  private log: Log | null = null;
  /** The end of the script while some of it is left; 0 behind it. */
  private scriptEnd = 0;
  private readonly script: WebAssembly.Global;
  /** The fuel global of a metered module; null for one without metering. */
  private readonly fuel: WebAssembly.Global | null;

  /** Instantiate the module of a program, with callbacks that the current machine sets. */
  constructor(readonly code: ProgramModule) {
    const host = {
      "host:roll": this.meterCalls(
        (site: number, count: number, sides: number, keep?: number) =>
          this.roll(site, keep === undefined ? decodeOlderDice(count, sides) : decodeDice(count, sides, keep)),
        (_site, count, sides, keep) => (keep === undefined ? count : dieCount(decodeDice(count, sides, keep))),
      ),
      "host:ask": this.meterCalls(this.handleAsk, (_site, _options, _scores, count, _values, told) => count + told),
      "host:log": this.meterCalls(this.handleEvent, (event) => (event === 0 ? 0 : this.wordAt(event))),
    };
    this.exports = new WebAssembly.Instance(code.module, { host }).exports;
    this.words = new Int32Array((this.exports.memory as WebAssembly.Memory).buffer);
    const { slots, defaults } = code.program;
    const first = SLOTS_ADDRESS / WORD_BYTES;
    this.slots = this.words.subarray(first, first + slots);
    this.words.set(defaults, first + slots);
    this.script = this.exports.script as WebAssembly.Global;
    this.fuel = (this.exports[FUEL_EXPORT] as WebAssembly.Global | undefined) ?? null;
    this.setGlobal("hosted", 1);
  }

  /**
   * Wrap the host callback `serve` so that a metered module pays for the integers that it passes to the page;
   * `countHanded` counts these.
   */
  private meterCalls<Given extends number[], Result>(
    serve: (...given: Given) => Result,
    countHanded: (...given: Given) => number,
  ): (...given: Given) => Result {
    return (...args) => {
      const ownFuel = this.fuel;
      if (ownFuel === null) return serve(...args);
      fuel.work = ownFuel.value as number;
      try {
        fuel.chargeIntegers(countHanded(...args));
        return serve(...args);
      } finally {
        ownFuel.value = fuel.work;
      }
    };
  }

  /** Set the host callbacks and the script (known throws and answers) for a machine that is not yet started. */
  attachHost(roll: Roll, ask: Ask, log: Log | null, script: ArrayLike<number>): void {
    this.roll = roll;
    this.ask = ask;
    this.log = log;
    this.loadScript(script);
    this.scriptEnd = script.length > 0 ? this.getGlobal("script_end") : 0;
    this.slots.fill(0);
    this.resetSteps();
  }

  /** Load a script of throws and answers: sums, and indices of options; at most {@link MAX_PRESETS}. */
  loadScript(script: ArrayLike<number>): void {
    const begin = this.getGlobal("script_begin");
    this.words.set(script, begin / WORD_BYTES);
    this.setGlobal("script", begin);
    this.setGlobal("script_end", begin + WORD_BYTES * script.length);
  }

  /** Have the module's runs begin with a state; null for the defaults, to which resets of the rules return anyway. */
  loadFirstState(state: ArrayLike<number> | null): void {
    if (state === null && !("first_state" in this.exports)) return; // a game file from before there were given states
    const given = state === null ? SLOTS_ADDRESS + WORD_BYTES * this.code.program.slots : this.getGlobal("given_state");
    if (state !== null) this.words.set(state, given / WORD_BYTES);
    this.setGlobal("first_state", given);
  }

  /** Refill the step budget of the module. */
  resetSteps(): void {
    const { mission } = this.code.program.budgets;
    this.setSteps(mission, Math.min((RESERVE_MISSIONS - 1) * mission, MAX_INTEGER - mission));
  }

  /** Set the steps left in this mission, and the reserve for further missions. */
  setSteps(steps: number, reserve: number): void {
    this.slots[STEPS_SLOT] = steps;
    this.slots[this.slots.length - 1] = reserve;
  }

  /** Read the module's global variable with a name. */
  getGlobal(name: string): number {
    return (this.exports[name] as WebAssembly.Global).value as number;
  }

  /** Write the module's global variable with a name. */
  setGlobal(name: string, value: number | bigint): void {
    (this.exports[name] as WebAssembly.Global).value = value;
  }

  /** Call an exported function. Throws {@link Fault} at a rules fault, and every exception of its host. */
  call(name: string, ...args: readonly (number | bigint)[]): CallResult {
    const { fuel: ownFuel } = this;
    if (ownFuel !== null) {
      if (fuel.work < 0) throw new WorkLimitExceeded();
      ownFuel.value = fuel.work;
    }
    try {
      return (this.exports[name] as (...given: readonly (number | bigint)[]) => CallResult)(...args);
    } catch (error) {
      if (ownFuel !== null && (ownFuel.value as number) < 0) throw new WorkLimitExceeded();
      if (isStackOverflow(error)) throw new Fault(this.code.program.too_deep);
      const site = error instanceof WebAssembly.RuntimeError ? this.getGlobal("fault") : NO_FAULT;
      if (site === NO_FAULT) throw error;
      this.setGlobal("fault", NO_FAULT);
      throw new Fault(site);
    } finally {
      if (ownFuel !== null) fuel.work = ownFuel.value as number;
    }
  }

  /**
   * Read the integer at an address of the memory. Throws an {@link InputError} for an address outside, which no
   * compiled game passes.
   */
  private wordAt(address: number): number {
    const value = this.words[address / WORD_BYTES];
    if (value === undefined) throw invalidModuleError();
    return value;
  }

  /**
   * Read `count` integers of the memory, from an address on. Throws an {@link InputError} outside, where no compiled
   * game points.
   */
  wordsAt(address: number, count: number): number[] {
    if (!(address >= 0 && count >= 0 && address / WORD_BYTES + count <= this.words.length)) throw invalidModuleError();
    const words = new Array<number>(count);
    const first = address / WORD_BYTES;
    for (let index = 0; index < count; index++) words[index] = this.words[first + index]!;
    return words;
  }

  /** Answer a choice of the module, whose options, scores and values stand at addresses in its memory. */
  private readonly handleAsk = (
    site: number,
    options: number,
    scores: number,
    count: number,
    values: number,
    valueCount: number,
  ): number => {
    if (this.fuel !== null && Math.max(count, valueCount) > MAX_OFFERED) throw invalidModuleError();
    const offeredOptions = this.wordsAt(options, count);
    const scored = scores ? this.wordsAt(scores, count) : [];
    const score: Score = scores ? (option) => scored[offeredOptions.lastIndexOf(option)]! : null;
    const toldValues = this.wordsAt(values, valueCount);
    const index = this.ask(site, offeredOptions, score, () => toldValues);
    if (!(Number.isInteger(index) && -1 <= index && index < count))
      throw new Error(`${index} is no answer at site ${site}`);
    return index;
  };

  /** Pass the event at an address to the journal; an address of 0 means that the event buffer overflowed. */
  private readonly handleEvent = (event: number): void => {
    const { log } = this;
    if (event === 0 || log === null) return;
    if (this.scriptEnd > 0) {
      if (this.script.value < this.scriptEnd) return;
      this.scriptEnd = 0;
    }
    log(this.wordsAt(event + WORD_BYTES, this.words[event / WORD_BYTES]!));
  };
}

/** A program ready to be called, with a state of its own. */
export class Machine {
  private instance: ModuleInstance | null;

  /** The state, one integer per slot. After {@link close} it belongs to another run: copy it before. */
  readonly slots: Int32Array;

  /** Make a machine in an instance, which nobody else uses until {@link close}. */
  constructor(instance: ModuleInstance) {
    this.instance = instance;
    this.slots = instance.slots;
  }

  /** Reset every field to its default, and clear caches of the state before. */
  start(): void {
    this.requireInstance().call("start");
  }

  /** Reset every field to its default, refill the step budget, and restart the counts of given names. */
  begin(): void {
    this.resetSteps();
    this.slots[NAMES_SLOT] = 0;
    this.start();
  }

  /** Refill the step budget (the work that the rules may do). */
  resetSteps(): void {
    this.requireInstance().resetSteps();
  }

  /** The steps left in the budget; below 0 when they ran out. */
  get steps(): number {
    return this.slots[STEPS_SLOT]!;
  }

  /** Set the steps left in the budget, without a reserve. */
  set steps(left: number) {
    this.requireInstance().setSteps(left, 0);
  }

  /**
   * Call an entry. Throws {@link Fault} at a rules fault, and every exception of its host; the state stays as it was at
   * that moment, and {@link begin} makes the machine usable again.
   */
  call(entry: Entry, ...args: readonly number[]): CallResult {
    const instance = this.requireInstance();
    const result = instance.call(`${entry.kind}:${entry.name}`, ...args);
    return instance.getGlobal("ended") ? instance.getGlobal("ended_value") : result;
  }

  /** Call an entry that returns an integer, and return that. Throws like {@link call}. */
  callForInteger(entry: Entry, ...args: readonly number[]): number {
    const result = this.call(entry, ...args);
    if (typeof result !== "number") throw new TypeError(`${entry.name} gives no integer`);
    return result;
  }

  /** Release the instance for another run; the state is lost, and the machine is not called again. */
  close(): void {
    if (this.instance === null) return;
    this.instance.attachHost(refuseCall, refuseCall, null, []);
    this.instance.code.releaseInstance(this.instance);
    this.instance = null;
  }

  /** Return the WebAssembly instance of the machine; throw if the machine is closed. */
  private requireInstance(): ModuleInstance {
    if (this.instance === null) throw new Error("the machine is closed");
    return this.instance;
  }
}

/** Whether an error is a stack overflow, which browsers report in different ways. */
function isStackOverflow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "InternalError" || (error instanceof RangeError && error.message.includes("call stack"));
}

/** Make the error for a module that passes data which no compiled game passes. */
function invalidModuleError(): InputError {
  return new InputError("this game does what no game does, and was stopped", "", "Get its file once more.");
}

/** A callback for machines that must request neither dice nor answers: it throws. */
export function refuseCall(): never {
  throw new Error("nothing is thrown or answered here");
}
