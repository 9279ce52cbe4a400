/** Scripts: the known first throws and answers of a run. */

import type { Ask, Log, Roll } from "./machine";

/**
 * Callbacks that replay a script of throws and answers, then call the live ones.
 *
 * No event is logged until the script is used up: its owner has the events. `script` holds the sums of throws and the
 * indices of answers, in the order of their requests.
 */
export class ScriptedCallbacks {
  private position = 0;

  constructor(
    private readonly script: ArrayLike<number>,
    private readonly liveRoll: Roll,
    private readonly liveAsk: Ask,
    private readonly liveLog: Log | null = null,
  ) {}

  /** Return to the start of the script. */
  rewind(): void {
    this.position = 0;
  }

  /** Throw dice: from the script, then live. */
  readonly roll: Roll = (site, dice) =>
    this.position === this.script.length ? this.liveRoll(site, dice) : this.script[this.position++]!;

  /** Answer a choice: from the script, then live. */
  readonly ask: Ask = (site, options, score, values) =>
    this.position === this.script.length ? this.liveAsk(site, options, score, values) : this.script[this.position++]!;

  /** Log an event if the script is used up. */
  readonly log: Log = (event) => {
    if (this.position === this.script.length) this.liveLog?.(event);
  };
}
