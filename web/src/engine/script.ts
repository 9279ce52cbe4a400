/** Scripts: the known first throws and answers of a run. */

import type { Ask, Log, Roll } from "./machine";

/**
 * Callbacks of a run that replay a script of known throws and answers, then call live callbacks.
 *
 * No event is logged until the script is used up: its owner has the events. `script` holds the sums of throws and the
 * indices of answers, in the order of their requests.
 */
export class ScriptedCallbacks {
  private position = 0;

  /** Make callbacks at the start of a script of results; the live callbacks take over at its end. */
  constructor(
    private readonly script: ArrayLike<number>,
    private readonly liveRoll: Roll,
    private readonly liveAsk: Ask,
    private readonly liveLog: Log | null = null,
  ) {}

  /** Go back to the start of the script. */
  rewind(): void {
    this.position = 0;
  }

  /** Return the result of a throw from the script, after its end from the live callback. */
  readonly roll: Roll = (site, dice) =>
    this.position === this.script.length ? this.liveRoll(site, dice) : this.script[this.position++]!;

  /** Return the answer to a choice from the script, after its end from the live callback. */
  readonly ask: Ask = (site, options, score, values) =>
    this.position === this.script.length ? this.liveAsk(site, options, score, values) : this.script[this.position++]!;

  /** Pass an event to the live callback, unless the script still replays. */
  readonly log: Log = (event) => {
    if (this.position === this.script.length) this.liveLog?.(event);
  };
}
