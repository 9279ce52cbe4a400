/** Odds as the page asks for them: worked out in a worker, told again and again while they grow. */

import { unreachable } from "../../closed";
import type { CompiledGame } from "../../engine/modules";
import { InputError } from "../../errors";
import { NO_ORIGIN } from "../../rules/origin";
import type { Program, Site } from "../../rules/program";
import type { FromWorker, ToWorker } from "./messages";
import { MAX_RUNS, type Odds, type OddsRequest } from "./odds";

/** What the client needs of a worker. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  /** It could not be begun, or broke off. */
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** So long a worker may say nothing, in milliseconds: it tells every eighth of a second what it knows. */
const MAX_SILENCE = 20_000;

const ENDLESS_RUNS_TEXT = "the odds of this question are not worked out: the game's runs come to no end";

/** Takes what is known by now, and whether that is all. */
export type OnProgress = (odds: Odds, done: boolean) => void;

/** Told why there are no odds. */
export type OnRefusal = (error: Error) => void;

interface PendingRequest {
  readonly number: number;
  readonly onProgress: OnProgress;
  readonly onRefusal: OnRefusal;
}

/** Asks a worker for the odds of questions of one game, one at a time. */
export class OddsClient {
  private port: WorkerPort | null = null;
  private pending: PendingRequest | null = null;
  private requestCount = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `begin` begins the worker, when odds are first asked for. A worker that says nothing for so many milliseconds is
   * ended.
   */
  constructor(
    private readonly game: Pick<CompiledGame, "program" | "apart">,
    private readonly startWorker: () => WorkerPort,
    private readonly maxSilence: number = MAX_SILENCE,
  ) {}

  /**
   * Have the answers to a question weighed by so many runs of each. What was asked for before is of no interest any
   * more. `grown` is called with what is known by then, several times in a second.
   */
  weigh(request: OddsRequest, onProgress: OnProgress, onRefusal: OnRefusal, runs: number = MAX_RUNS): void {
    this.requestCount += 1;
    this.pending = { number: this.requestCount, onProgress, onRefusal };
    this.ensurePort().postMessage({ kind: "weigh", number: this.requestCount, asked: request, runs });
    this.restartTimer();
  }

  /** The odds are of no interest any more; what is known of them has been told. */
  stop(): void {
    this.pending = null;
    clearTimeout(this.timer);
    this.port?.postMessage({ kind: "stop" });
  }

  /** End the worker. */
  close(): void {
    this.pending = null;
    clearTimeout(this.timer);
    this.port?.terminate();
    this.port = null;
  }

  private ensurePort(): WorkerPort {
    if (this.port === null) {
      this.port = this.startWorker();
      this.port.onmessage = (event) => this.handleMessage(event.data);
      this.port.onerror = (event) => this.handleWorkerError(event);
      this.port.postMessage({ kind: "game", program: stripProgram(this.game.program), module: this.game.apart });
    }
    return this.port;
  }

  /** The worker is of no use any more; who asks again has another. */
  private handleWorkerError(event: ErrorEvent): void {
    this.fail(unexpectedError(event.message));
  }

  /** Wait for the worker to say something, but not for ever: a game may come to no end. */
  private restartTimer(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(new InputError(ENDLESS_RUNS_TEXT)), this.maxSilence);
  }

  private fail(error: Error): void {
    const pending = this.pending;
    this.close();
    pending?.onRefusal(error);
  }

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

/** Nobody foresaw it; the cause is for who looks at the page's program. */
function unexpectedError(cause: string): Error {
  return new Error("the odds of this question cannot be worked out", { cause });
}

/** In the place of a site of which runs need nothing. */
const PLACEHOLDER_SITE: Site = { is: "LimitSite", owner: "", origin: NO_ORIGIN, text: "" };

/** A program without what only people are told: runs need it not, and it would be copied. */
function stripProgram(program: Program): Program {
  const sites = program.sites.map((site) =>
    site.is === "ChoiceSite" ? { ...site, ask: [], beside: [] } : PLACEHOLDER_SITE,
  );
  return { ...program, sites, fields: [], lists: [], boards: [], about: [], names: [] };
}
