/** The story at a seat: its lines, how far the player has read, and which missions were debriefed. */

import type { Detail, Pace } from "../../modes";
import type { Debriefing } from "../../play/debriefing/classes";
import type { StoryLine } from "../../play/story/classes";
import { tableLabel } from "../../play/story/phrases";
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

  /**
   * Add the events that have come, behind the first `kept` ones, and show the first part of them. If others were told
   * before, they were taken back (`isUndone`), or read otherwise now, with another name: then the player's place stays.
   * Returns the number of the first lines that the player had been shown, though they may read otherwise now.
   */
  update(kept: number, isUndone: boolean): number {
    const before = [...this.log.lines];
    const { toldEvents } = this;
    const shownBefore = this.stops.shownLines.length;
    const isRetold = kept < toldEvents;
    const known = this.log.update(Math.min(kept, this.toldEvents), this.awaitedText, this.game.turn?.question?.offer);
    this.toldEvents = this.game.eventCount;
    if (!isRetold) {
      this.stops.begin(Math.min(before.length, known), this.missionEnds());
      return 0;
    }
    if (!isUndone) return this.keepPlace(toldEvents, shownBefore);
    const waitsBefore = this.stops.current !== null && this.stops.current.eventCount < kept;
    this.debriefedEvents = Math.min(this.debriefedEvents, kept);
    if (waitsBefore) this.stops.replace();
    else this.stops.restart(countSame(before, this.log.lines), this.missionEnds());
    return 0;
  }

  /**
   * Keep the player's place in lines that read otherwise, behind the first `toldEvents` events of which may stand new
   * ones; returns the number of the first lines that he had been shown, of which there were `shownBefore`.
   */
  private keepPlace(toldEvents: number, shownBefore: number): number {
    const { lines } = this.log;
    if (this.stops.current !== null) {
      this.stops.replace();
      return Math.min(shownBefore, this.stops.shownLines.length);
    }
    const at = this.toldEvents > toldEvents ? lines.findIndex(({ event }) => event >= toldEvents) : -1;
    const known = at < 0 ? lines.length : at;
    this.stops.restart(known, this.missionEnds());
    return known;
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

  /** The name of what waits for the player, which the story's last headings need not repeat; null for nothing. */
  private get awaitedText(): string | null {
    const { turn } = this.game;
    return turn?.question?.prompt ?? (turn?.throw ? tableLabel(turn.throw.table, turn.throw.title) : null);
  }

  /** Make an empty story. */
  private newStory(): Story {
    const { phrases, entry } = this.game.seated;
    const outer = entry === "career" ? CHAPTERS.career : CHAPTERS.mission;
    return new Story({ phrases, detail: this.detail, outer, answers: true });
  }
}

/** Count the first lines that two stories share. */
function countSame(lines: readonly StoryLine[], others: readonly StoryLine[]): number {
  const at = lines.findIndex((line, place) => JSON.stringify(line) !== JSON.stringify(others[place]));
  return at < 0 ? lines.length : at;
}
