/** The stops of a story at a seat, at which it waits for the player. */

import type { Pace } from "../../modes";
import type { WantedDice } from "../../play/dice/throws";
import type { StoryPart } from "../../play/pacing/beats";
import { PacedStory, type StoryStop } from "../../play/pacing/pacedStory";
import { StoryBeats } from "../../play/pacing/storyBeats";
import type { StoryLine } from "../../play/story/classes";
import { Headings } from "../../play/story/headings";
import type { GameAtSeat } from "../../seat/seatGame";
import { countEventsOfState } from "../../seat/shownState";
import { PRESENT } from "./seatStates";

/** The stops of a story, with the state and the open headings at each. */
export class SeatStops {
  private readonly paced: PacedStory;

  /** Start at the beginning of a game's story, whose present lines `lines` returns, at a pace. */
  constructor(
    private readonly game: GameAtSeat,
    private readonly lines: () => readonly StoryLine[],
    pace: Pace,
  ) {
    this.paced = new PacedStory(pace);
  }

  get pace(): Pace {
    return this.paced.pace;
  }

  set pace(pace: Pace) {
    this.paced.setPace(this.lines(), pace);
  }

  /** The stop at which the story waits; null if all of it is shown. */
  get current(): StoryStop | null {
    return this.paced.stop;
  }

  /** Whether there is a stop before this one, since the last answer. */
  get hasPrevious(): boolean {
    return this.paced.hasPrevious;
  }

  /** The lines that are shown. */
  get shownLines(): readonly StoryLine[] {
    return this.lines().slice(0, this.paced.lineCount);
  }

  /** The number of events of which the player has read. */
  get eventCount(): number {
    return this.current?.eventCount ?? this.game.eventCount;
  }

  /** The number of events of the state beside the shown lines; {@link PRESENT} for the present one. */
  get stateEventCount(): number {
    const { current } = this;
    if (current === null) return PRESENT;
    const lines = this.lines().slice(0, current.lineCount);
    return countEventsOfState(this.game.views, { ...current, lines }) ?? PRESENT;
  }

  /** The event of the dice that fall next; null if none fall before the next stop. */
  get nextThrow(): number | null {
    return this.current?.nextThrow ?? null;
  }

  /** What dice are called in the story that fall at an event, which have no title of their own. */
  withTitle(wanted: WantedDice): WantedDice {
    if (wanted.table || wanted.title) return wanted;
    const line = this.lines().find((each) => each.kind === "roll" && each.event === this.nextThrow);
    return { ...wanted, title: line?.text ?? "" };
  }

  /** The headings that are open beside the shown lines, of those `open` now. */
  openHeadings(open: Headings): Headings {
    const count = this.stateEventCount;
    if (count === PRESENT) return open;
    const headings = new Headings();
    for (const view of this.game.views.slice(0, count)) headings.follow(view);
    return headings;
  }

  /** Show the first part of new lines, behind the first `known` ones; at a stop these wait until the player goes on. */
  begin(known: number, missionEnds: readonly number[]): void {
    this.paced.setMissionEnds(this.lines(), missionEnds);
    if (this.current === null) this.paced.begin(this.lines(), known);
  }

  /** Show the first part of the lines behind the first `known` ones, wherever the story waited before. */
  restart(known: number, missionEnds: readonly number[]): void {
    this.paced.skip(this.lines());
    this.paced.setMissionEnds(this.lines(), missionEnds);
    this.paced.begin(this.lines(), known);
  }

  /** Wait again at the stop at which the player left the story, behind some events, if there is anything to wait for. */
  resume(eventCount: number): boolean {
    return this.paced.resume(this.lines(), eventCount);
  }

  /** Show the next part. */
  goOn(): void {
    this.paced.goOn(this.lines());
  }

  /** The parts that follow. */
  followingParts(): StoryPart[] {
    return this.paced.followingParts(this.lines());
  }

  /** The whole story in its beats, as the way back through it shows them. */
  allBeats(): StoryBeats {
    return new StoryBeats(this.lines(), { start: 0, stop: this.game.eventCount });
  }

  /** Go back to the stop before this one; returns whether there is one since the last answer. */
  goBack(): boolean {
    return this.paced.goBack();
  }

  /** Show everything, without a stop. */
  skip(): void {
    this.paced.skip(this.lines());
  }

  /** Keep the place in the story, whose lines were made anew. */
  replace(): void {
    this.paced.replace(this.lines());
  }
}
