/** A module at work: dice, answers and the journal are its host's. */

import { InputError } from "../errors";
import { type Dice, decodeDice } from "../rules/dice";
import { decodeOlderDice } from "../rules/older";
import type { Entry, Program } from "../rules/program";
import { fuel, WorkedTooLong } from "./fuel";
import { NAMES, SLOTS, STEPS, WORD } from "./memory";
import { FUEL } from "./metering";

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
export type Given = number | readonly number[] | undefined;

/** The rules did what they may not, at a numbered site. */
export class Fault extends Error {
  constructor(readonly site: number) {
    super(`rules fault at site ${site}`);
  }
}

/** What `fault` holds while there is none. */
const NO_FAULT = -1;

/** So many answers a choice of a stranger's module may offer: rules may offer a thousand numbers, or the elements of a list. */
const MOST_OFFERED = 2000;

/** So many instances of one module wait to be used again. */
const MOST_SPARE = 4;

/** The module of a program: makes machines. The state begins with what the program says, whatever stands in the module. */
export class Code {
  private readonly spare: Instance[] = [];

  constructor(
    readonly program: Program,
    readonly module: WebAssembly.Module,
  ) {}

  /**
   * A machine for one run, its state not begun yet. Without `log` nothing is told. What is known of the run, the script,
   * is given within the module, and until the last of it is given nothing is told.
   */
  machine(roll: Roll, ask: Ask, log: Log | null = null, script: ArrayLike<number> = []): Machine {
    const instance = this.spare.pop() ?? new Instance(this);
    instance.serve(roll, ask, log, script);
    return new Machine(instance);
  }

  /** Let an instance serve another run. */
  giveBack(instance: Instance): void {
    if (this.spare.length < MOST_SPARE) this.spare.push(instance);
  }
}

/** Of all integers of a state, steps among them. */
export const LARGEST = 2 ** 31 - 1;

/** A run takes at most the steps of so many missions as long as may be. */
export const MISSIONS = 30;

/** The fault where steps run out. */
export const TOO_LONG = "this goes on for too long";

/** An instance of a module, and what it calls; it serves one machine after the other. */
export class Instance {
  readonly words: Int32Array;
  readonly slots: Int32Array;
  private readonly exports: WebAssembly.Exports;
  private roll: Roll = never;
  private ask: Ask = never;
  private log: Log | null = null;
  /** Where the script ends, as long as there is any of it left; 0 behind it. */
  private known = 0;
  private readonly script: WebAssembly.Global;
  /** What is left to a module that counts its work; null for one that does not. */
  private readonly fuel: WebAssembly.Global | null;

  constructor(readonly code: Code) {
    const host = {
      "host:roll": this.metered(
        (site: number, count: number, sides: number, keep?: number) =>
          this.roll(site, keep === undefined ? decodeOlderDice(count, sides) : decodeDice(count, sides, keep)),
        (_, count) => count,
      ),
      "host:ask": this.metered(this.asked, (_site, _options, _scores, count, _values, told) => count + told),
      "host:log": this.metered(this.told, (event) => (event === 0 ? 0 : this.word(event))),
    };
    this.exports = new WebAssembly.Instance(code.module, { host }).exports;
    this.words = new Int32Array((this.exports.memory as WebAssembly.Memory).buffer);
    const { slots, defaults } = code.program;
    const first = SLOTS / WORD;
    this.slots = this.words.subarray(first, first + slots);
    this.words.set(defaults, first + slots);
    this.script = this.exports.script as WebAssembly.Global;
    this.fuel = (this.exports[FUEL] as WebAssembly.Global | undefined) ?? null;
    this.set("hosted", 1);
  }

  /** A function of the host that a module calls; of one that counts its work, what it hands over is counted, too. */
  private metered<Given extends number[], Result>(
    serve: (...given: Given) => Result,
    handed: (...given: Given) => number,
  ): (...given: Given) => Result {
    return (...given) => {
      const own = this.fuel;
      if (own === null) return serve(...given);
      fuel.work = own.value as number;
      try {
        fuel.hand(handed(...given));
        return serve(...given);
      } finally {
        own.value = fuel.work;
      }
    };
  }

  /** Serve a machine, with a state that is not begun. */
  serve(roll: Roll, ask: Ask, log: Log | null, script: ArrayLike<number>): void {
    this.roll = roll;
    this.ask = ask;
    this.log = log;
    this.know(script);
    this.known = script.length > 0 ? this.get("script_end") : 0;
    this.slots.fill(0);
    this.fillSteps();
  }

  /** Have the next throws and answers be these: sums, and indices of options. There is room for {@link MOST_KNOWN}. */
  know(script: ArrayLike<number>): void {
    const begin = this.get("script_begin");
    this.words.set(script, begin / WORD);
    this.set("script", begin);
    this.set("script_end", begin + WORD * script.length);
  }

  /** Have a whole budget of steps. */
  fillSteps(): void {
    const { mission } = this.code.program.budgets;
    this.setSteps(mission, Math.min((MISSIONS - 1) * mission, LARGEST - mission));
  }

  /** Have so many steps left, and so many beyond them for further missions. */
  setSteps(steps: number, reserve: number): void {
    this.slots[STEPS] = steps;
    this.slots[this.slots.length - 1] = reserve;
  }

  /** A variable. */
  get(name: string): number {
    return (this.exports[name] as WebAssembly.Global).value as number;
  }

  /** Give a variable a value. */
  set(name: string, value: number | bigint): void {
    (this.exports[name] as WebAssembly.Global).value = value;
  }

  /** Call a function. Throws {@link Fault} where the rules stop it, and whatever its host throws. */
  call(name: string, ...args: readonly (number | bigint)[]): Given {
    const { fuel: own } = this;
    if (own !== null) {
      if (fuel.work < 0) throw new WorkedTooLong();
      own.value = fuel.work;
    }
    try {
      return (this.exports[name] as (...given: readonly (number | bigint)[]) => Given)(...args);
    } catch (error) {
      if (own !== null && (own.value as number) < 0) throw new WorkedTooLong();
      if (isTooDeep(error)) throw new Fault(this.code.program.too_deep);
      const site = error instanceof WebAssembly.RuntimeError ? this.get("fault") : NO_FAULT;
      if (site === NO_FAULT) throw error;
      this.set("fault", NO_FAULT);
      throw new Fault(site);
    } finally {
      if (own !== null) fuel.work = own.value as number;
    }
  }

  /** The integer at an address. Throws an {@link InputError} where there is none: the module is no game's. */
  private word(address: number): number {
    const found = this.words[address / WORD];
    if (found === undefined) throw strange();
    return found;
  }

  /** Integers at an address. Throws an {@link InputError} where there are none: the module is no game's. */
  at(address: number, count: number): number[] {
    if (!(address >= 0 && count >= 0 && address / WORD + count <= this.words.length)) throw strange();
    const found = new Array<number>(count);
    const first = address / WORD;
    for (let index = 0; index < count; index++) found[index] = this.words[first + index]!;
    return found;
  }

  private readonly asked = (
    site: number,
    options: number,
    scores: number,
    count: number,
    values: number,
    told: number,
  ): number => {
    if (this.fuel !== null && Math.max(count, told) > MOST_OFFERED) throw strange();
    const offered = this.at(options, count);
    const scored = scores ? this.at(scores, count) : [];
    const score: Score = scores ? (option) => scored[offered.lastIndexOf(option)]! : null;
    const shown = this.at(values, told);
    const index = this.ask(site, offered, score, () => shown);
    if (!(Number.isInteger(index) && -1 <= index && index < count))
      throw new Error(`${index} is no answer at site ${site}`);
    return index;
  };

  private readonly told = (event: number): void => {
    const { log } = this;
    if (event === 0 || log === null) return;
    if (this.known > 0) {
      if (this.script.value < this.known) return;
      this.known = 0;
    }
    log(this.at(event + WORD, this.words[event / WORD]!));
  };
}

/** A program ready to be called, with a state of its own. */
export class Machine {
  private instance: Instance | null;

  /** The state, one integer a slot. Once the machine is closed it is another's: who wants it has copied it before. */
  readonly slots: Int32Array;

  constructor(instance: Instance) {
    this.instance = instance;
    this.slots = instance.slots;
  }

  /** Bring every field to its default; what was kept of another state is forgotten. */
  start(): void {
    this.atWork().call("start");
  }

  /** Bring every field to its default, with a whole budget of steps and no names given. */
  begin(): void {
    this.fillSteps();
    this.slots[NAMES] = 0;
    this.start();
  }

  /** Have a whole budget of steps. */
  fillSteps(): void {
    this.atWork().fillSteps();
  }

  /** How many steps are left; below 0 where they ran out. */
  get steps(): number {
    return this.slots[STEPS]!;
  }

  /** Have so many steps, and none beyond them. */
  set steps(left: number) {
    this.atWork().setSteps(left, 0);
  }

  /**
   * Call an entry. Throws {@link Fault} where the rules fault; besides, only what its host throws comes out of it. After
   * either the state is as it was at that moment, and {@link begin} makes the machine fit for use again.
   */
  call(entry: Entry, ...args: readonly number[]): Given {
    const instance = this.atWork();
    const given = instance.call(`${entry.kind}:${entry.name}`, ...args);
    return instance.get("ended") ? instance.get("ended_value") : given;
  }

  /** Call an entry that gives an integer; see {@link call}. */
  value(entry: Entry, ...args: readonly number[]): number {
    const given = this.call(entry, ...args);
    if (typeof given !== "number") throw new TypeError(`${entry.name} gives no integer`);
    return given;
  }

  /** It is called no more, and its instance may serve another run. */
  close(): void {
    if (this.instance === null) return;
    this.instance.serve(never, never, null, []);
    this.instance.code.giveBack(this.instance);
    this.instance = null;
  }

  private atWork(): Instance {
    if (this.instance === null) throw new Error("the machine is closed");
    return this.instance;
  }
}

/** Whether calls went deeper than there is room for: browsers say so in different words. */
function isTooDeep(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "InternalError" || (error instanceof RangeError && error.message.includes("call stack"));
}

/** A module handed over what no game's module does. */
function strange(): InputError {
  return new InputError("this game does what no game does, and was stopped", "", "Get its file once more.");
}

/** In place of dice and answers where neither is asked for. */
export function never(): never {
  throw new Error("nothing is thrown or answered here");
}
