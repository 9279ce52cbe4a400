/** Earlier states of a game, for what is shown beside an earlier moment of its story. */

import type { Describer } from "../../engine/describe";
import type { Session } from "../../session/session";
import { describerAt } from "../debriefing/debriefing";
import { statesAt } from "../debriefing/missions";

/** Maximum number of states found by one rerun. */
const STATES_PER_RERUN = 24;

/** The states of a session after earlier numbers of events, found by reruns; only a few are kept. */
export class PastStates {
  private describers = new Map<number, Describer>();

  /** Make an empty store of the states of a session. */
  constructor(private readonly session: Session) {}

  /**
   * The describer of the state after a number of events, at least 1.
   *
   * `following` are the numbers that will probably be wanted next: one rerun finds several states.
   */
  after(eventCount: number, following: readonly number[] = []): Describer {
    const known = this.describers.get(eventCount);
    if (known !== undefined) return known;
    const counts = [eventCount, ...following.slice(0, STATES_PER_RERUN - 1)];
    const states = statesAt(
      this.session,
      counts.map((count) => count - 1),
    );
    this.describers = new Map([...states].map(([event, slots]) => [event + 1, describerAt(this.session, slots)]));
    return this.describers.get(eventCount)!;
  }

  /** Forget all states: the game goes on otherwise, or its names have changed. */
  clear(): void {
    this.describers.clear();
  }
}
