/** Earlier states of a game, for what is shown beside an earlier moment of its story. */

import type { Describer } from "../../engine/describe";
import type { Session } from "../../session/session";
import { describerAt } from "../debriefing/debriefing";
import { type StatesByEvent, statesAt } from "../debriefing/missions";

/** Maximum number of states found by one rerun, unless more are wanted. */
const STATES_PER_RERUN = 24;

/** The states of a session after earlier numbers of events, found by reruns; only those of the last rerun are kept. */
export class PastStates {
  private states: StatesByEvent = new Map();
  private readonly describers = new Map<number, Describer>();

  /** Make an empty store of the states of a session; one rerun finds `most` states at most. */
  constructor(
    private readonly session: Session,
    private readonly most = STATES_PER_RERUN,
  ) {}

  /**
   * The describer of the state after a number of events, at least 1.
   *
   * `following` are the numbers that will probably be wanted next: one rerun finds several states.
   */
  after(eventCount: number, following: readonly number[] = []): Describer {
    const known = this.describers.get(eventCount);
    if (known !== undefined) return known;
    if (!this.states.has(eventCount - 1)) {
      const counts = [eventCount, ...following.slice(0, this.most - 1)];
      this.clear();
      this.states = statesAt(
        this.session,
        counts.map((count) => count - 1),
      );
    }
    const describer = describerAt(this.session, this.states.get(eventCount - 1)!);
    this.describers.set(eventCount, describer);
    return describer;
  }

  /** Forget all states: the game goes on otherwise, or its names have changed. */
  clear(): void {
    this.states = new Map();
    this.describers.clear();
  }
}
