/** Fuel: the limits of work for strangers' modules between two idle moments of the page. */

import { InputError } from "../errors";

/** Instructions per fill, about two seconds of them: the longest campaign takes a fourteenth. */
const MAX_WORK = 2_000_000_000;

/** Integers that modules may pass to the page per fill: the longest campaign passes a tenth. */
const MAX_HANDED_INTEGERS = 50_000_000;

/** Characters of text that may be rendered per fill: the longest campaign takes a tenth. */
const MAX_CHARACTERS = 80_000_000;

/** Milliseconds per fill, the page's own work included: the longest step of any game, the report of a campaign of
 * twenty thousand lines, takes half a second.
 */
const MAX_MILLISECONDS = 5000;

/** Charges between two looks at the clock, less one: a power of 2 less 1. */
const CLOCK_CHECK_MASK = 63;

/** Cost of each call from a module to the page, in integers: the page makes text of it. */
const CALL_COST = 20;

/** The error for a stranger's game that exceeds its work limit. */
export class WorkLimitExceeded extends InputError {
  /** Make the error, with its message for the player. */
  constructor() {
    super(
      "this game worked on one step for longer than any game does, and was stopped",
      "",
      "What was answered is kept. Change its rules, or remove a game file of your own below the games.",
    );
  }
}

/** The fuel (work budget) that all strangers' modules share; it is refilled whenever the page becomes idle. */
class Fuel {
  private workLeft = 0;
  private integersHanded = 0;
  private charactersTold = 0;
  private textCount = 0;
  private deadline = 0;
  private isCounting = false;

  /** The number of instructions that strangers' modules may still execute; below 0 when all are used up. */
  get work(): number {
    this.startCounting();
    return this.workLeft;
  }

  /** Set the number of instructions that strangers' modules may still execute. */
  set work(amount: number) {
    this.workLeft = amount;
  }

  /**
   * Charge a call's number of integers, which a module passes to the page, to the work budget. Throws
   * {@link WorkLimitExceeded} if the budget is used up, or the number is negative.
   */
  chargeIntegers(integers: number): void {
    this.startCounting();
    this.integersHanded += CALL_COST + integers;
    if (this.integersHanded <= MAX_HANDED_INTEGERS && integers >= 0) return;
    this.workLeft = -1;
    throw new WorkLimitExceeded();
  }

  /**
   * Charge the characters of a text about the game; free while no stranger's module has run. Throws {@link
   * WorkLimitExceeded} if there are too many, or too much time has passed.
   */
  chargeText(characters: number): void {
    if (!this.isCounting) return;
    this.charactersTold += characters;
    this.textCount += 1;
    const isLate = (this.textCount & CLOCK_CHECK_MASK) === 0 && performance.now() > this.deadline;
    if (this.charactersTold > MAX_CHARACTERS || isLate) throw new WorkLimitExceeded();
  }

  /** Refill the fuel (work budget) at the first charge after an idle moment of the page. */
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
