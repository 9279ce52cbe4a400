/** The headings above the lines of a story: what has begun, and which of it was told. */

import type { EnterView } from "../../engine/classes";
import { spoken } from "../../engine/views";
import { close } from "../levels";
import { heading } from "./words";

/** Headings beyond this level are not set in further: there would be no room for words. */
const DEEPEST = 4;

/** A procedure or a step that has begun. */
interface Level {
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
  private open: Level[] = [];
  private lines = 0;

  /** `outer` is how many of the outermost levels are chapters. */
  constructor(readonly outer: number) {}

  /** The same, which goes on from here by itself. */
  copied(): Levels {
    const copy = new Levels(this.outer);
    copy.open = this.open.map((level) => ({ ...level }));
    copy.lines = this.lines;
    return copy;
  }

  /** A procedure or a step begins; whether that is a chapter, which is told at once. */
  enter(view: EnterView): boolean {
    const isHidden = this.isHiddenIn(view);
    const level: Level = {
      name: view.name,
      heading: isHidden ? "" : heading(view),
      title: view.title,
      calledWith: spoken(view.arguments).join(", "),
      isStep: view.kind === "step",
      isHidden,
      line: 0,
    };
    this.open.push(level);
    const isChapter = level.heading !== "" && this.open.filter((each) => each.heading).length <= this.outer;
    if (isChapter) level.line = this.next();
    return isChapter;
  }

  /** A procedure or a step is over. */
  leave(name: string): void {
    close(this.open, name);
  }

  /** The number of the outermost level that is left when one of this name is over; or -1. */
  left(name: string): number {
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
  get innermostUntold(): number {
    const found = this.open.map((level) => level.heading !== "").lastIndexOf(true);
    return found >= 0 && this.open[found]!.line === 0 ? found : -1;
  }

  /** What stands on the line of a level that has no heading of its own, as nothing else was told in it. */
  alone(number: number): { readonly name: string; readonly text: string } {
    const { heading: name, title, calledWith } = this.open[number]!;
    return { name, text: calledWith ? `${title}: ${calledWith}` : title };
  }

  /** A level has no heading of its own after all. */
  withoutHeading(number: number): void {
    this.open[number]!.line = 0;
  }

  /** All is over. */
  end(): void {
    this.open = [];
  }

  /** Whether there are headings that were not told yet. */
  get areUntold(): boolean {
    return this.open.some(isUntold);
  }

  /** The headings that were not told yet, and are now; one that only repeats `name` is left out. Null where none is left. */
  tell(name: string): HeadingLine | null {
    const untold = this.open.filter(isUntold);
    const depth = this.depth();
    const names = [...new Set(untold.map((level) => level.heading))];
    if (names.at(-1)?.toLowerCase() === name.toLowerCase()) names.pop();
    const line = names.length > 0 ? this.next() : this.lines;
    for (const level of untold) level.line = line;
    if (names.length === 0) return null;
    return { names, depth: Math.min(depth, DEEPEST), isWide: depth <= 2 && !untold[0]!.isStep };
  }

  /** The innermost heading; empty where there is none. */
  get innermost(): string {
    return [...this.open].reverse().find((level) => level.heading)?.heading ?? "";
  }

  /** How far content is set in: one level for each line of headings above it but the outermost. */
  depth(): number {
    const lines = new Set(this.open.map((level) => level.line).filter((line) => line > 0));
    return Math.min(Math.max(0, lines.size - this.outer), DEEPEST + 1);
  }

  private next(): number {
    this.lines += 1;
    return this.lines;
  }
}

function isUntold(level: Level): boolean {
  return level.heading !== "" && level.line === 0;
}
