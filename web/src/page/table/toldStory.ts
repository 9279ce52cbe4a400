/** The story of a game in play: its lines, how far the player has read, and which missions were debriefed. */

import type { Detail, Pace } from "../../modes";
import { findCareerMissions } from "../../play/debriefing/debriefing";
import { DRAWN_TITLE } from "../../play/dice/throws";
import type { QuestionFilter } from "../../play/orders/autoAnswer";
import type { Play } from "../../play/play";
import type { StoryLine } from "../../play/story/classes";
import { type Phrases, tableLabel } from "../../play/story/phrases";
import { CHAPTERS, Story } from "../../play/story/story";
import { StoryLog } from "../../play/story/storyLog";
import type { View } from "../../play/view";
import { StoryStops } from "./storyStops";

/** How a story is told. */
interface Telling {
  readonly phrases: Phrases;
  readonly detail: Detail;
  readonly pace: Pace;
  /** How many events the player had been shown when he left the game; null for all. */
  readonly shownEvents: number | null;
}

/** The story of a game in play, told up to the stop at which it waits for the player. */
export class ToldStory {
  /** The stops of the story, at which it waits for the player. */
  readonly stops: StoryStops;
  /** The level of detail. */
  detail: Detail;
  private readonly log: StoryLog;
  /** The number of events in the story's lines. */
  private toldEvents = 0;
  /** The index of the first new line while the move that led to it is not stored; null for none. */
  private untoldLine: number | null = null;
  /** The number of events up to which missions were debriefed. */
  private debriefedEvents = 0;
  private hasBegun = false;

  /** Make the story of a game, without lines. */
  constructor(
    private readonly play: Play,
    private readonly questions: QuestionFilter,
    private readonly telling: Telling,
  ) {
    this.detail = telling.detail;
    this.log = new StoryLog(
      (start) => play.events(start),
      () => this.newStory(),
    );
    this.stops = new StoryStops(play.session, () => this.log.lines, telling.pace);
  }

  get lines(): readonly StoryLine[] {
    return this.log.lines;
  }

  /** Whether the game had been played when it was opened. */
  get isResumed(): boolean {
    return this.telling.shownEvents !== 0;
  }

  /** Add the lines of what happened so far, in slices. */
  catchUp(): Generator<number, void> {
    return this.log.catchUp();
  }

  /**
   * Update the lines by a view. At first, those of a game that goes on are shown up to where the player left it; after an
   * undo all are shown at once.
   */
  update(view: View): void {
    const isFirst = !this.hasBegun;
    this.hasBegun = true;
    const isUndone = view.kept < this.toldEvents;
    // What was told in slices before the first view still counts.
    const kept = isFirst ? this.play.session.eventCount : view.kept;
    const told = isUndone ? kept : this.toldEvents || kept;
    const known = this.log.update(told, awaitedText(view), view.question?.offer ?? false);
    this.toldEvents = this.play.session.eventCount;
    this.untoldLine = Math.min(this.untoldLine ?? known, known);
    if (isFirst && !this.isResumed) this.untoldLine = 0;
    else if (isUndone || isFirst) this.showAll(isFirst ? this.telling.shownEvents : null);
  }

  /** Show all lines, or those up to where the player left the game, after a number of events. */
  private showAll(shownEvents: number | null): void {
    this.stops.skip();
    this.untoldLine = this.lines.length;
    this.debriefedEvents = this.toldEvents;
    // A mission that ends where he left it is debriefed again.
    if (shownEvents !== null && this.stops.resume(shownEvents)) this.debriefedEvents = shownEvents - 1;
  }

  /** Count the events that the player will have been shown after {@link begin}; null for all. */
  countAfterBegin(): number | null {
    return this.stops.countAfterBegin(this.untoldLine ?? this.lines.length, this.missionEnds());
  }

  /** Go to the first part of the new lines, now that the move that led to them is stored. */
  begin(): void {
    this.stops.begin(this.untoldLine ?? this.lines.length, this.missionEnds());
    this.untoldLine = null;
  }

  /** The numbers of events at which missions have ended that were not debriefed yet. */
  private missionEnds(): number[] {
    return findCareerMissions(this.play.session, this.debriefedEvents).map(({ end }) => end + 1);
  }

  /** Take the events that the player has been shown since the last debriefing: from one on, before another. */
  takeUndebriefed(): readonly [since: number, stop: number] {
    const since = this.debriefedEvents;
    const stop = this.stops.eventCount;
    this.debriefedEvents = Math.max(since, stop);
    return [since, stop];
  }

  /** Rebuild all lines, at another level of detail or with other names; `view` is the open request. */
  retell(view: View, detail: Detail): void {
    this.detail = detail;
    this.log.retell(awaitedText(view), view.question?.offer ?? false);
    this.stops.replace();
  }

  /** Describe where the game stands, for the list of saves: the last chapter and heading, or the result. */
  describeStanding({ outcome }: View): string {
    if (outcome !== null) return `Over: ${outcome.title}`;
    const last = this.lines.map((line) => line.kind).lastIndexOf("chapter");
    const heading = this.lines
      .slice(last + 1)
      .filter((line) => line.kind === "heading")
      .at(-1);
    return [this.lines[last]?.text, heading?.names.at(-1)].filter(Boolean).join(" › ") || "Begun";
  }

  /** Make an empty story at the current level of detail. */
  private newStory(): Story {
    const outer = CHAPTERS[this.play.session.header.entry];
    /** The reason of the automatic answer at an event; empty for others. */
    const reasonOf = (event: number): string => this.questions.reasonOf(event);
    return new Story({ phrases: this.telling.phrases, detail: this.detail, reasonOf, outer });
  }
}

/** The name of what the open request waits for, which the story's last headings need not repeat; null for none. */
function awaitedText(view: View): string | null {
  if (view.roll?.is === "DrawSite") return DRAWN_TITLE;
  return view.question?.prompt ?? (view.roll && tableLabel(view.roll.table, view.roll.title));
}
