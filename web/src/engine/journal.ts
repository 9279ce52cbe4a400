/** The journal of a run: its events as they come, their views, and a hash that compares runs. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Dice, outcomeOf } from "../rules/dice";
import type { EnterSite } from "../rules/program";
import { isMissionStart, type ThrowSite as ThrownSite, throwSite } from "../rules/sites";
import { countUpTo } from "./bisect";
import type { View } from "./classes";
import { ElementHistory } from "./elementHistory";
import { fuel } from "./fuel";
import { EventLengths } from "./lengths";
import { type Ask, type Event, Fault, type Log, type Roll } from "./machine";
import { makeQuestion, Pause } from "./policies";
import type { Question } from "./question";
import type { Reader } from "./reader";
import { keyOf, STORY_VERSION } from "./views";

/**
 * Maximum number of events at which another mission may begin, five times those of the longest campaign. A mission's
 * step budget allows about as many: so memory is bounded too.
 */
const MAX_EVENTS = 600_000;

/** A dice source: returns the faces of a throw, or for several dice a single total. It may throw {@link Pause}. */
export type ThrowFaces = (site: number, dice: Dice) => readonly number[];

/** The request that a run waits for: a question to answer, dice to throw, or a procedure to begin. */
export type RunRequest = Question | ThrownSite | EnterSite;

/** Whether the request at which a run waits is a question. */
export function isQuestion(request: RunRequest): request is Question {
  return !("is" in request);
}

/** Thrown through a run to stop it at an open question, throw or procedure. */
export class RunPaused extends Error {
  /** Make the exception for the request that stays open. */
  constructor(readonly request: RunRequest) {
    super("left open");
  }
}

/** A logged throw: the number of events before it, its site, its faces. */
type LoggedThrow = readonly [before: number, site: number, faces: readonly number[]];

/** The hash state after a number of events. */
type HashState = readonly [events: number, hash: ReturnType<typeof sha256.create>];

/** The event log of a run: events are integers, which become views only when somebody reads them. */
export class Journal {
  readonly events: Event[] = [];
  private stopSites: ReadonlySet<number> = new Set();
  private readonly viewCache: (View | undefined)[] = [];
  private readonly throws: LoggedThrow[] = [];
  private readonly elements: ElementHistory;
  private readonly lengths: EventLengths;
  /** The mission's cumulative text size after each event, in bytes by {@link EventLengths}. */
  private readonly storyBytes: number[] = [];
  /** Hash states of the prefixes whose digest was requested. */
  private readonly hashStates: HashState[] = [[0, sha256.create()]];

  /**
   * Make an empty journal, whose events a reader decodes.
   * @param story - The version of the story, which decides the hashed part of an event.
   */
  constructor(
    readonly reader: Reader,
    public story: number = STORY_VERSION,
  ) {
    this.elements = new ElementHistory(reader.program);
    this.lengths = new EventLengths(reader.program);
  }

  /** Append an event. Throws {@link Fault} if a mission begins after too many events, or exceeds its bytes of text. */
  readonly log: Log = (event) => {
    const site = this.stopSites.has(event[0]!) ? this.reader.program.sites[event[0]!] : null;
    if (site?.is === "EnterSite") throw new RunPaused(site);
    const { program } = this.reader;
    const begins = isMissionStart(program, event[0]!);
    if (this.events.length >= MAX_EVENTS && begins) throw new Fault(event[0]!);
    const bytesTold = this.lengths.lengthOf(event) + (begins ? 0 : (this.storyBytes.at(-1) ?? 0));
    if (bytesTold > program.budgets.story) throw new Fault(event[0]!);
    this.storyBytes.push(bytesTold);
    this.events.push(event);
  };

  /** Make the run pause before procedures that begin at these sites (numbered code locations). */
  stopBefore(sites: ReadonlySet<number>): void {
    this.stopSites = sites;
  }

  /**
   * Cut the journal back to its first `events` events, without the last `throws` throws.
   *
   * `unchanged` is how many events the rerun will repeat, these included: their views stay cached.
   */
  truncate(events: number, throws: number, unchanged: number): void {
    this.events.length = events;
    this.storyBytes.length = Math.min(this.storyBytes.length, events);
    this.throws.length -= throws;
    this.viewCache.length = Math.min(this.viewCache.length, unchanged);
    while (this.hashStates.at(-1)![0] > unchanged) this.hashStates.pop();
    this.elements.truncate(events);
  }

  /** Make the compiled code's callback for dice from a dice source; it logs the faces for the roll's event. */
  loggedRoll(thrower: ThrowFaces): Roll {
    return (site, dice) => {
      const faces = callOrPause(
        () => thrower(site, dice),
        () => throwSite(this.reader.program, site, dice),
      );
      this.throws.push([this.events.length, site, faces]);
      return outcomeOf(faces, dice);
    };
  }

  /** Make the compiled code's callback for choices from a policy; it logs each answer as an event. */
  loggedAsk(policy: Ask): Ask {
    return (site, options, score, values) => {
      const index = callOrPause(
        () => policy(site, options, score, values),
        () => makeQuestion(this.reader.describer, site, options, score, values),
      );
      this.log([site, index, options.length, ...options, ...values()]);
      return index;
    };
  }

  /** Drop the cached views, for displayed names have changed. */
  clearViews(): void {
    this.viewCache.length = 0;
  }

  /** Decode the event at an index into its view. */
  view(index: number): View {
    const cached = this.viewCache[index];
    if (cached !== undefined) return cached;
    fuel.chargeText(0);
    const event = this.events[index]!;
    const faces = this.facesOf(index);
    const read = this.reader.describer.lexicon.mayNameElements(event)
      ? this.reader.readInState(event, faces, this.elements.slotsAt(this.events, index))
      : this.reader.read(event, faces);
    this.viewCache[index] = read;
    return read;
  }

  /** Yield the views of the events from `start` on. */
  *views(start = 0): Generator<View> {
    for (let index = start; index < this.events.length; index++) yield this.view(index);
  }

  /**
   * Compute the SHA-256 hash of all events so far, by names and numbers: two runs with the same story have the same
   * hash.
   */
  digest(): string {
    const [hashedCount, hasher] = this.hashStates.at(-1)!;
    if (hashedCount === this.events.length) return bytesToHex(hasher.clone().digest());
    const hash = hasher.clone();
    this.hashEvents(hash, hashedCount, this.events.length);
    this.hashStates.push([this.events.length, hash]);
    return bytesToHex(hash.clone().digest());
  }

  /** Yield the SHA-256 hash of the first events, for each of several counts in ascending order. */
  *digests(counts: Iterable<number>): Generator<string> {
    const hash = sha256.create();
    let hashedCount = 0;
    for (const count of counts) {
      this.hashEvents(hash, hashedCount, count);
      hashedCount = count;
      yield bytesToHex(hash.clone().digest());
    }
  }

  /** Add the events from `from` to `to` to a hash, one by one. */
  private hashEvents(hash: ReturnType<typeof sha256.create>, from: number, to: number): void {
    const encoder = new TextEncoder();
    for (let index = from; index < to; index++) hash.update(encoder.encode(encodeKey(this.view(index), this.story)));
  }

  /**
   * The faces of the roll whose event has an index: those of the last throw before it at the event's site (code
   * location).
   */
  private facesOf(index: number): readonly number[] {
    const site = this.events[index]![0]!;
    if (this.reader.program.sites[site]?.is !== "RollSite") return [];
    let at = countUpTo(this.throws.length, index, (place) => this.throws[place]![0]) - 1;
    while (at >= 0 && this.throws[at]![1] !== site) at--;
    return this.throws[at]?.[2] ?? [];
  }
}

/**
 * Encode an event's key (names and numbers) for hashing; empty if stories of the version `story` leave the event out.
 */
export function encodeKey(view: View, story: number = STORY_VERSION): string {
  const key = keyOf(view, story);
  if (key === null) return "";
  const line = `${JSON.stringify(key)}\n`;
  fuel.chargeText(line.length);
  return line;
}

/** Call `produce`; if it throws {@link Pause}, stop the run with the request that `requestOf` makes. */
function callOrPause<Found>(produce: () => Found, requestOf: () => RunRequest): Found {
  try {
    return produce();
  } catch (error) {
    throw error instanceof Pause ? new RunPaused(requestOf()) : error;
  }
}
