/** The story as a page keeps it: its lines as values, told on as events come, and back where answers are taken back. */

import type { View } from "../../engine/classes";
import { Checkpoints } from "./checkpoints";
import type { StoryLine } from "./classes";
import { isThrowOrChoice } from "./eventTexts";
import type { Story } from "./story";

/** Events, from the one with a number on. */
type EventsFrom = (start: number) => Iterable<View>;

/** What has been told of a game. */
export class StoryLog {
  /** What was told: the lines that stay are the same objects. */
  readonly lines: StoryLine[] = [];
  private toldEvents = 0;
  private story: Story;
  private readonly checkpoints = new Checkpoints<readonly [story: Story, lines: number]>();

  /** Of the events of a game; `begin` makes a story that has not begun. */
  constructor(
    private readonly eventsFrom: EventsFrom,
    private readonly newStory: () => Story,
  ) {
    this.story = newStory();
  }

  /**
   * Tell what has happened since the last time; what was taken back is told no more.
   *
   * `kept` says how many of the events told before still count; `asked` what the headings are told of, null where the
   * game is over; `offersAgain` whether what is asked offers to throw the last dice again. Gives how many of the lines stand as they stood.
   */
  update(keptEvents: number, awaited: string | null, offersAgain = false): number {
    if (keptEvents < this.toldEvents) this.rewind(keptEvents);
    const unchanged = this.lines.length;
    for (const views of splitPassages([...this.eventsFrom(this.toldEvents)], this.checkpoints.interval)) {
      this.lines.push(...this.story.tell(views));
      this.toldEvents += views.length;
      // Before the headings above a question are told: they are told again where it is asked again.
      this.checkpoints.add(this.toldEvents, [this.story.copy(), this.lines.length]);
    }
    this.lines.push(...(awaited === null ? this.story.rest() : this.story.announce(awaited, offersAgain)));
    return unchanged;
  }

  /** Tell all anew: more or less of it, or by other names. */
  retell(awaited: string | null, offersAgain = false): void {
    this.rewind(-1);
    this.update(0, awaited, offersAgain);
  }

  /** The story as it was behind so many events, or less far. */
  private rewind(keptEvents: number): void {
    const [events, [story, count]] = this.checkpoints.rewindTo(keptEvents) ?? [0, [this.newStory(), 0]];
    this.toldEvents = events;
    this.lines.length = count;
    this.story = story.copy();
  }
}

/**
 * Events in passages of so many and a few, each but the first begun by dice or an answer.
 *
 * What a sentence says of changes beside it counts up to there, so that it makes no difference where a passage ends.
 */
function splitPassages(views: readonly View[], size: number): (readonly View[])[] {
  const passages: (readonly View[])[] = [];
  let start = 0;
  views.forEach((view, at) => {
    if (at - start < size || !isThrowOrChoice(view)) return;
    passages.push(views.slice(start, at));
    start = at;
  });
  return start < views.length ? [...passages, views.slice(start)] : passages;
}
