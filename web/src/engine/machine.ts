/** A module at work: dice, answers and the journal are its host's. */

import { InputError } from "../errors";
import { type Dice, decodeDice } from "../rules/dice";
import { decodeOlderDice } from "../rules/olderGameFiles";
import type { Entry, Program } from "../rules/program";
import { fuel, WorkLimitExceeded } from "./fuel";
import { NAMES_SLOT, SLOTS_ADDRESS, STEPS_SLOT, WORD_BYTES } from "./memory";
import { FUEL_EXPORT } from "./metering";

/** A site and integers, as the program's sites tell. A choice is (site, index, number of options, options ..., values ...). */
export type Event = readonly number[];

/** What the dice of a throw show together; for d66 the two digits. */
export type Roll = (site: number, dice: Dice) => number;

/** What the rules' preferences say of an option, the higher the better; null where they say nothing. */
export type Score = ((option: number) => number) | null;

/** Works out the integers that a prompt and the titles of branches hold, in order. */
export type Values = () => readonly number[];

/**
 * Who answers: gives the index of one of the options, or -1 for none where the site allows that. Options are integers:
 * enum values, numbers, element references, or numbers of branches.
 */
export type Ask = (site: number, options: readonly number[], score: Score, values: Values) => number;

/** Takes an event. */
export type Log = (event: Event) => void;

/** What a call gives: nothing, an integer, or several. */
export type CallResult = number | readonly number[] | undefined;

/** The rules did what they may not, at a numbered site. */
export class Fault extends Error {
  constructor(readonly site: number) {
    super(`rules fault at site ${site}`);
  }
}

/** What `fault` holds while there is none. */
const NO_FAULT = -1;

/** So many answers a choice of a stranger's module may offer: rules may offer a thousand numbers, or the elements of a list. */
const MAX_OFFERED = 2000;

/** So many instances of one module wait to be used again. */
const MAX_SPARE_INSTANCES = 4;

/** The module of a program: makes machines. The state begins with what the program says, whatever stands in the module. */
export class ProgramModule {
  private readonly spareInstances: ModuleInstance[] = [];

  constructor(
    readonly program: Program,
    readonly module: WebAssembly.Module,
  ) {}

  /**
   * A machine for one run, its state not begun yet. Without `log` nothing is told. What is known of the run, the script,
   * is given within the module, and until the last of it is given nothing is told.
   */
  createMachine(roll: Roll, ask: Ask, log: Log | null = null, script: ArrayLike<number> = []): Machine {
    const instance = this.spareInstances.pop() ?? new ModuleInstance(this);
    instance.attachHost(roll, ask, log, script);
    return new Machine(instance);
  }

  /** Let an instance serve another run. */
  releaseInstance(instance: ModuleInstance): void {
    if (this.spareInstances.length < MAX_SPARE_INSTANCES) this.spareInstances.push(instance);
  }
}

/** Of all integers of a state, steps among them. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** A run takes at most the steps of so many missions as long as may be. */
export const RESERVE_MISSIONS = 30;

/** The fault where steps run out. */
export const TOO_LONG_TEXT = "this goes on for too long";

/** An instance of a module, and what it calls; it serves one machine after the other. */
export class ModuleInstance {
  readonly words: Int32Array;
  readonly slots: Int32Array;
  private readonly exports: WebAssembly.Exports;
  private roll: Roll = refuseCall;
  private ask: Ask = refuseCall;
  private log: Log | null = null;
  /** Where the script ends, as long as there is any of it left; 0 behind it. */
  private scriptEnd = 0;
  private readonly script: WebAssembly.Global;
  /** What is left to a module that counts its work; null for one that does not. */
  private readonly fuel: WebAssembly.Global | null;

  constructor(readonly code: ProgramModule) {
    const host = {
      "host:roll": this.meterCalls(
        (site: number, count: number, sides: number, keep?: number) =>
          this.roll(site, keep === undefined ? decodeOlderDice(count, sides) : decodeDice(count, sides, keep)),
        (_, count) => count,
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

  /** A function of the host that a module calls; of one that counts its work, what it hands over is counted, too. */
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

  /** Serve a machine, with a state that is not begun. */
  attachHost(roll: Roll, ask: Ask, log: Log | null, script: ArrayLike<number>): void {
    this.roll = roll;
    this.ask = ask;
    this.log = log;
    this.loadScript(script);
    this.scriptEnd = script.length > 0 ? this.getGlobal("script_end") : 0;
    this.slots.fill(0);
    this.resetSteps();
  }

  /** Have the next throws and answers be these: sums, and indices of options. There is room for {@link MOST_KNOWN}. */
  loadScript(script: ArrayLike<number>): void {
    const begin = this.getGlobal("script_begin");
    this.words.set(script, begin / WORD_BYTES);
    this.setGlobal("script", begin);
    this.setGlobal("script_end", begin + WORD_BYTES * script.length);
  }

  /** Have a whole budget of steps. */
  resetSteps(): void {
    const { mission } = this.code.program.budgets;
    this.setSteps(mission, Math.min((RESERVE_MISSIONS - 1) * mission, MAX_INTEGER - mission));
  }

  /** Have so many steps left, and so many beyond them for further missions. */
  setSteps(steps: number, reserve: number): void {
    this.slots[STEPS_SLOT] = steps;
    this.slots[this.slots.length - 1] = reserve;
  }

  /** A variable. */
  getGlobal(name: string): number {
    return (this.exports[name] as WebAssembly.Global).value as number;
  }

  /** Give a variable a value. */
  setGlobal(name: string, value: number | bigint): void {
    (this.exports[name] as WebAssembly.Global).value = value;
  }

  /** Call a function. Throws {@link Fault} where the rules stop it, and whatever its host throws. */
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

  /** The integer at an address. Throws an {@link InputError} where there is none: the module is no game's. */
  private wordAt(address: number): number {
    const value = this.words[address / WORD_BYTES];
    if (value === undefined) throw invalidModuleError();
    return value;
  }

  /** Integers at an address. Throws an {@link InputError} where there are none: the module is no game's. */
  wordsAt(address: number, count: number): number[] {
    if (!(address >= 0 && count >= 0 && address / WORD_BYTES + count <= this.words.length)) throw invalidModuleError();
    const words = new Array<number>(count);
    const first = address / WORD_BYTES;
    for (let index = 0; index < count; index++) words[index] = this.words[first + index]!;
    return words;
  }

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

  /** The state, one integer a slot. Once the machine is closed it is another's: who wants it has copied it before. */
  readonly slots: Int32Array;

  constructor(instance: ModuleInstance) {
    this.instance = instance;
    this.slots = instance.slots;
  }

  /** Bring every field to its default; what was kept of another state is forgotten. */
  start(): void {
    this.openInstance().call("start");
  }

  /** Bring every field to its default, with a whole budget of steps and no names given. */
  begin(): void {
    this.resetSteps();
    this.slots[NAMES_SLOT] = 0;
    this.start();
  }

  /** Have a whole budget of steps. */
  resetSteps(): void {
    this.openInstance().resetSteps();
  }

  /** How many steps are left; below 0 where they ran out. */
  get steps(): number {
    return this.slots[STEPS_SLOT]!;
  }

  /** Have so many steps, and none beyond them. */
  set steps(left: number) {
    this.openInstance().setSteps(left, 0);
  }

  /**
   * Call an entry. Throws {@link Fault} where the rules fault; besides, only what its host throws comes out of it. After
   * either the state is as it was at that moment, and {@link begin} makes the machine fit for use again.
   */
  call(entry: Entry, ...args: readonly number[]): CallResult {
    const instance = this.openInstance();
    const result = instance.call(`${entry.kind}:${entry.name}`, ...args);
    return instance.getGlobal("ended") ? instance.getGlobal("ended_value") : result;
  }

  /** Call an entry that gives an integer; see {@link call}. */
  callForInteger(entry: Entry, ...args: readonly number[]): number {
    const result = this.call(entry, ...args);
    if (typeof result !== "number") throw new TypeError(`${entry.name} gives no integer`);
    return result;
  }

  /** It is called no more, and its instance may serve another run. */
  close(): void {
    if (this.instance === null) return;
    this.instance.attachHost(refuseCall, refuseCall, null, []);
    this.instance.code.releaseInstance(this.instance);
    this.instance = null;
  }

  private openInstance(): ModuleInstance {
    if (this.instance === null) throw new Error("the machine is closed");
    return this.instance;
  }
}

/** Whether calls went deeper than there is room for: browsers say so in different words. */
function isStackOverflow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "InternalError" || (error instanceof RangeError && error.message.includes("call stack"));
}

/** A module handed over what no game's module does. */
function invalidModuleError(): InputError {
  return new InputError("this game does what no game does, and was stopped", "", "Get its file once more.");
}

/** In place of dice and answers where neither is asked for. */
export function refuseCall(): never {
  throw new Error("nothing is thrown or answered here");
}
