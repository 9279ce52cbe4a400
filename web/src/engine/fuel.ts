/** Fuel: how much the modules of strangers may work before the page looks after other things again. */

import { InputError } from "../errors";

/** Instructions that may be done in one go, about two seconds of them: the longest campaign takes a fourteenth. */
const MAX_WORK = 2_000_000_000;

/** Integers that may be handed to the page in one go: the longest campaign hands over a tenth. */
const MAX_HANDED_INTEGERS = 50_000_000;

/** Characters of what is told that may be made of it in one go: the longest campaign makes a tenth. */
const MAX_CHARACTERS = 80_000_000;

/** So long all that may take, in milliseconds, with what the page makes of it: the longest step of any game, the report of
 * a campaign of twenty thousand lines, takes half a second.
 */
const MAX_MILLISECONDS = 5000;

/** How often something is told between two looks at the clock, less one: a power of 2 less 1. */
const CLOCK_CHECK_MASK = 63;

/** Each time that something is handed over costs as much as so many integers, for it is told to people. */
const CALL_COST = 20;

/** A game worked longer than any does. */
export class WorkLimitExceeded extends InputError {
  constructor() {
    super(
      "this game worked on one step for longer than any game does, and was stopped",
      "",
      "What was answered is kept. A game file of your own can be removed below the games.",
    );
  }
}

/** What is left for all modules of strangers together; it is whole again each time the page comes to rest. */
class Fuel {
  private workLeft = 0;
  private integersHanded = 0;
  private charactersTold = 0;
  private textCount = 0;
  private deadline = 0;
  private isCounting = false;

  /** How many instructions are left; below 0 where all were used up. */
  get work(): number {
    this.startCounting();
    return this.workLeft;
  }

  set work(amount: number) {
    this.workLeft = amount;
  }

  /** Count what a module hands to the page. Throws {@link WorkLimitExceeded} where that is too much, or no number. */
  chargeIntegers(integers: number): void {
    this.startCounting();
    this.integersHanded += CALL_COST + integers;
    if (this.integersHanded <= MAX_HANDED_INTEGERS && integers >= 0) return;
    this.workLeft = -1;
    throw new WorkLimitExceeded();
  }

  /** Count what is told of a game, in characters. Nothing is counted where no module of a stranger was at work. Throws
   * {@link WorkLimitExceeded} where that is too much, or takes too long.
   */
  chargeText(characters: number): void {
    if (!this.isCounting) return;
    this.charactersTold += characters;
    this.textCount += 1;
    const isLate = (this.textCount & CLOCK_CHECK_MASK) === 0 && performance.now() > this.deadline;
    if (this.charactersTold > MAX_CHARACTERS || isLate) throw new WorkLimitExceeded();
  }

  private startCounting(): void {
    if (this.isCounting) return;
    this.isCounting = true;
    this.workLeft = MAX_WORK;
    this.integersHanded = 0;
    this.charactersTold = 0;
    this.textCount = 0;
    this.deadline = performance.now() + MAX_MILLISECONDS;
    setTimeout(() => {
      this.isCounting = false;
    });
  }
}

export const fuel = new Fuel();
