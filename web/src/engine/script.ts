/** Scripts of what is known: a run's first throws and answers, told before. */

import type { Ask, Log, Roll } from "./machine";

/**
 * Throws and answers that are known, and what comes behind them.
 *
 * Until the last of them is given nothing is told: whoever knows them has the events. `script` holds the sums of throws
 * and the indices of answers, in the order in which they are asked for.
 */
export class Known {
  private at = 0;

  constructor(
    private readonly script: ArrayLike<number>,
    private readonly behindRoll: Roll,
    private readonly behindAsk: Ask,
    private readonly behindLog: Log | null = null,
  ) {}

  /** Go back to the first. */
  begin(): void {
    this.at = 0;
  }

  /** A throw. */
  readonly roll: Roll = (site, dice) =>
    this.at === this.script.length ? this.behindRoll(site, dice) : this.script[this.at++]!;

  /** An answer. */
  readonly ask: Ask = (site, options, score, values) =>
    this.at === this.script.length ? this.behindAsk(site, options, score, values) : this.script[this.at++]!;

  /** An event. */
  readonly log: Log = (event) => {
    if (this.at === this.script.length) this.behindLog?.(event);
  };
}
