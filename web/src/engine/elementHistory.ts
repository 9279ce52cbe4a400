/**
 * History of list elements: reconstructs the slots at any event by replaying the journal.
 *
 * An element joins with its fields, a change names its slot, a procedure that ends resets its lists.
 */

import { unreachable } from "../closed";
import type { Program, Region, SlotList } from "../rules/program";
import { NONE } from "../rules/values";
import type { Event } from "./machine";

/** Events between two snapshots of the slots, so that reconstruction never starts far back. */
const SNAPSHOT_INTERVAL = 4096;

/** The effect of a site's events on slots, and whether it comes before or after the event. */
interface Effect {
  readonly isImmediate: boolean;
  readonly apply: (slots: Int32Array, event: Event) => void;
}

/** The slots (the integers of the state) of a run's list elements at any of its events. */
export class ElementHistory {
  /** The slots after the first `at` events; other slots hold the last value in the journal. */
  private slots: Int32Array;
  private position = 0;
  private readonly snapshots: Int32Array[];
  private readonly effects = new Map<number, Effect | null>();

  /** Start the history in the initial state of a program. */
  constructor(private readonly program: Program) {
    this.slots = Int32Array.from(program.defaults);
    this.snapshots = [this.slots.slice()];
  }

  /** Forget the slots after the first `events` events of the run. */
  truncate(events: number): void {
    this.snapshots.length = Math.min(this.snapshots.length, Math.floor(events / SNAPSHOT_INTERVAL) + 1);
    // The slots may already include the immediate effect of a dropped event.
    if (this.position >= events) this.restoreSnapshot(0);
  }

  /**
   * Reconstruct the slots (integers of the state) at the event with an index: an element that joins or leaves there is
   * among them.
   */
  slotsAt(events: readonly Event[], index: number): Int32Array {
    if (!(this.position <= index && index < this.position + SNAPSHOT_INTERVAL)) {
      const nearest = Math.min(Math.floor(index / SNAPSHOT_INTERVAL), this.snapshots.length - 1);
      if (index < this.position || nearest * SNAPSHOT_INTERVAL > this.position) this.restoreSnapshot(nearest);
    }
    for (let at = this.position; at < index; at++) {
      const event = events[at]!;
      this.effectOf(event)?.apply(this.slots, event);
      if ((at + 1) % SNAPSHOT_INTERVAL === 0 && this.snapshots.length === (at + 1) / SNAPSHOT_INTERVAL)
        this.snapshots.push(this.slots.slice());
    }
    this.position = index;
    const effect = this.effectOf(events[index]!);
    // It is applied again with the next event, which changes nothing.
    if (effect?.isImmediate) effect.apply(this.slots, events[index]!);
    return this.slots;
  }

  /** Continue from the snapshot with this number. */
  private restoreSnapshot(number: number): void {
    this.position = number * SNAPSHOT_INTERVAL;
    this.slots = this.snapshots[number]!.slice();
  }

  /** The function that applies an event to the slots, cached by site; null if it changes none. */
  private effectOf(event: Event): Effect | null {
    const number = event[0]!;
    const cached = this.effects.get(number);
    if (cached !== undefined) return cached;
    const effect = makeEffect(this.program, number);
    this.effects.set(number, effect);
    return effect;
  }
}

/** Make the function that applies the events of the site with this number to the slots; null if they change none. */
function makeEffect(program: Program, number: number): Effect | null {
  const site = program.sites[number]; // none for the end of a run
  switch (site?.is) {
    case "ElementSite": {
      const list = program.lists.find((each) => each.id === site.list)!;
      return site.joins ? joiningEffect(program, list) : leavingEffect(list);
    }
    case "ChangeSite":
      return { isImmediate: true, apply: (slots, event) => slots.fill(event[3]!, event[1]!, event[1]! + 1) };
    case "LeaveSite": {
      const region = program.regions.find((each) => each.owner === site.name);
      return site.kind === "procedure" && region !== undefined ? resetEffect(program, region) : null;
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

/** Make the function that writes an element that joins a list, with its fields, into the slots. */
function joiningEffect(program: Program, list: SlotList): Effect {
  const own = new Set(list.fields);
  const fields = program.fields.filter((field) => own.has(field.id));
  return {
    isImmediate: true,
    apply: (slots, event) => {
      const place = event[1]! % list.capacity;
      slots[list.base + place] = event[1]!;
      let at = 2;
      for (const field of fields) {
        const size = field.defaults.length;
        slots.set(event.slice(at, at + size), field.base + place * size);
        at += size;
      }
    },
  };
}

/**
 * Make the function that clears the slot of an element that leaves a list, so that references to the element become
 * none.
 */
function leavingEffect(list: SlotList): Effect {
  return {
    isImmediate: false,
    apply: (slots, event) => {
      slots[list.base + (event[1]! % list.capacity)] = NONE;
    },
  };
}

/**
 * Make the function that resets a region of the slots (a procedure's own state) to its defaults, at the procedure's
 * end.
 */
function resetEffect(program: Program, region: Region): Effect {
  const { first, count } = region.run;
  const defaults = program.defaults.slice(first, first + count);
  return {
    isImmediate: false,
    apply: (slots) => {
      slots.set(defaults, first);
      for (const run of region.cleared) slots.fill(NONE, run.first, run.first + run.count);
    },
  };
}
