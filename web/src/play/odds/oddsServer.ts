/** Server of the odds worker, independent of the message channel. */

import { unreachable } from "../../closed";
import { ProgramModule } from "../../engine/machine";
import type { BatchPlayer } from "../../engine/runs";
import { InputError } from "../../errors";
import type { FromWorker, ToWorker } from "./messages";
import { createPlayer, MIN_RUNS, OddsEstimator, type OddsRequest } from "./odds";

/** Milliseconds of runs between two reports. */
const REPORT_INTERVAL = 120;

/** Computes odds in the worker for one game, one question at a time: a new request replaces the last. */
export class OddsServer {
  private code: ProgramModule | null = null;
  private readonly players = new Map<string, BatchPlayer>();
  /** The number of the current question; computations for other numbers stop. */
  private current = 0;

  /** Make a server that answers by `post`; `schedule` runs work after waiting messages. */
  constructor(
    private readonly post: (message: FromWorker) => void,
    private readonly schedule: (work: () => void) => void,
  ) {}

  /** Handle a message of the page: a game, a request for odds, or its end. */
  handleMessage(message: ToWorker): void {
    switch (message.kind) {
      case "game":
        this.code = new ProgramModule(message.program, message.module);
        this.players.clear();
        break;
      case "stop":
        this.current = 0;
        break;
      case "weigh":
        this.current = message.number;
        this.reportErrors(message.number, () => this.startComputation(message.number, message.asked, message.runs));
        break;
      default:
        unreachable(message);
    }
  }

  /** Start to compute the odds that the request with a number asks for, by `runs` runs of each answer. */
  private startComputation(number: number, request: OddsRequest, runs: number): void {
    if (this.code === null) throw new Error("no game was sent before its question");
    const estimator = new OddsEstimator(this.code.program, this.batchPlayer(this.code, request), request);
    this.playRuns(number, estimator, runs, Math.min(MIN_RUNS, runs));
  }

  /**
   * Play `step` runs of each answer, report the odds, and schedule more until there are `runs`; steps grow with the
   * speed.
   */
  private playRuns(number: number, estimator: OddsEstimator, runs: number, step: number): void {
    const startedAt = performance.now();
    estimator.run(step);
    const elapsed = Math.max(performance.now() - startedAt, 0.01);
    const done = estimator.runs >= runs;
    this.post({ kind: "odds", number, odds: estimator.toDocument(), done });
    if (done) return;
    const affordable = Math.max(1, Math.min(Math.floor((step * REPORT_INTERVAL) / elapsed), 4 * step));
    const next = Math.min(affordable, runs - estimator.runs);
    this.schedule(() => {
      if (this.current === number) this.reportErrors(number, () => this.playRuns(number, estimator, runs, next));
    });
  }

  /**
   * Return a player of the simulated runs that a request needs: a cached one for its entry, but a new one if dice are
   * pinned.
   */
  private batchPlayer(code: ProgramModule, request: OddsRequest): BatchPlayer {
    const cached = this.players.get(request.until);
    if (cached !== undefined && request.laid.size === 0) return cached;
    const created = createPlayer(code, request);
    if (request.laid.size === 0) this.players.set(request.until, created);
    return created;
  }

  /** Do work for the request with a number, and report an error of it to the page. */
  private reportErrors(number: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof InputError) this.post({ kind: "refused", number, message: error.message, hint: error.hint });
      else this.post({ kind: "failed", number, message: String(error) });
    }
  }
}
