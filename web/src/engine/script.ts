/** Scripts of what is known: a run's first throws and answers, told before. */

import type { Ask, Log, Roll } from "./machine";

/**
 * Throws and answers that are known, and what comes behind them.
 *
 * Until the last of them is given nothing is told: whoever knows them has the events. `script` holds the sums of throws
 * and the indices of answers, in the order in which they are asked for.
 */
export class ScriptedCallbacks {
  private position = 0;

  constructor(
    private readonly script: ArrayLike<number>,
    private readonly liveRoll: Roll,
    private readonly liveAsk: Ask,
    private readonly liveLog: Log | null = null,
  ) {}

  /** Go back to the first. */
  rewind(): void {
    this.position = 0;
  }

  /** A throw. */
  readonly roll: Roll = (site, dice) =>
    this.position === this.script.length ? this.liveRoll(site, dice) : this.script[this.position++]!;

  /** An answer. */
  readonly ask: Ask = (site, options, score, values) =>
    this.position === this.script.length ? this.liveAsk(site, options, score, values) : this.script[this.position++]!;

  /** An event. */
  readonly log: Log = (event) => {
    if (this.position === this.script.length) this.liveLog?.(event);
  };
}
