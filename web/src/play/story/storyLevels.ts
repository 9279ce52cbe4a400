/** The levels of a story: open procedures and steps, with the headings shown so far. */

import type { EnterView } from "../../engine/classes";
import { spokenArguments } from "../../engine/views";
import { closeLevel } from "../openLevels";
import { renderHeading } from "./eventTexts";

/** Maximum indentation of headings: deeper ones would leave no room for words. */
const MAX_DEPTH = 4;

/** An open procedure or step. */
interface StoryLevel {
  /** Its name in events. */
  readonly name: string;
  /** Its heading; empty without a title. */
  readonly heading: string;
  /** The heading without arguments, and the arguments in words. */
  readonly title: string;
  readonly calledWith: string;
  readonly isStep: boolean;
  /** Whether nobody sees its events. */
  readonly isHidden: boolean;
  /** The number of its heading's line; 0 until shown. */
  line: number;
}

/** A line of headings: its depth, and whether it begins an outer procedure. */
export interface HeadingLine {
  readonly names: readonly string[];
  readonly depth: number;
  readonly isWide: boolean;
}

/** The stack of a story's levels. */
export class Levels {
  private open: StoryLevel[] = [];
  private lineCount = 0;

  /** `outer` is the number of outermost levels that are chapters. */
  constructor(readonly outer: number) {}

  /** Copy the levels, to continue them independently. */
  copy(): Levels {
    const copy = new Levels(this.outer);
    copy.open = this.open.map((level) => ({ ...level }));
    copy.lineCount = this.lineCount;
    return copy;
  }

  /** Open a level; return whether it is a chapter, which is shown at once. */
  enter(view: EnterView): boolean {
    const isHidden = this.isHiddenIn(view);
    const level: StoryLevel = {
      name: view.name,
      heading: isHidden ? "" : renderHeading(view),
      title: view.title,
      calledWith: spokenArguments(view.arguments).join(", "),
      isStep: view.kind === "step",
      isHidden,
      line: 0,
    };
    this.open.push(level);
    const isChapter = level.heading !== "" && this.open.filter((each) => each.heading).length <= this.outer;
    if (isChapter) level.line = this.nextLine();
    return isChapter;
  }

  /** Close a level. */
  leave(name: string): void {
    closeLevel(this.open, name);
  }

  /** The index of the outermost level that closes with one of this name; or -1. */
  findClosingLevel(name: string): number {
    return this.open.map((level) => level.name).lastIndexOf(name);
  }

  /** Whether nobody sees the current events. */
  get isHidden(): boolean {
    return this.open.at(-1)?.isHidden ?? false;
  }

  /** Whether nobody sees the events of a new level. */
  isHiddenIn(view: EnterView): boolean {
    return view.seenBy ? view.seenBy === "none" : this.isHidden;
  }

  /** The index of the innermost level with a heading if that is not shown yet; else -1. */
  get innermostPendingLevel(): number {
    const index = this.open.map((level) => level.heading !== "").lastIndexOf(true);
    return index >= 0 && this.open[index]!.line === 0 ? index : -1;
  }

  /** The heading of a level as name and text of the single line that replaces it. */
  replaceHeading(number: number): { readonly name: string; readonly text: string } {
    const { heading: name, title, calledWith } = this.open[number]!;
    return { name, text: calledWith ? `${title}: ${calledWith}` : title };
  }

  /** Remove the heading of a level. */
  dropHeading(number: number): void {
    this.open[number]!.line = 0;
  }

  /** Close all levels. */
  clear(): void {
    this.open = [];
  }

  /** Whether there are headings not shown yet. */
  get hasPendingHeadings(): boolean {
    return this.open.some(isPendingHeading);
  }

  /** Take the headings not shown yet, except one that only repeats `name`. Null for none. */
  takeHeadings(name: string): HeadingLine | null {
    const untold = this.open.filter(isPendingHeading);
    const depth = this.depth();
    const names = [...new Set(untold.map((level) => level.heading))];
    if (names.at(-1)?.toLowerCase() === name.toLowerCase()) names.pop();
    const line = names.length > 0 ? this.nextLine() : this.lineCount;
    for (const level of untold) level.line = line;
    if (names.length === 0) return null;
    return { names, depth: Math.min(depth, MAX_DEPTH), isWide: depth <= 2 && !untold[0]!.isStep };
  }

  /** The innermost heading; empty without one. */
  get innermost(): string {
    return [...this.open].reverse().find((level) => level.heading)?.heading ?? "";
  }

  /** The indentation of contents: one for each line of headings above except the outermost. */
  depth(): number {
    const lines = new Set(this.open.map((level) => level.line).filter((line) => line > 0));
    return Math.min(Math.max(0, lines.size - this.outer), MAX_DEPTH + 1);
  }

  private nextLine(): number {
    this.lineCount += 1;
    return this.lineCount;
  }
}

/** Whether a level has a heading that is not shown yet. */
function isPendingHeading(level: StoryLevel): boolean {
  return level.heading !== "" && level.line === 0;
}
