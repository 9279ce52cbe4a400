/** The headings above the lines of a story: what has begun, and which of it was told. */

import type { EnterView } from "../../engine/classes";
import { spokenArguments } from "../../engine/views";
import { closeLevel } from "../openLevels";
import { renderHeading } from "./eventTexts";

/** Headings beyond this level are not set in further: there would be no room for words. */
const MAX_DEPTH = 4;

/** A procedure or a step that has begun. */
interface StoryLevel {
  /** As events name it. */
  readonly name: string;
  /** What is shown; empty for one without a title. */
  readonly heading: string;
  /** The heading without what it was called with, and that in words. */
  readonly title: string;
  readonly calledWith: string;
  readonly isStep: boolean;
  /** Whether nobody sees what happens in it. */
  readonly isHidden: boolean;
  /** The number of the line its heading stands on; 0 while it was not told. */
  line: number;
}

/** Headings that stand on one line: how deep, and whether a procedure of the outer ones begins. */
export interface HeadingLine {
  readonly names: readonly string[];
  readonly depth: number;
  readonly isWide: boolean;
}

/** The headings above the lines of a story. */
export class Levels {
  private open: StoryLevel[] = [];
  private lineCount = 0;

  /** `outer` is how many of the outermost levels are chapters. */
  constructor(readonly outer: number) {}

  /** The same, which goes on from here by itself. */
  copy(): Levels {
    const copy = new Levels(this.outer);
    copy.open = this.open.map((level) => ({ ...level }));
    copy.lineCount = this.lineCount;
    return copy;
  }

  /** A procedure or a step begins; whether that is a chapter, which is told at once. */
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

  /** A procedure or a step is over. */
  leave(name: string): void {
    closeLevel(this.open, name);
  }

  /** The number of the outermost level that is left when one of this name is over; or -1. */
  indexLeft(name: string): number {
    return this.open.map((level) => level.name).lastIndexOf(name);
  }

  /** Whether nobody sees what happens now. */
  get isHidden(): boolean {
    return this.open.at(-1)?.isHidden ?? false;
  }

  /** Whether nobody sees what happens in a level that begins. */
  isHiddenIn(view: EnterView): boolean {
    return view.seenBy ? view.seenBy === "none" : this.isHidden;
  }

  /** The number of the innermost level with a heading, if it was not told yet; else -1. */
  get innermostUntoldLevel(): number {
    const index = this.open.map((level) => level.heading !== "").lastIndexOf(true);
    return index >= 0 && this.open[index]!.line === 0 ? index : -1;
  }

  /** What stands on the line of a level that has no heading of its own, as nothing else was told in it. */
  replaceHeading(number: number): { readonly name: string; readonly text: string } {
    const { heading: name, title, calledWith } = this.open[number]!;
    return { name, text: calledWith ? `${title}: ${calledWith}` : title };
  }

  /** A level has no heading of its own after all. */
  dropHeading(number: number): void {
    this.open[number]!.line = 0;
  }

  /** All is over. */
  clear(): void {
    this.open = [];
  }

  /** Whether there are headings that were not told yet. */
  get hasUntold(): boolean {
    return this.open.some(isUntold);
  }

  /** The headings that were not told yet, and are now; one that only repeats `name` is left out. Null where none is left. */
  takeHeadings(name: string): HeadingLine | null {
    const untold = this.open.filter(isUntold);
    const depth = this.depth();
    const names = [...new Set(untold.map((level) => level.heading))];
    if (names.at(-1)?.toLowerCase() === name.toLowerCase()) names.pop();
    const line = names.length > 0 ? this.nextLine() : this.lineCount;
    for (const level of untold) level.line = line;
    if (names.length === 0) return null;
    return { names, depth: Math.min(depth, MAX_DEPTH), isWide: depth <= 2 && !untold[0]!.isStep };
  }

  /** The innermost heading; empty where there is none. */
  get innermost(): string {
    return [...this.open].reverse().find((level) => level.heading)?.heading ?? "";
  }

  /** How far content is set in: one level for each line of headings above it but the outermost. */
  depth(): number {
    const lines = new Set(this.open.map((level) => level.line).filter((line) => line > 0));
    return Math.min(Math.max(0, lines.size - this.outer), MAX_DEPTH + 1);
  }

  private nextLine(): number {
    this.lineCount += 1;
    return this.lineCount;
  }
}

function isUntold(level: StoryLevel): boolean {
  return level.heading !== "" && level.line === 0;
}
