/** The story at a seat: its lines, how far the player has read, and which missions were debriefed. */

import type { Detail, Pace } from "../../modes";
import type { Debriefing } from "../../play/debriefing/classes";
import type { StoryLine } from "../../play/story/classes";
import { CHAPTERS, Story } from "../../play/story/story";
import { StoryLog } from "../../play/story/storyLog";
import type { GameAtSeat } from "../../seat/seatGame";
import { SeatStops } from "./seatStops";

/** The story of a game at a seat, told up to the stop at which it waits for the player. */
export class SeatStory {
  readonly stops: SeatStops;
  private readonly log: StoryLog;
  private toldEvents = 0;
  private debriefedEvents = 0;

  /** Make the story of a game, without lines, at a level of detail and a pace. */
  constructor(
    private readonly game: GameAtSeat,
    public detail: Detail,
    pace: Pace,
  ) {
    this.log = new StoryLog(
      (start) => game.views.slice(start),
      () => this.newStory(),
    );
    this.stops = new SeatStops(game, () => this.log.lines, pace);
  }

  get lines(): readonly StoryLine[] {
    return this.log.lines;
  }

  /** Show all of a story that goes on, up to where the player left it: null for its end. */
  open(shownEvents: number | null): void {
    this.log.update(0, this.awaitedText, this.game.turn?.question?.offer ?? false);
    this.toldEvents = this.game.eventCount;
    if (shownEvents === 0) {
      this.stops.begin(0, this.missionEnds());
      return;
    }
    this.stops.skip();
    this.debriefedEvents = this.toldEvents;
    if (shownEvents !== null && this.stops.resume(shownEvents)) this.debriefedEvents = shownEvents - 1;
  }

  /** Add the events that have come, behind the first `kept` ones, and show the first part of them. */
  update(kept: number): void {
    const before = this.log.lines.length;
    const known = this.log.update(Math.min(kept, this.toldEvents), this.awaitedText, this.game.turn?.question?.offer);
    this.toldEvents = this.game.eventCount;
    this.stops.begin(Math.min(before, known), this.missionEnds());
  }

  /** Make all lines anew, at another level of detail. */
  retell(detail: Detail): void {
    this.detail = detail;
    this.log.retell(this.awaitedText, this.game.turn?.question?.offer);
    this.stops.replace();
  }

  /** Take the debriefings of missions that have ended in the shown lines, and were not taken before. */
  takeDebriefings(): Debriefing[] {
    const stop = this.stops.eventCount;
    const due = this.debriefings().filter(({ event }) => event < stop);
    this.debriefedEvents = Math.max(this.debriefedEvents, stop);
    return due;
  }

  /** The debriefings of missions that were not debriefed yet. */
  private debriefings(): Debriefing[] {
    const all = [...this.game.debriefings.values()].sort((one, other) => one.event - other.event);
    return all.filter(({ event }) => event >= this.debriefedEvents);
  }

  /** The numbers of events at which missions have ended that were not debriefed yet. */
  private missionEnds(): number[] {
    return this.debriefings().map(({ event }) => event + 1);
  }

  /** The name of the open question, which the story's last headings need not repeat; null for none. */
  private get awaitedText(): string | null {
    return this.game.turn?.question?.prompt ?? null;
  }

  /** Make an empty story. */
  private newStory(): Story {
    const { phrases, entry } = this.game.seated;
    const outer = entry === "career" ? CHAPTERS.career : CHAPTERS.mission;
    return new Story({ phrases, detail: this.detail, outer, answers: true });
  }
}
