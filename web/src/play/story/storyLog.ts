/** The page's copy of the story: its lines as values, extended with new events, and cut back by an undo. */

import type { View } from "../../engine/classes";
import { Checkpoints } from "./checkpoints";
import type { StoryLine } from "./classes";
import { isThrowOrChoice } from "./eventTexts";
import type { Story } from "./story";

/** Returns the events from a number on. */
type EventsFrom = (start: number) => Iterable<View>;

/** The lines of a game's story so far, updated as the game goes on or is undone. */
export class StoryLog {
  /** The lines; those that stay are the same objects. */
  readonly lines: StoryLine[] = [];
  private toldEvents = 0;
  private story: Story;
  private readonly checkpoints = new Checkpoints<readonly [story: Story, lines: number]>();

  /** Make an empty log; `eventsFrom` gives the game's events, `newStory` an empty story. */
  constructor(
    private readonly eventsFrom: EventsFrom,
    private readonly newStory: () => Story,
  ) {
    this.story = newStory();
  }

  /**
   * Add the lines of new events, and remove lines after the first `keptEvents` events; `awaited` names the open
   * request. Returns the number of unchanged lines.
   *
   * `keptEvents` is the number of earlier events that still count; `awaited` the name of the open request, null after
   * the end; `offersAgain` whether it offers to throw the last dice again.
   */
  update(keptEvents: number, awaited: string | null, offersAgain = false): number {
    if (keptEvents < this.toldEvents) this.rewind(keptEvents);
    const unchanged = this.lines.length;
    for (const _ of this.catchUp());
    this.lines.push(...(awaited === null ? this.story.flushBuffer() : this.story.announce(awaited, offersAgain)));
    return unchanged;
  }

  /** Add the lines of new events, a passage at each step, for work in slices; yields the number of events told. */
  *catchUp(): Generator<number, void> {
    for (const views of splitPassages(this.eventsFrom(this.toldEvents), this.checkpoints.interval)) {
      this.lines.push(...this.story.tell(views));
      this.toldEvents += views.length;
      // Before the headings above a question: they appear again when it is asked again.
      this.checkpoints.add(this.toldEvents, [this.story.copy(), this.lines.length]);
      yield this.toldEvents;
    }
  }

  /**
   * Rebuild all lines, at another level of detail or with other names; `awaited` names the open request, null after the
   * end.
   */
  retell(awaited: string | null, offersAgain = false): void {
    this.rewind(-1);
    this.update(0, awaited, offersAgain);
  }

  /** Rewind the story to a checkpoint at or before a number of events. */
  private rewind(keptEvents: number): void {
    const [events, [story, count]] = this.checkpoints.rewindTo(keptEvents) ?? [0, [this.newStory(), 0]];
    this.toldEvents = events;
    this.lines.length = count;
    this.story = story.copy();
  }
}

/**
 * Split events into passages of about `size`, each but the first beginning with a throw or an answer.
 *
 * A sentence covers only changes between those, so the borders make no difference.
 */
function* splitPassages(views: Iterable<View>, size: number): Generator<readonly View[], void> {
  let passage: View[] = [];
  for (const view of views) {
    if (passage.length >= size && isThrowOrChoice(view)) {
      yield passage;
      passage = [];
    }
    passage.push(view);
  }
  if (passage.length > 0) yield passage;
}
