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
  /** Whether a beat ends where it ends. */
  readonly endsBeat: boolean;
  /** The index of the event with which it begins. */
  readonly event: number;
  /** The number of its heading's line; 0 until shown. */
  line: number;
}

/** A line of headings: its depth, and whether it begins an outer procedure. */
export interface HeadingLine {
  readonly names: readonly string[];
  readonly depth: number;
  readonly isWide: boolean;
}

/** The stack of a story's levels: open procedures and steps, with their headings. */
export class Levels {
  private open: StoryLevel[] = [];
  private lineCount = 0;
  private lastHeading: readonly [depth: number, names: readonly string[]] = [0, []];

  /** Make an empty stack, of which the `outer` outermost levels are chapters. */
  constructor(readonly outer: number) {}

  /** Copy the stack of levels, to continue it independently. */
  copy(): Levels {
    const copy = new Levels(this.outer);
    copy.open = this.open.map((level) => ({ ...level }));
    copy.lineCount = this.lineCount;
    copy.lastHeading = this.lastHeading;
    return copy;
  }

  /**
   * Open the level of a procedure or step, which begins with the event of an index; return whether it is a chapter, which
   * is shown at once.
   */
  enter(view: EnterView, event: number): boolean {
    const isHidden = this.isHiddenIn(view);
    const level: StoryLevel = {
      name: view.name,
      heading: isHidden ? "" : renderHeading(view),
      title: view.title,
      calledWith: spokenArguments(view.arguments).join(", "),
      isStep: view.kind === "step",
      isHidden,
      endsBeat: view.beat,
      event,
      line: 0,
    };
    this.open.push(level);
    const isChapter = level.heading !== "" && this.open.filter((each) => each.heading).length <= this.outer;
    if (isChapter) {
      level.line = this.countHeadingLine();
      this.lastHeading = [0, []];
    }
    return isChapter;
  }

  /** Close the level with a name, and all levels inside it. */
  leave(name: string): void {
    closeLevel(this.open, name);
  }

  /** The index of the innermost level with a name, which closes with all inside it; -1 for none. */
  findClosingLevel(name: string): number {
    return this.open.map((level) => level.name).lastIndexOf(name);
  }

  /**
   * Whether a beat ends if the level with an index closes, with all levels inside it; `lastNews` is the index of the event
   * of the last newsworthy line, without which in it none ends.
   */
  endsBeatAt(number: number, lastNews: number): boolean {
    return this.open.slice(number).some((level) => level.endsBeat && lastNews >= level.event);
  }

  /** Whether the current level hides its events from all players. */
  get isHidden(): boolean {
    return this.open.at(-1)?.isHidden ?? false;
  }

  /** Whether a level that begins hides its events from all players. */
  isHiddenIn(view: EnterView): boolean {
    return view.seenBy ? view.seenBy === "none" : this.isHidden;
  }

  /** The index of the innermost level with a heading if that is pending (not shown yet); else -1. */
  get innermostPendingLevel(): number {
    const index = this.open.map((level) => level.heading !== "").lastIndexOf(true);
    return index >= 0 && this.open[index]!.line === 0 ? index : -1;
  }

  /** The heading of the level (procedure or step) with an index: its name, and its text with arguments. */
  headingAt(number: number): { readonly name: string; readonly text: string } {
    const { heading: name, title, calledWith } = this.open[number]!;
    return { name, text: calledWith ? `${title}: ${calledWith}` : title };
  }

  /** Forget that the heading of the level with an index was shown, so that lines below are not indented for it. */
  dropHeading(number: number): void {
    this.open[number]!.line = 0;
  }

  /** Close all levels: the story is over. */
  clear(): void {
    this.open = [];
  }

  /** Whether any heading is pending (not shown yet). */
  get hasPendingHeadings(): boolean {
    return this.open.some(isPendingHeading);
  }

  /** Take the pending headings as one line, except one that equals `name`; null for none. */
  takeHeadings(name: string): HeadingLine | null {
    const untold = this.open.filter(isPendingHeading);
    const depth = this.depth();
    const names = [...new Set(untold.map((level) => level.heading))];
    if (names.at(-1)?.toLowerCase() === name.toLowerCase()) names.pop();
    const line = names.length > 0 ? this.countHeadingLine() : this.lineCount;
    for (const level of untold) level.line = line;
    if (names.length === 0) return null;
    const isWide = depth <= 2 && !untold[0]!.isStep;
    return { names: this.withoutRepeatedOuter(depth, names), depth: Math.min(depth, MAX_DEPTH), isWide };
  }

  /** Drop the outer headings of a line that the last one at the same depth shows, too; the innermost stays. */
  private withoutRepeatedOuter(depth: number, names: readonly string[]): readonly string[] {
    const [lastDepth, lastNames] = this.lastHeading;
    this.lastHeading = [depth, names];
    if (depth !== lastDepth) return names;
    let same = 0;
    while (same < names.length - 1 && lastNames[same] === names[same]) same++;
    return names.slice(same);
  }

  /** The innermost heading; empty for none. */
  get innermost(): string {
    return [...this.open].reverse().find((level) => level.heading)?.heading ?? "";
  }

  /** The indentation of the current lines: one for each line of headings above, except the outermost. */
  depth(): number {
    const lines = new Set(this.open.map((level) => level.line).filter((line) => line > 0));
    return Math.min(Math.max(0, lines.size - this.outer), MAX_DEPTH + 1);
  }

  /** Count one more line of headings, and return the line's number, from 1. */
  private countHeadingLine(): number {
    this.lineCount += 1;
    return this.lineCount;
  }
}

/** Whether a level has a heading that is pending (not shown yet). */
function isPendingHeading(level: StoryLevel): boolean {
  return level.heading !== "" && level.line === 0;
}
