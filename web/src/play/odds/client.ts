/** Client of the odds worker: sends questions, and passes on growing results. */

import { unreachable } from "../../closed";
import type { CompiledGame } from "../../engine/modules";
import { InputError } from "../../errors";
import { NO_ORIGIN } from "../../rules/origin";
import type { Program, Site } from "../../rules/program";
import type { FromWorker, ToWorker } from "./messages";
import { MAX_RUNS, type Odds, type OddsRequest } from "./odds";

/** The part of a worker's interface that the client uses. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  /** Called when the worker could not start, or crashed. */
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** Maximum milliseconds without a message from the worker, which sends one every eighth of a second. */
const MAX_SILENCE = 20_000;

const ENDLESS_RUNS_TEXT = "the odds of this question are not worked out: the game's runs come to no end";

/** Takes intermediate odds, and whether they are final. */
export type OnProgress = (odds: Odds, done: boolean) => void;

/** Takes the reason why there are no odds. */
export type OnRefusal = (error: Error) => void;

interface PendingRequest {
  readonly number: number;
  readonly onProgress: OnProgress;
  readonly onRefusal: OnRefusal;
}

/** A client of the odds worker: it requests the odds of one game's questions, one at a time. */
export class OddsClient {
  private port: WorkerPort | null = null;
  private pending: PendingRequest | null = null;
  private requestCount = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Make a client; `startWorker` is called at the first request, and a worker silent for `maxSilence` ms is ended. */
  constructor(
    private readonly game: Pick<CompiledGame, "program" | "apart">,
    private readonly startWorker: () => WorkerPort,
    private readonly maxSilence: number = MAX_SILENCE,
  ) {}

  /**
   * Request the odds of a question's answers from `runs` simulated runs of each; an earlier request is dropped.
   * `onProgress` gets intermediate results, several times per second.
   */
  weigh(request: OddsRequest, onProgress: OnProgress, onRefusal: OnRefusal, runs: number = MAX_RUNS): void {
    this.requestCount += 1;
    this.pending = { number: this.requestCount, onProgress, onRefusal };
    this.ensurePort().postMessage({ kind: "weigh", number: this.requestCount, asked: request, runs });
    this.restartTimer();
  }

  /** Drop the current request for odds. */
  stop(): void {
    this.pending = null;
    clearTimeout(this.timer);
    this.port?.postMessage({ kind: "stop" });
  }

  /** Terminate the worker. */
  close(): void {
    this.pending = null;
    clearTimeout(this.timer);
    this.port?.terminate();
    this.port = null;
  }

  /** Return the connection to the worker; if there is none, start the worker, and send the game to it. */
  private ensurePort(): WorkerPort {
    if (this.port === null) {
      this.port = this.startWorker();
      this.port.onmessage = (event) => this.handleMessage(event.data);
      this.port.onerror = (event) => this.handleWorkerError(event);
      this.port.postMessage({ kind: "game", program: stripProgram(this.game.program), module: this.game.apart });
    }
    return this.port;
  }

  /** Report a crash of the worker, and drop it: the next request starts another. */
  private handleWorkerError(event: ErrorEvent): void {
    this.fail(unexpectedError(event.message));
  }

  /** Restart the timeout for the worker's next message, for a game may never end. */
  private restartTimer(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(new InputError(ENDLESS_RUNS_TEXT)), this.maxSilence);
  }

  /** End the worker, and report an error to who requested the odds. */
  private fail(error: Error): void {
    const pending = this.pending;
    this.close();
    pending?.onRefusal(error);
  }

  /** Pass a message of the worker to who requested the odds, unless the request was dropped. */
  private handleMessage(message: FromWorker): void {
    const pending = this.pending;
    if (pending === null || pending.number !== message.number) return;
    clearTimeout(this.timer);
    if (message.kind === "odds" && !message.done) this.restartTimer();
    switch (message.kind) {
      case "odds":
        pending.onProgress(message.odds, message.done);
        break;
      case "refused":
        pending.onRefusal(new InputError(message.message, "", message.hint));
        break;
      case "failed":
        pending.onRefusal(unexpectedError(message.message));
        break;
      default:
        unreachable(message);
    }
  }
}

/** Make the error for an unforeseen failure; the cause is for developers. */
function unexpectedError(cause: string): Error {
  return new Error("the odds of this question cannot be worked out", { cause });
}

/** Replaces sites that runs do not need. */
const PLACEHOLDER_SITE: Site = { is: "LimitSite", owner: "", origin: NO_ORIGIN, text: "" };

/** Copy a program without its texts for people, which simulated runs do not need, so that messages stay small. */
function stripProgram(program: Program): Program {
  const sites = program.sites.map((site) =>
    site.is === "ChoiceSite" ? { ...site, ask: [], beside: [] } : PLACEHOLDER_SITE,
  );
  return { ...program, sites, fields: [], lists: [], boards: [], about: [], names: [] };
}
