/** Builder of a report's chapters: passages of the story, boards between them, and the state at each end. */

import type { BoardShown } from "../boards/classes";
import type { StoryLine } from "../story/classes";
import type { Legend } from "../story/storyLine";
import type { Chapter, ChronicleEntry, Passage, Stop } from "./classes";

/** Splits the lines of a story into a report's chapters and passages (lines between boards) as they arrive. */
export class ChapterBuilder {
  private finishedChapters: Chapter[] = [];
  private title = "";
  private passages: Passage[] = [];
  private boards: readonly BoardShown[] = [];
  private lines: StoryLine[] = [];
  private stop: Stop | null = null;
  private chronicle: ChronicleEntry[] = [];
  /** The legends of the story, by name. */
  readonly legends: Legend[] = [];
  /** The number of passages before the end of the mission. */
  private passagesBeforeEnd = 0;

  /** Add lines of the story and sentences of the chronicle; each chapter heading ends the chapter before. */
  addLines(lines: Iterable<StoryLine | ChronicleEntry>): void {
    for (const line of lines) {
      if (!("kind" in line)) this.chronicle.push(line);
      else if (line.kind === "chapter") {
        this.closeChapter();
        this.title = line.text;
      } else if (line.kind === "legend") this.legends.push(line.text as Legend);
      else this.lines.push(line);
    }
  }

  /** Add boards, shown before the next lines. */
  addBoards(boards: readonly BoardShown[]): void {
    if (!boards.length) return;
    this.closePassage();
    this.boards = boards;
  }

  /** Add the state at the end of a mission, or of an unfinished session, to the current chapter. */
  addEnd(stop: Stop): void {
    this.closePassage();
    this.stop = stop;
    this.passagesBeforeEnd = this.passages.length;
  }

  /** Close the last chapter, and return all chapters. */
  finish(): Chapter[] {
    this.closeChapter();
    return this.finishedChapters;
  }

  /** Add the current passage (boards, and the lines of the story below them) to the chapter, and begin an empty one. */
  private closePassage(): void {
    if (this.lines.length || this.boards.length) this.passages.push({ boards: this.boards, lines: this.lines });
    this.boards = [];
    this.lines = [];
  }

  /** End the current chapter, if it holds anything. */
  private closeChapter(): void {
    this.closePassage();
    if (this.passages.length || this.stop) {
      const before = this.stop ? this.passagesBeforeEnd : this.passages.length;
      const [passages, after] = [this.passages.slice(0, before), this.passages.slice(before)];
      this.finishedChapters.push({ title: this.title, passages, end: this.stop, after, chronicle: this.chronicle });
    }
    this.passages = [];
    this.stop = null;
    this.chronicle = [];
  }
}
