/** What the worker of odds does, whoever carries its messages. */

import { unreachable } from "../../closed";
import { Code } from "../../engine/machine";
import type { Player } from "../../engine/runs";
import { InputError } from "../../errors";
import type { FromWorker, ToWorker } from "./messages";
import { type Asked, LEAST, playerFor, Weighing } from "./odds";

/** How long runs are played before what is known by then is told, in milliseconds. */
const TELL = 120;

/** Weighs questions of one game, one at a time: a new one takes the place of that before. */
export class Desk {
  private code: Code | null = null;
  private readonly players = new Map<string, Player>();
  /** The question at hand; another number, and it is of no interest any more. */
  private current = 0;

  /** `later` does something once messages that wait have been taken. */
  constructor(
    private readonly tell: (message: FromWorker) => void,
    private readonly later: (work: () => void) => void,
  ) {}

  /** Take a message. */
  take(message: ToWorker): void {
    switch (message.kind) {
      case "game":
        this.code = new Code(message.program, message.module);
        this.players.clear();
        break;
      case "stop":
        this.current = 0;
        break;
      case "weigh":
        this.current = message.number;
        this.guarded(message.number, () => this.begin(message.number, message.asked, message.runs));
        break;
      default:
        unreachable(message);
    }
  }

  private begin(number: number, asked: Asked, runs: number): void {
    if (this.code === null) throw new Error("no game was sent before its question");
    const weighing = new Weighing(this.code.program, this.player(this.code, asked), asked);
    this.goOn(number, weighing, runs, Math.min(LEAST, runs));
  }

  /** Play some runs, tell of them, and do so again until there are enough; the steps grow with how fast it goes. */
  private goOn(number: number, weighing: Weighing, runs: number, step: number): void {
    const begun = performance.now();
    weighing.work(step);
    const spent = Math.max(performance.now() - begun, 0.01);
    const done = weighing.runs >= runs;
    this.tell({ kind: "odds", number, odds: weighing.odds(), done });
    if (done) return;
    const fitting = Math.max(1, Math.min(Math.floor((step * TELL) / spent), 4 * step));
    const next = Math.min(fitting, runs - weighing.runs);
    this.later(() => {
      if (this.current === number) this.guarded(number, () => this.goOn(number, weighing, runs, next));
    });
  }

  /** Runs of the same entry are played on one instance, unless dice are laid. */
  private player(code: Code, asked: Asked): Player {
    const known = this.players.get(asked.until);
    if (known !== undefined && asked.laid.size === 0) return known;
    const made = playerFor(code, asked);
    if (asked.laid.size === 0) this.players.set(asked.until, made);
    return made;
  }

  private guarded(number: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof InputError) this.tell({ kind: "refused", number, message: error.message, hint: error.hint });
      else this.tell({ kind: "failed", number, message: String(error) });
    }
  }
}
