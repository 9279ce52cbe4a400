/** The journal of a run: events as they come, what they say, and a hash to compare runs by. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Dice, totalOf } from "../rules/dice";
import type { EnterSite } from "../rules/program";
import { isMission, type Thrown as ThrownSite, thrownThere } from "../rules/sites";
import { countUpTo } from "./bisect";
import { Pause, questionOf } from "./choices";
import type { View } from "./classes";
import { Elements } from "./elements";
import { fuel } from "./fuel";
import { Lengths } from "./lengths";
import { type Ask, type Event, Fault, type Log, type Roll } from "./machine";
import type { Question } from "./question";
import type { Reader } from "./reader";
import { keyOf, STORY_VERSION } from "./views";

/**
 * Events with which another mission may begin, five times what the longest campaign tells. A mission's steps are enough
 * for as many: so memory is bounded too.
 */
const MOST_EVENTS = 600_000;

/** The faces of a throw; a single number for several dice is their total. It may throw {@link Pause}. */
export type Thrower = (site: number, dice: Dice) => readonly number[];

/** What a run waits for: the answer to a question, dice to be thrown, or a procedure that is not begun. */
export type Waits = Question | ThrownSite | EnterSite;

/** Whether a question is open. */
export function isQuestion(waits: Waits): waits is Question {
  return !("is" in waits);
}

/** Stops a run at what was left open. */
export class LeftOpen extends Error {
  constructor(readonly waitsFor: Waits) {
    super("left open");
  }
}

/** A throw: how many events came before it, its site, its faces. */
type Thrown = readonly [before: number, site: number, faces: readonly number[]];

/** The hash behind so many events. */
type Hashed = readonly [events: number, hash: ReturnType<typeof sha256.create>];

/** What happened. While it is told, integers are kept and nothing else; words are made of them where somebody reads. */
export class Journal {
  readonly events: Event[] = [];
  private until: ReadonlySet<number> = new Set();
  private readonly made: (View | undefined)[] = [];
  private readonly throws: Thrown[] = [];
  private readonly elements: Elements;
  private readonly lengths: Lengths;
  /** How many bytes the mission has told behind each event, as {@link Lengths} counts them. */
  private readonly told: number[] = [];
  /** As often as it was asked for. */
  private readonly hashed: Hashed[] = [[0, sha256.create()]];

  /** @param story - The version of the story, which says what of an event is hashed. */
  constructor(
    readonly reader: Reader,
    public story: number = STORY_VERSION,
  ) {
    this.elements = new Elements(reader.program);
    this.lengths = new Lengths(reader.program);
  }

  /**
   * Take an event. Throws {@link Fault} where a mission begins behind more events than a run may have, and where a mission
   * tells more bytes than it may.
   */
  readonly log: Log = (event) => {
    const place = this.until.has(event[0]!) ? this.reader.program.sites[event[0]!] : null;
    if (place?.is === "EnterSite") throw new LeftOpen(place);
    const { program } = this.reader;
    const begins = isMission(program, event[0]!);
    if (this.events.length >= MOST_EVENTS && begins) throw new Fault(event[0]!);
    const spent = this.lengths.of(event) + (begins ? 0 : (this.told.at(-1) ?? 0));
    if (spent > program.budgets.story) throw new Fault(event[0]!);
    this.told.push(spent);
    this.events.push(event);
  };

  /** Have the run left open before these sites, where procedures begin. */
  stopBefore(until: ReadonlySet<number>): void {
    this.until = until;
  }

  /**
   * Go back to how it began: keep so many of the first events, and lose so many of the last throws.
   *
   * `same` is how many events will be the same, these included: what was made of them is not made again.
   */
  beginAgain(events: number, throws: number, same: number): void {
    this.events.length = events;
    this.told.length = Math.min(this.told.length, events);
    this.throws.length -= throws;
    this.made.length = Math.min(this.made.length, same);
    while (this.hashed.at(-1)![0] > same) this.hashed.pop();
    this.elements.beginAgain(events);
  }

  /** A source's throw as the code calls it, its faces kept for the roll's event. */
  rolling(thrower: Thrower): Roll {
    return (site, dice) => {
      const faces = open(
        () => thrower(site, dice),
        () => thrownThere(this.reader.program, site, dice),
      );
      this.throws.push([this.events.length, site, faces]);
      return totalOf(faces, dice);
    };
  }

  /** The policy, its answers logged. */
  asking(policy: Ask): Ask {
    return (site, options, score, values) => {
      const index = open(
        () => policy(site, options, score, values),
        () => questionOf(this.reader.describer, site, options, score, values),
      );
      this.log([site, index, options.length, ...options, ...values()]);
      return index;
    };
  }

  /** Forget what was made of events: names are others now. */
  forget(): void {
    this.made.length = 0;
  }

  /** What an event says. */
  view(index: number): View {
    const known = this.made[index];
    if (known !== undefined) return known;
    fuel.tell(0);
    const event = this.events[index]!;
    const faces = this.facesOf(index);
    const found = this.reader.describer.lexicon.namesElements(event)
      ? this.reader.readThen(event, faces, this.elements.asOf(this.events, index))
      : this.reader.read(event, faces);
    this.made[index] = found;
    return found;
  }

  /** What the events from `start` on say. */
  *views(start = 0): Generator<View> {
    for (let index = start; index < this.events.length; index++) yield this.view(index);
  }

  /** SHA-256 over all events so far, in names and numbers: equal for equal stories, on any backend. */
  digest(): string {
    const [done, before] = this.hashed.at(-1)!;
    if (done === this.events.length) return bytesToHex(before.clone().digest());
    const hash = before.clone();
    this.hash(hash, done, this.events.length);
    this.hashed.push([this.events.length, hash]);
    return bytesToHex(hash.clone().digest());
  }

  /** The same over the first events, for each of some numbers of them, in ascending order. */
  *digests(counts: Iterable<number>): Generator<string> {
    const hash = sha256.create();
    let done = 0;
    for (const count of counts) {
      this.hash(hash, done, count);
      done = count;
      yield bytesToHex(hash.clone().digest());
    }
  }

  /** Hash the events from one to before another, as they go: all of them at once may be much. */
  private hash(hash: ReturnType<typeof sha256.create>, from: number, to: number): void {
    const encoder = new TextEncoder();
    for (let index = from; index < to; index++) hash.update(encoder.encode(canonical(this.view(index), this.story)));
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
export function canonical(view: View, story: number = STORY_VERSION): string {
  const key = keyOf(view, story);
  if (key === null) return "";
  const line = `${JSON.stringify(key)}\n`;
  fuel.tell(line.length);
  return line;
}

/** What somebody gives; where he pauses, the run stops at what was left open. */
function open<Found>(give: () => Found, waitsFor: () => Waits): Found {
  try {
    return give();
  } catch (error) {
    throw error instanceof Pause ? new LeftOpen(waitsFor()) : error;
  }
}
