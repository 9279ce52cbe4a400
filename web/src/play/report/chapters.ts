/** A story parted into chapters and passages, with the boards between, and how it stood at their ends. */

import type { BoardShown } from "../boards/classes";
import type { StoryLine } from "../story/classes";
import type { Chapter, Passage, Stop } from "./classes";

/** The story as it comes, parted. */
export class Telling {
  private done: Chapter[] = [];
  private title = "";
  private passages: Passage[] = [];
  private boards: readonly BoardShown[] = [];
  private lines: StoryLine[] = [];
  private stop: Stop | null = null;
  /** So many passages are told before the end. */
  private before = 0;

  /** Lines that come next; each that begins a chapter ends the one before. */
  tell(lines: readonly StoryLine[]): void {
    for (const line of lines) {
      if (line.kind === "chapter") {
        this.close();
        this.title = line.text;
      } else this.lines.push(line);
    }
  }

  /** Boards that are shown before what comes next. */
  picture(boards: readonly BoardShown[]): void {
    if (!boards.length) return;
    this.pause();
    this.boards = boards;
  }

  /** A mission is over, or the session breaks off. */
  end(stop: Stop): void {
    this.pause();
    this.stop = stop;
    this.before = this.passages.length;
  }

  /** All of it. */
  chapters(): Chapter[] {
    this.close();
    return this.done;
  }

  private pause(): void {
    if (this.lines.length || this.boards.length) this.passages.push({ boards: this.boards, lines: this.lines });
    this.boards = [];
    this.lines = [];
  }

  private close(): void {
    this.pause();
    if (this.passages.length || this.stop) {
      const before = this.stop ? this.before : this.passages.length;
      const [passages, after] = [this.passages.slice(0, before), this.passages.slice(before)];
      this.done.push({ title: this.title, passages, end: this.stop, after });
    }
    this.passages = [];
    this.stop = null;
  }
}
