/** The boards of the moments that a player was shown last, to see what has changed since. */

import type { BoardShown } from "../../play/boards/classes";

/** The maximum number of moments that are remembered. */
const MAX_MOMENTS = 40;

/** A moment at which the player was shown boards: a question, or a stop of the story. */
interface Moment {
  /** The number of events of its state. */
  readonly eventCount: number;
  readonly boards: readonly BoardShown[];
}

/** The moments at which a player was shown boards, each with those; later ones are forgotten once he has gone back. */
export class BoardMoments {
  private moments: Moment[] = [];

  /** Note the boards that are shown after a number of events; return those of the moment before, null for none. */
  note(eventCount: number, boards: readonly BoardShown[]): readonly BoardShown[] | null {
    const earlier = this.moments.filter((moment) => moment.eventCount < eventCount);
    this.moments = [...earlier.slice(-MAX_MOMENTS), { eventCount, boards }];
    return earlier.at(-1)?.boards ?? null;
  }

  /** Forget all moments: names have changed. */
  clear(): void {
    this.moments = [];
  }
}
