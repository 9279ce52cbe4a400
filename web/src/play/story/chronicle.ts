/** The story as a page keeps it: its lines as values, told on as events come, and back where answers are taken back. */

import type { View } from "../../engine/classes";
import type { StoryLine } from "./classes";
import { Marks } from "./marks";
import type { Story } from "./story";
import { isTurn } from "./words";

/** Events, from the one with a number on. */
type Events = (start: number) => Iterable<View>;

/** What has been told of a game. */
export class Chronicle {
  /** What was told: the lines that stay are the same objects. */
  readonly lines: StoryLine[] = [];
  private events = 0;
  private story: Story;
  private readonly marks = new Marks<readonly [story: Story, lines: number]>();

  /** Of the events of a game; `begin` makes a story that has not begun. */
  constructor(
    private readonly of: Events,
    private readonly begin: () => Story,
  ) {
    this.story = begin();
  }

  /**
   * Tell what has happened since the last time; what was taken back is told no more.
   *
   * `kept` says how many of the events told before still count; `asked` what the headings are told of, null where the
   * game is over; `offersAgain` whether what is asked offers to throw the last dice again. Gives how many of the lines stand as they stood.
   */
  tell(kept: number, asked: string | null, offersAgain = false): number {
    if (kept < this.events) this.back(kept);
    const same = this.lines.length;
    for (const views of passages([...this.of(this.events)], this.marks.apart)) {
      this.lines.push(...this.story.tell(views));
      this.events += views.length;
      // Before the headings above a question are told: they are told again where it is asked again.
      this.marks.keep(this.events, [this.story.copied(), this.lines.length]);
    }
    this.lines.push(...(asked === null ? this.story.rest() : this.story.announce(asked, offersAgain)));
    return same;
  }

  /** Tell all anew: more or less of it, or by other names. */
  anew(asked: string | null, offersAgain = false): void {
    this.back(-1);
    this.tell(0, asked, offersAgain);
  }

  /** The story as it was behind so many events, or less far. */
  private back(kept: number): void {
    const [events, [story, count]] = this.marks.back(kept) ?? [0, [this.begin(), 0]];
    this.events = events;
    this.lines.length = count;
    this.story = story.copied();
  }
}

/**
 * Events in passages of so many and a few, each but the first begun by dice or an answer.
 *
 * What a sentence says of changes beside it counts up to there, so that it makes no difference where a passage ends.
 */
function passages(views: readonly View[], size: number): (readonly View[])[] {
  const found: (readonly View[])[] = [];
  let start = 0;
  views.forEach((view, at) => {
    if (at - start < size || !isTurn(view)) return;
    found.push(views.slice(start, at));
    start = at;
  });
  return start < views.length ? [...found, views.slice(start)] : found;
}
