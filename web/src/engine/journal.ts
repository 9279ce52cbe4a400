/** The journal of a run: events as they come, what they say, and a hash to compare runs by. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Dice, totalOf } from "../rules/dice";
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
 * Events with which another mission may begin, five times what the longest campaign tells. A mission's steps are enough
 * for as many: so memory is bounded too.
 */
const MAX_EVENTS = 600_000;

/** The faces of a throw; a single number for several dice is their total. It may throw {@link Pause}. */
export type ThrowFaces = (site: number, dice: Dice) => readonly number[];

/** What a run waits for: the answer to a question, dice to be thrown, or a procedure that is not begun. */
export type RunRequest = Question | ThrownSite | EnterSite;

/** Whether a question is open. */
export function isQuestion(request: RunRequest): request is Question {
  return !("is" in request);
}

/** Stops a run at what was left open. */
export class RunPaused extends Error {
  constructor(readonly request: RunRequest) {
    super("left open");
  }
}

/** A throw: how many events came before it, its site, its faces. */
type LoggedThrow = readonly [before: number, site: number, faces: readonly number[]];

/** The hash behind so many events. */
type HashState = readonly [events: number, hash: ReturnType<typeof sha256.create>];

/** What happened. While it is told, integers are kept and nothing else; words are made of them where somebody reads. */
export class Journal {
  readonly events: Event[] = [];
  private stopSites: ReadonlySet<number> = new Set();
  private readonly viewCache: (View | undefined)[] = [];
  private readonly throws: LoggedThrow[] = [];
  private readonly elements: ElementHistory;
  private readonly lengths: EventLengths;
  /** How many bytes the mission has told behind each event, as {@link EventLengths} counts them. */
  private readonly storyBytes: number[] = [];
  /** As often as it was asked for. */
  private readonly hashStates: HashState[] = [[0, sha256.create()]];

  /** @param story - The version of the story, which says what of an event is hashed. */
  constructor(
    readonly reader: Reader,
    public story: number = STORY_VERSION,
  ) {
    this.elements = new ElementHistory(reader.program);
    this.lengths = new EventLengths(reader.program);
  }

  /**
   * Take an event. Throws {@link Fault} where a mission begins behind more events than a run may have, and where a mission
   * tells more bytes than it may.
   */
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

  /** Have the run left open before these sites, where procedures begin. */
  stopBefore(sites: ReadonlySet<number>): void {
    this.stopSites = sites;
  }

  /**
   * Go back to how it began: keep so many of the first events, and lose so many of the last throws.
   *
   * `same` is how many events will be the same, these included: what was made of them is not made again.
   */
  truncate(events: number, throws: number, unchanged: number): void {
    this.events.length = events;
    this.storyBytes.length = Math.min(this.storyBytes.length, events);
    this.throws.length -= throws;
    this.viewCache.length = Math.min(this.viewCache.length, unchanged);
    while (this.hashStates.at(-1)![0] > unchanged) this.hashStates.pop();
    this.elements.truncate(events);
  }

  /** A source's throw as the code calls it, its faces kept for the roll's event. */
  loggedRoll(thrower: ThrowFaces): Roll {
    return (site, dice) => {
      const faces = callOrPause(
        () => thrower(site, dice),
        () => throwSite(this.reader.program, site, dice),
      );
      this.throws.push([this.events.length, site, faces]);
      return totalOf(faces, dice);
    };
  }

  /** The policy, its answers logged. */
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

  /** Forget what was made of events: names are others now. */
  clearViews(): void {
    this.viewCache.length = 0;
  }

  /** What an event says. */
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

  /** What the events from `start` on say. */
  *views(start = 0): Generator<View> {
    for (let index = start; index < this.events.length; index++) yield this.view(index);
  }

  /** SHA-256 over all events so far, in names and numbers: equal for equal stories, on any backend. */
  digest(): string {
    const [hashedCount, hasher] = this.hashStates.at(-1)!;
    if (hashedCount === this.events.length) return bytesToHex(hasher.clone().digest());
    const hash = hasher.clone();
    this.hashEvents(hash, hashedCount, this.events.length);
    this.hashStates.push([this.events.length, hash]);
    return bytesToHex(hash.clone().digest());
  }

  /** The same over the first events, for each of some numbers of them, in ascending order. */
  *digests(counts: Iterable<number>): Generator<string> {
    const hash = sha256.create();
    let hashedCount = 0;
    for (const count of counts) {
      this.hashEvents(hash, hashedCount, count);
      hashedCount = count;
      yield bytesToHex(hash.clone().digest());
    }
  }

  /** Hash the events from one to before another, as they go: all of them at once may be much. */
  private hashEvents(hash: ReturnType<typeof sha256.create>, from: number, to: number): void {
    const encoder = new TextEncoder();
    for (let index = from; index < to; index++) hash.update(encoder.encode(encodeKey(this.view(index), this.story)));
  }

  /** What the dice showed that an event tells of: the last throw at its site before it. */
  private facesOf(index: number): readonly number[] {
    const site = this.events[index]![0]!;
    if (this.reader.program.sites[site]?.is !== "RollSite") return [];
    let at = countUpTo(this.throws.length, index, (place) => this.throws[place]![0]) - 1;
    while (at >= 0 && this.throws[at]![1] !== site) at--;
    return this.throws[at]?.[2] ?? [];
  }
}

/** An event as it is hashed; nothing where it does not count in stories of this version. */
export function encodeKey(view: View, story: number = STORY_VERSION): string {
  const key = keyOf(view, story);
  if (key === null) return "";
  const line = `${JSON.stringify(key)}\n`;
  fuel.chargeText(line.length);
  return line;
}

/** What somebody gives; where he pauses, the run stops at what was left open. */
function callOrPause<Found>(produce: () => Found, requestOf: () => RunRequest): Found {
  try {
    return produce();
  } catch (error) {
    throw error instanceof Pause ? new RunPaused(requestOf()) : error;
  }
}
