/**
 * The elements of lists as they were: events tell all that becomes of them, and that is done again.
 *
 * An element joins with what it holds, a change tells its slot, a procedure that ends takes its lists with it.
 */

import { unreachable } from "../closed";
import type { Program, Region, SlotList } from "../rules/program";
import { NONE } from "../rules/values";
import type { Event } from "./machine";

/** The slots are kept at every so many events, so that it is never far back to where an event happened. */
const EVERY = 4096;

/** What events of a site do to slots, and whether that is done when they are told or behind it. */
interface Effect {
  readonly atOnce: boolean;
  readonly happen: (slots: Int32Array, event: Event) => void;
}

/** The slots of a run's elements, at one event after the other. */
export class Elements {
  /** As they are behind the first `at` events; of slots that are no element's, what was told. */
  private slots: Int32Array;
  private at = 0;
  private readonly kept: Int32Array[];
  private readonly effects = new Map<number, Effect | null>();

  constructor(private readonly program: Program) {
    this.slots = Int32Array.from(program.defaults);
    this.kept = [this.slots.slice()];
  }

  /** Go back: of the run's events so many still count. */
  beginAgain(events: number): void {
    this.kept.length = Math.min(this.kept.length, Math.floor(events / EVERY) + 1);
    // What happens at the next is there already.
    if (this.at >= events) this.goTo(0);
  }

  /** The slots as they were when an event happened: what joins is there already, what leaves still is. */
  asOf(events: readonly Event[], index: number): Int32Array {
    if (!(this.at <= index && index < this.at + EVERY)) {
      const nearest = Math.min(Math.floor(index / EVERY), this.kept.length - 1);
      if (index < this.at || nearest * EVERY > this.at) this.goTo(nearest);
    }
    for (let at = this.at; at < index; at++) {
      const event = events[at]!;
      this.effectOf(event)?.happen(this.slots, event);
      if ((at + 1) % EVERY === 0 && this.kept.length === (at + 1) / EVERY) this.kept.push(this.slots.slice());
    }
    this.at = index;
    const effect = this.effectOf(events[index]!);
    // Once more when the next is come to, which changes nothing.
    if (effect?.atOnce) effect.happen(this.slots, events[index]!);
    return this.slots;
  }

  private goTo(nearest: number): void {
    this.at = nearest * EVERY;
    this.slots = this.kept[nearest]!.slice();
  }

  private effectOf(event: Event): Effect | null {
    const number = event[0]!;
    const known = this.effects.get(number);
    if (known !== undefined) return known;
    const found = effectAt(this.program, number);
    this.effects.set(number, found);
    return found;
  }
}

function effectAt(program: Program, number: number): Effect | null {
  const site = program.sites[number]; // none for how a run ended
  switch (site?.is) {
    case "ElementSite": {
      const pool = program.lists.find((each) => each.id === site.list)!;
      return site.joins ? joining(program, pool) : leaving(pool);
    }
    case "ChangeSite":
      return { atOnce: true, happen: (slots, event) => slots.fill(event[3]!, event[1]!, event[1]! + 1) };
    case "LeaveSite": {
      const region = program.regions.find((each) => each.owner === site.name);
      return site.kind === "procedure" && region !== undefined ? fallingBack(program, region) : null;
    }
    case "BeforehandSite":
    case "ChoiceSite":
    case "DrawSite":
    case "EnterSite":
    case "FaultSite":
    case "LimitSite":
    case "MoveSite":
    case "ResultSite":
    case "RollSite":
    case "SaySite":
    case undefined:
      return null;
    default:
      return unreachable(site);
  }
}

/** An element joins its list, with all that it holds. */
function joining(program: Program, pool: SlotList): Effect {
  const own = new Set(pool.fields);
  const fields = program.fields.filter((field) => own.has(field.id));
  return {
    atOnce: true,
    happen: (slots, event) => {
      const place = event[1]! % pool.capacity;
      slots[pool.base + place] = event[1]!;
      let at = 2;
      for (const field of fields) {
        const size = field.defaults.length;
        slots.set(event.slice(at, at + size), field.base + place * size);
        at += size;
      }
    },
  };
}

/** An element leaves its list. */
function leaving(pool: SlotList): Effect {
  return {
    atOnce: false,
    happen: (slots, event) => {
      slots[pool.base + (event[1]! % pool.capacity)] = NONE;
    },
  };
}

/** A procedure ends, and its state falls back. */
function fallingBack(program: Program, region: Region): Effect {
  const { first, count } = region.run;
  const defaults = program.defaults.slice(first, first + count);
  return {
    atOnce: false,
    happen: (slots) => {
      slots.set(defaults, first);
      for (const run of region.cleared) slots.fill(NONE, run.first, run.first + run.count);
    },
  };
}
