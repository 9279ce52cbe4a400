/** Odds as the page asks for them: worked out in a worker, told again and again while they grow. */

import { unreachable } from "../../closed";
import type { Compiled } from "../../engine/modules";
import { InputError } from "../../errors";
import { UNSAID } from "../../rules/origin";
import type { Program, Site } from "../../rules/program";
import type { FromWorker, ToWorker } from "./messages";
import { type Asked, MOST, type Odds } from "./odds";

/** What the client needs of a worker. */
export interface Carrier {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  /** It could not be begun, or broke off. */
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** So long a worker may say nothing, in milliseconds: it tells every eighth of a second what it knows. */
const PATIENCE = 20_000;

const TOO_LONG = "the odds of this question are not worked out: the game's runs come to no end";

/** Takes what is known by now, and whether that is all. */
export type Grown = (odds: Odds, done: boolean) => void;

/** Told why there are no odds. */
export type Refused = (error: Error) => void;

interface Listening {
  readonly number: number;
  readonly grown: Grown;
  readonly refused: Refused;
}

/** Asks a worker for the odds of questions of one game, one at a time. */
export class OddsClient {
  private carrier: Carrier | null = null;
  private listening: Listening | null = null;
  private asked = 0;
  private late: ReturnType<typeof setTimeout> | undefined;

  /** `begin` begins the worker, when odds are first asked for. A worker that says nothing for so many milliseconds is
   * ended.
   */
  constructor(
    private readonly game: Pick<Compiled, "program" | "apart">,
    private readonly begin: () => Carrier,
    private readonly patience: number = PATIENCE,
  ) {}

  /**
   * Have the answers to a question weighed by so many runs of each. What was asked for before is of no interest any
   * more. `grown` is called with what is known by then, several times in a second.
   */
  weigh(asked: Asked, grown: Grown, refused: Refused, runs: number = MOST): void {
    this.asked += 1;
    this.listening = { number: this.asked, grown, refused };
    this.worker().postMessage({ kind: "weigh", number: this.asked, asked, runs });
    this.wait();
  }

  /** The odds are of no interest any more; what is known of them has been told. */
  stop(): void {
    this.listening = null;
    clearTimeout(this.late);
    this.carrier?.postMessage({ kind: "stop" });
  }

  /** End the worker. */
  close(): void {
    this.listening = null;
    clearTimeout(this.late);
    this.carrier?.terminate();
    this.carrier = null;
  }

  private worker(): Carrier {
    if (this.carrier === null) {
      this.carrier = this.begin();
      this.carrier.onmessage = (event) => this.take(event.data);
      this.carrier.onerror = (event) => this.lost(event);
      this.carrier.postMessage({ kind: "game", program: lean(this.game.program), module: this.game.apart });
    }
    return this.carrier;
  }

  /** The worker is of no use any more; who asks again has another. */
  private lost(event: ErrorEvent): void {
    this.giveUp(untold(event.message));
  }

  /** Wait for the worker to say something, but not for ever: a game may come to no end. */
  private wait(): void {
    clearTimeout(this.late);
    this.late = setTimeout(() => this.giveUp(new InputError(TOO_LONG)), this.patience);
  }

  private giveUp(error: Error): void {
    const listening = this.listening;
    this.close();
    listening?.refused(error);
  }

  private take(message: FromWorker): void {
    const listening = this.listening;
    if (listening === null || listening.number !== message.number) return;
    clearTimeout(this.late);
    if (message.kind === "odds" && !message.done) this.wait();
    switch (message.kind) {
      case "odds":
        listening.grown(message.odds, message.done);
        break;
      case "refused":
        listening.refused(new InputError(message.message, "", message.hint));
        break;
      case "failed":
        listening.refused(untold(message.message));
        break;
      default:
        unreachable(message);
    }
  }
}

/** Nobody foresaw it; the cause is for who looks at the page's program. */
function untold(cause: string): Error {
  return new Error("the odds of this question cannot be worked out", { cause });
}

/** In the place of a site of which runs need nothing. */
const BARE: Site = { is: "LimitSite", owner: "", origin: UNSAID, text: "" };

/** A program without what only people are told: runs need it not, and it would be copied. */
function lean(program: Program): Program {
  const sites = program.sites.map((site) => (site.is === "ChoiceSite" ? { ...site, ask: [], beside: [] } : BARE));
  return { ...program, sites, fields: [], lists: [], boards: [], about: [], names: [] };
}
