/** A simulation: compiled by the desk, played by workers, and reported by the desk while it goes on. */

import type { Calls } from "../desk/calls";
import type { PlayedSide } from "./partPlayer";
import { PlayerPool, type PlayingWorker } from "./playerPool";
import { type Tally, toRunTally } from "./tally";

/** What is to be simulated. */
export interface SimulationRequest {
  readonly file: string;
  /** Whether the rules are compared with those before the change. */
  readonly isCompared: boolean;
  readonly runs: number;
  /** The seed of all dice, in digits. */
  readonly seed: string;
}

/** The desk, some of whose calls may take longer than others. */
export interface SimulatingDesk {
  callWithin<K extends keyof Calls>(
    limit: number,
    name: K,
    ...args: Parameters<Calls[K]>
  ): Promise<ReturnType<Calls[K]>>;
}

/** What a simulation needs. */
export interface SimulationHost {
  readonly desk: SimulatingDesk;
  /** The number of workers. */
  readonly workers: number;
  makeWorker(): PlayingWorker;
  /** The time in milliseconds. */
  now(): number;
}

/** How far a simulation is. */
export type SimulationStage =
  | { readonly is: "compiling"; readonly side: number; readonly sides: number }
  | { readonly is: "playing"; readonly runs: number }
  | { readonly is: "ending" }
  | { readonly is: "complete" | "stopped" }
  | { readonly is: "failed"; readonly error: unknown };

/** What hears of a simulation. */
export interface SimulationListener {
  /** How far it is. */
  stage(stage: SimulationStage): void;
  /** Whether the rules are compared with others: nothing may have been changed. */
  begun(isCompared: boolean): void;
  /** What was counted so far, as HTML. */
  report(html: string): void;
}

/** Milliseconds that compiling one side may take: a large game takes a quarter of it on a slow machine. */
const COMPILE_LIMIT = 120_000;

/** Milliseconds that other calls may take. */
const CALL_LIMIT = 20_000;

/** Milliseconds between a report and the next: reading it should be possible. */
const REPORT_PAUSE = 800;

/** Milliseconds for which the desk counts new answers at a time, while others wait for it. */
const WATCH_SLICE = 150;

/** A simulation that goes on by itself until it is complete or stopped. */
export class Simulation {
  private pool: PlayerPool | null = null;
  private tally: Tally | null = null;
  private isOver = false;
  private isEnding = false;
  private isReporting = false;
  private began = 0;
  private nextReport = 0;

  constructor(
    private readonly host: SimulationHost,
    private readonly listener: SimulationListener,
  ) {}

  /** Begin it. */
  async start(request: SimulationRequest): Promise<void> {
    try {
      await this.begin(request);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Stop it, and report what was counted. */
  stop(): void {
    if (this.isOver || this.isEnding) return;
    this.pool?.close();
    if (this.tally === null) this.end({ is: "stopped" });
    else void this.finish(true);
  }

  private async begin({ file, isCompared, runs, seed }: SimulationRequest): Promise<void> {
    const { desk } = this.host;
    const names = await desk.callWithin(CALL_LIMIT, "begin_simulation", file, isCompared, runs, seed);
    if (this.isOver) return;
    this.listener.begun(names.length > 1);
    const sides: PlayedSide[] = [];
    for (const side of names.keys()) {
      this.listener.stage({ is: "compiling", side, sides: names.length });
      const compiled = await desk.callWithin(COMPILE_LIMIT, "compile_side", side);
      if (this.isOver) return;
      const bytes = Uint8Array.from(atob(compiled.module), (each) => each.charCodeAt(0));
      const module = await WebAssembly.compile(bytes);
      sides.push({ program: compiled.program, module, hasResult: compiled.has_result });
    }
    const plan = await desk.callWithin(CALL_LIMIT, "plan_simulation");
    if (this.isOver) return;
    this.listener.stage({ is: "playing", runs: 0 });
    this.began = this.host.now();
    this.pool = new PlayerPool(() => this.host.makeWorker(), this.host.workers, { sides, plan }, runs, {
      counted: (tally, isComplete) => this.take(tally, isComplete),
      failed: (error) => this.fail(error),
    });
  }

  private take(tally: Tally, isComplete: boolean): void {
    this.tally = tally;
    if (isComplete) {
      void this.finish(false);
      return;
    }
    this.listener.stage({ is: "playing", runs: tally.runs });
    if (!this.isReporting && this.host.now() >= this.nextReport) void this.reportSoFar();
  }

  private async reportSoFar(): Promise<void> {
    this.isReporting = true;
    try {
      await this.report();
    } catch (error) {
      this.fail(error);
    }
    this.isReporting = false;
    this.nextReport = this.host.now() + REPORT_PAUSE;
  }

  /** Report the counts so far, unless the simulation has ended meanwhile. */
  private async report(): Promise<void> {
    const seconds = (this.host.now() - this.began) / 1000;
    const { tally } = this;
    if (tally === null) return;
    const html = await this.host.desk.callWithin(CALL_LIMIT, "report_simulation", toRunTally(tally), seconds, false);
    if (!this.isOver) this.listener.report(html);
  }

  /** Count the new answers in the first runs, and report everything. */
  private async finish(isStopped: boolean): Promise<void> {
    const seconds = (this.host.now() - this.began) / 1000;
    const { tally } = this;
    if (tally === null || this.isOver) return;
    this.isEnding = true;
    this.listener.stage({ is: "ending" });
    try {
      const { desk } = this.host;
      while (!(await desk.callWithin(CALL_LIMIT, "watch_answers", tally.runs, WATCH_SLICE)));
      const html = await desk.callWithin(CALL_LIMIT, "report_simulation", toRunTally(tally), seconds, isStopped);
      if (this.isOver) return;
      this.listener.report(html);
      this.end({ is: isStopped ? "stopped" : "complete" });
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (!this.isOver) this.end({ is: "failed", error });
  }

  private end(stage: SimulationStage): void {
    this.isOver = true;
    this.pool?.close();
    this.listener.stage(stage);
  }
}
