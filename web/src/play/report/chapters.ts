/** A story parted into chapters and passages, with the boards between, and how it stood at their ends. */

import type { BoardShown } from "../boards/classes";
import type { StoryLine } from "../story/classes";
import type { Chapter, Passage, Stop } from "./classes";

/** The story as it comes, parted. */
export class ChapterBuilder {
  private finishedChapters: Chapter[] = [];
  private title = "";
  private passages: Passage[] = [];
  private boards: readonly BoardShown[] = [];
  private lines: StoryLine[] = [];
  private stop: Stop | null = null;
  /** So many passages are told before the end. */
  private passagesBeforeEnd = 0;

  /** Lines that come next; each that begins a chapter ends the one before. */
  addLines(lines: readonly StoryLine[]): void {
    for (const line of lines) {
      if (line.kind === "chapter") {
        this.closeChapter();
        this.title = line.text;
      } else this.lines.push(line);
    }
  }

  /** Boards that are shown before what comes next. */
  addBoards(boards: readonly BoardShown[]): void {
    if (!boards.length) return;
    this.closePassage();
    this.boards = boards;
  }

  /** A mission is over, or the session breaks off. */
  addEnd(stop: Stop): void {
    this.closePassage();
    this.stop = stop;
    this.passagesBeforeEnd = this.passages.length;
  }

  /** All of it. */
  finish(): Chapter[] {
    this.closeChapter();
    return this.finishedChapters;
  }

  private closePassage(): void {
    if (this.lines.length || this.boards.length) this.passages.push({ boards: this.boards, lines: this.lines });
    this.boards = [];
    this.lines = [];
  }

  private closeChapter(): void {
    this.closePassage();
    if (this.passages.length || this.stop) {
      const before = this.stop ? this.passagesBeforeEnd : this.passages.length;
      const [passages, after] = [this.passages.slice(0, before), this.passages.slice(before)];
      this.finishedChapters.push({ title: this.title, passages, end: this.stop, after });
    }
    this.passages = [];
    this.stop = null;
  }
}
