/** Fuel: how much the modules of strangers may work before the page looks after other things again. */

import { InputError } from "../errors";

/** Instructions that may be done in one go, about two seconds of them: the longest campaign takes a fourteenth. */
const MOST_WORK = 2_000_000_000;

/** Integers that may be handed to the page in one go: the longest campaign hands over a tenth. */
const MOST_HANDED = 50_000_000;

/** Characters of what is told that may be made of it in one go: the longest campaign makes a tenth. */
const MOST_TOLD = 80_000_000;

/** So long all that may take, in milliseconds, with what the page makes of it: the longest step of any game, the report of
 * a campaign of twenty thousand lines, takes half a second.
 */
const PATIENCE = 5000;

/** How often something is told between two looks at the clock, less one: a power of 2 less 1. */
const BETWEEN = 63;

/** Each time that something is handed over costs as much as so many integers, for it is told to people. */
const CROSSING = 20;

/** A game worked longer than any does. */
export class WorkedTooLong extends InputError {
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
  private left = 0;
  private handed = 0;
  private told = 0;
  private tellings = 0;
  private late = 0;
  private isCounting = false;

  /** How many instructions are left; below 0 where all were used up. */
  get work(): number {
    this.count();
    return this.left;
  }

  set work(left: number) {
    this.left = left;
  }

  /** Count what a module hands to the page. Throws {@link WorkedTooLong} where that is too much, or no number. */
  hand(integers: number): void {
    this.count();
    this.handed += CROSSING + integers;
    if (this.handed <= MOST_HANDED && integers >= 0) return;
    this.left = -1;
    throw new WorkedTooLong();
  }

  /** Count what is told of a game, in characters. Nothing is counted where no module of a stranger was at work. Throws
   * {@link WorkedTooLong} where that is too much, or takes too long.
   */
  tell(characters: number): void {
    if (!this.isCounting) return;
    this.told += characters;
    this.tellings += 1;
    const isLate = (this.tellings & BETWEEN) === 0 && performance.now() > this.late;
    if (this.told > MOST_TOLD || isLate) throw new WorkedTooLong();
  }

  private count(): void {
    if (this.isCounting) return;
    this.isCounting = true;
    this.left = MOST_WORK;
    this.handed = 0;
    this.told = 0;
    this.tellings = 0;
    this.late = performance.now() + PATIENCE;
    setTimeout(() => {
      this.isCounting = false;
    });
  }
}

export const fuel = new Fuel();
