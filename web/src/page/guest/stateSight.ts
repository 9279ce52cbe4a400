/** Which state of a game stands beside its story at a seat, and with which boards it is compared. */

import type { StoryBeats } from "../../play/pacing/storyBeats";
import type { PanelState } from "../../play/panelState";
import type { GameAtSeat } from "../../seat/seatGame";
import { countEventsOfState } from "../../seat/shownState";
import { BoardMoments } from "../table/boardMoments";
import { PRESENT, type SeatStates } from "./seatStates";
import type { SeatStops } from "./seatStops";

/** Where a player looks: a beat of the past, or null for where his story has come to. */
type ShownBeat = { readonly beats: StoryBeats; readonly at: number } | null;

/** The state that is shown beside a story. */
export class StateSight {
  private readonly moments = new BoardMoments();
  private last: PanelState | null = null;

  /** Make the sight of a game; `shownBeat` returns where the player looks. */
  constructor(
    private readonly game: GameAtSeat,
    private readonly states: SeatStates,
    private readonly stops: () => SeatStops,
    private readonly shownBeat: () => ShownBeat,
  ) {}

  /** Whether the state that is shown has boards. */
  get hasBoards(): boolean {
    return (this.last?.boards.length ?? 0) > 0;
  }

  /** The number of events of the state that is shown. */
  get eventCount(): number {
    const shown = this.shownBeat();
    if (shown === null) return this.stops().stateEventCount;
    return countEventsOfState(this.game.views, shown.beats.partAt(shown.at)) ?? PRESENT;
  }

  /** The state that is shown: until it has come, the last one. */
  find(): PanelState | null {
    if (this.game.eventCount > 0) this.last = this.states.find(this.eventCount) ?? this.last;
    return this.last;
  }

  /** Forget the boards that were shown before: things on them have other names now, which is no change. */
  forgetMoments(): void {
    this.moments.clear();
  }

  /** The boards with which those that are shown are compared; null for none, or while their state has not come. */
  boardsBefore(boards: PanelState["boards"]): PanelState["boards"] | null {
    const [shown, count] = [this.shownBeat(), this.eventCount];
    if (this.states.find(count) === null) return null;
    if (shown === null) return this.moments.note(count === PRESENT ? this.game.eventCount : count, boards);
    if (shown.at === 0) return null;
    const before = countEventsOfState(this.game.views, shown.beats.partAt(shown.at - 1));
    return before === null ? null : (this.states.find(before)?.boards ?? null);
  }
}
