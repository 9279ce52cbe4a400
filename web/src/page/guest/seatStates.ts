/** The states of a game as its host tells them to a seat: each is asked for once. */

import type { WantedDice } from "../../play/dice/throws";
import type { PanelState } from "../../play/panelState";
import type { Looked } from "../../seat/classes";
import type { TableQueries } from "./tableQueries";

/** Maximum number of states that are remembered. */
const MAX_STATES = 200;

/** The place of the present state among those of earlier events. */
export const PRESENT = -1;

/** The states of a game, and what was at stake at its throws, as far as the host has told them. */
export class SeatStates {
  private readonly states = new Map<number, PanelState>();
  private readonly stakes = new Map<number, WantedDice | null>();
  private readonly wanted = new Map<string, Promise<void>>();
  /** Counts the turns: what was asked before the last one is no longer the present. */
  private turnCount = 0;

  /** Make the states that `queries` ask for; `onNew` is called when one has come. */
  constructor(
    private readonly queries: TableQueries,
    private readonly onNew: () => void,
  ) {}

  /** The state after a number of events, {@link PRESENT} for now; null until it has come. */
  find(eventCount: number): PanelState | null {
    const known = this.states.get(eventCount);
    if (known === undefined) void this.load(eventCount);
    return known ?? null;
  }

  /** Ask for the state after a number of events, unless it is known; resolves when it has come, or cannot come. */
  load(eventCount: number): Promise<void> {
    if (this.states.has(eventCount)) return Promise.resolve();
    const { turnCount } = this;
    return this.request(`state ${eventCount}`, async () => {
      const looked = await this.queries.look(eventCount === PRESENT ? null : eventCount);
      if (eventCount === PRESENT && turnCount !== this.turnCount) return;
      if (this.states.size >= MAX_STATES) this.states.delete(this.states.keys().next().value!);
      this.states.set(eventCount, stateOf(looked));
    });
  }

  /** The dice of an event as before they fell; null until that has come, or if it rests on what is hidden. */
  findStake(event: number): WantedDice | null {
    const known = this.stakes.get(event);
    if (known !== undefined) return known;
    void this.request(`stake ${event}`, async () => {
      this.stakes.set(event, (await this.queries.why(event)).stake);
    });
    return null;
  }

  /** Forget the present state: something has happened. */
  forgetPresent(): void {
    this.turnCount += 1;
    this.states.delete(PRESENT);
    this.wanted.delete(`state ${PRESENT}`);
  }

  /** Forget all states: some of the events did not happen. */
  clear(): void {
    this.states.clear();
    this.stakes.clear();
    this.forgetPresent();
  }

  /** Do a request unless it is under way; a failed one is done again when it is wanted again. */
  private request(key: string, act: () => Promise<void>): Promise<void> {
    const underWay = this.wanted.get(key);
    if (underWay !== undefined) return underWay;
    /** Note that the request is over; another one for the same may be under way by now. */
    const end = (): void => {
      if (this.wanted.get(key) === done) this.wanted.delete(key);
    };
    const done: Promise<void> = act().then(() => {
      end();
      this.onNew();
    }, end);
    this.wanted.set(key, done);
    return done;
  }
}

/** Convert a state that the host has told to one that panels show. */
function stateOf({ boards, pieces, sheet, facts }: Looked): PanelState {
  return { boards, pieces, groups: sheet, facts };
}
