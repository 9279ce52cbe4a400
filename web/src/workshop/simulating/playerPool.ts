/** The workers that play a simulation. One that is silent for too long is ended, and the simulation with it. */

import { unreachable } from "../../closed";
import type { FromPlayer, PlayedRules, ToPlayer } from "./messages";
import { FIRST_RUNS, nextSize, PartCutter } from "./partCutter";
import { addTally, type Tally } from "./tally";

/** What the pool needs of a worker. */
export interface PlayingWorker {
  onmessage: ((event: MessageEvent<FromPlayer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToPlayer): void;
  terminate(): void;
}

/** What hears of the counts. */
export interface TallyListener {
  /** More runs were counted; whether these are all. */
  counted(tally: Tally, isComplete: boolean): void;
  /** Why no more are played. */
  failed(error: Error): void;
}

/** Milliseconds within which a part must come: it is cut to take a quarter of a second. */
export const PART_LIMIT = 20_000;

/** The error of a part that does not come. */
export function silentError(count: number): Error {
  const missions = count === 1 ? "A mission" : `${count} missions`;
  return new Error(
    `${missions} took more than ${PART_LIMIT / 1000} seconds, and the simulation was stopped: these rules may come to no end.`,
  );
}

/** The workers of one simulation. */
export class PlayerPool {
  private readonly workers: PlayingWorker[];
  private readonly timers = new Map<PlayingWorker, ReturnType<typeof setTimeout>>();
  private readonly cutter: PartCutter;
  private tally: Tally | null = null;

  /** Begin to play `runs` runs in so many workers. */
  constructor(
    makeWorker: () => PlayingWorker,
    count: number,
    rules: PlayedRules,
    private readonly runs: number,
    private readonly listener: TallyListener,
  ) {
    this.cutter = new PartCutter(runs, count);
    this.workers = Array.from({ length: count }, makeWorker);
    for (const worker of this.workers) {
      worker.onmessage = (event) => this.take(worker, event.data);
      worker.onerror = (event) => this.fail(new Error(event.message));
      worker.postMessage({ kind: "rules", rules });
      this.send(worker, FIRST_RUNS);
    }
  }

  /** End the workers. */
  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const worker of this.workers.splice(0)) worker.terminate();
  }

  private send(worker: PlayingWorker, size: number): void {
    const part = this.cutter.cut(size);
    if (part === null) return;
    this.timers.set(
      worker,
      setTimeout(() => this.fail(silentError(part.count)), PART_LIMIT),
    );
    worker.postMessage({ kind: "play", part });
  }

  private take(worker: PlayingWorker, message: FromPlayer): void {
    if (!this.workers.includes(worker)) return; // it was ended meanwhile
    clearTimeout(this.timers.get(worker));
    switch (message.kind) {
      case "played": {
        this.send(worker, nextSize(message.part.count, message.milliseconds));
        this.tally = addTally(this.tally, message.tally);
        const isComplete = this.tally.runs === this.runs;
        if (isComplete) this.close();
        this.listener.counted(this.tally, isComplete);
        break;
      }
      case "failed":
        this.fail(new Error(message.message));
        break;
      default:
        unreachable(message);
    }
  }

  private fail(error: Error): void {
    this.close();
    this.listener.failed(error);
  }
}
