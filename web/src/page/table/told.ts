/** What has been told of a game. */

import type { View } from "../../engine/views";
import type { Steward } from "../../play/orders/steward";
import type { Detail, StoryLine } from "../../play/story/line";
import type { Phrases } from "../../play/story/phrases";
import { Story } from "../../play/story/story";

/** Tells a game as it goes on; what was taken back is told no more. */
export class Told {
  /** What was told so far, as it stands in the page. */
  lines: StoryLine[] = [];
  private events = 0;
  private story: Story | null = null;

  constructor(
    private readonly steward: Steward,
    private readonly phrases: Phrases,
    public detail: Detail,
  ) {}

  /**
   * Tell what has happened since the last time, down to the headings above what is asked, null where nothing is.
   *
   * Gives how many events were told before and still count; after answers were taken back all is told anew.
   */
  tell(kept: number, asked: string | null): number {
    if (this.story === null || kept < this.events) this.again();
    const [story, since] = [this.story!, this.events];
    const views: View[] = [...this.steward.play.events(since)];
    this.events += views.length;
    this.lines = [...this.lines, ...story.tell(views), ...(asked === null ? story.rest() : story.announce(asked))];
    return since;
  }

  /** Begin anew, with as much told as is wanted from here on. */
  again(detail = this.detail): void {
    this.detail = detail;
    this.story = this.begun();
    this.events = 0;
    this.lines = [];
  }

  private begun(): Story {
    const outer = this.steward.play.session.header.entry === "career" ? 2 : 1;
    return new Story({
      phrases: this.phrases,
      detail: this.detail,
      behind: (event) => this.steward.why(event),
      outer,
    });
  }
}
