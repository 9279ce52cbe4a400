/** The story in the page: lines are put behind those that stand there; what was taken back goes. */

import type { StoryLine } from "../../play/story/classes";
import { button, h } from "../dom";
import { drawn, type Why } from "./lines";

/** So many chapters stand there at least, the last ones, and so many lines; the others come when they are asked for. */
const LAST = 2;
const LEAST = 300;

/** So many lines stand in a section at most: the browser lays out those sections that are in sight. */
const SECTION = 40;

/** What is new stands so far below the upper edge, in pixels: below the bar, with a line of what was before. */
const ABOVE = 96;

interface Shown {
  readonly line: StoryLine;
  readonly element: HTMLElement;
}

/** The story that a player sees. */
export class StoryView {
  readonly element = h("div", { class: "story", role: "log", "aria-label": "Story" });
  /** The first line that is new since the last move; null where none is. */
  fresh: HTMLElement | null = null;
  private shown: Shown[] = [];
  private lines: readonly StoryLine[] = [];
  private begins = 0;
  private section = h("section", {});
  private readonly before = button("What came before", () => this.showAll(), {
    class: "quiet before",
    hidden: true,
  });

  constructor(private readonly why: Why) {
    this.element.append(this.before, this.section);
  }

  /** Show these lines. What is new is marked so, unless the story is shown for the first time. */
  show(lines: readonly StoryLine[]): void {
    const isFirst = this.lines.length === 0;
    this.lines = lines;
    if (isFirst || this.begins > lines.length) this.restart(chapterBefore(lines));
    const kept = this.keptOf(lines);
    for (const { element } of this.shown) element.classList.remove("fresh");
    this.fresh = null;
    this.cut(kept);
    const known = this.begins + kept;
    const added = lines.slice(known);
    for (const line of added) {
      const element = this.append(line, !isFirst);
      if (!isFirst) this.fresh ??= element;
    }
    if (!isFirst && added.some(isChapter)) this.leave(Math.min(chapterBefore(lines), chapterOf(lines, known)));
  }

  /** Whether nothing stands there. */
  get isEmpty(): boolean {
    return this.lines.length === 0;
  }

  /** Forget what stands there; what is shown next is shown for the first time. */
  clear(): void {
    this.lines = [];
  }

  /** Scroll so that what is new is read from its beginning, or all down to what stands below where that fits. */
  showFresh(below: HTMLElement): void {
    if (this.fresh === null) {
      below.scrollIntoView({ block: "end" });
      return;
    }
    const top = this.fresh.getBoundingClientRect().top + scrollY - ABOVE;
    const isFar = Math.abs(top - scrollY) > 2 * innerHeight;
    scrollTo({ top, behavior: isFar || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
  }

  /** Show all of it, and go to its beginning. */
  showBeginning(): void {
    this.showAll();
    this.shown[0]?.element.scrollIntoView({ block: "end" });
  }

  /** Show all of it; what stood there first stays in sight. */
  private showAll(): void {
    const { begins } = this;
    this.restart(0);
    for (const line of this.lines) this.append(line);
    this.shown[begins]?.element.scrollIntoView();
  }

  /** Show no more what was told before a line: a page does not grow with a campaign. */
  private leave(begins: number): void {
    if (begins <= this.begins) return;
    for (const { element } of this.shown.splice(0, begins - this.begins)) element.remove();
    this.begins = begins;
    this.before.hidden = false;
    this.dropEmpty();
  }

  private dropEmpty(): void {
    for (const section of [...this.element.querySelectorAll("section")]) if (!section.firstChild) section.remove();
  }

  private restart(begins: number): void {
    this.cut(0);
    this.begins = begins;
    this.before.hidden = begins === 0;
  }

  /** How many of the lines that stand there are still told. */
  private keptOf(lines: readonly StoryLine[]): number {
    const at = this.shown.findIndex(({ line }, place) => !isSame(line, lines[this.begins + place]));
    return at < 0 ? this.shown.length : at;
  }

  private cut(kept: number): void {
    for (const { element } of this.shown.splice(kept)) element.remove();
    this.dropEmpty();
    const last = this.element.lastElementChild;
    if (last instanceof HTMLElement && last.tagName === "SECTION") this.section = last;
    else this.begin();
  }

  private begin(): void {
    this.section = h("section", {});
    this.element.append(this.section);
  }

  private append(line: StoryLine, isFresh = false): HTMLElement {
    const element = drawn(line, this.why);
    if (isFresh) element.classList.add("fresh");
    const { childElementCount } = this.section;
    if (childElementCount >= SECTION || (isChapter(line) && childElementCount > 0)) this.begin();
    this.section.append(element);
    this.shown.push({ line, element });
    return element;
  }
}

function isChapter(line: StoryLine): boolean {
  return line.kind === "chapter";
}

/** Where the chapter of a line begins. */
function chapterOf(lines: readonly StoryLine[], at: number): number {
  return Math.max(0, lines.map(isChapter).lastIndexOf(true, at));
}

/** Where the last chapters begin. */
function chapterBefore(lines: readonly StoryLine[]): number {
  const chapters = lines.flatMap((line, at) => (isChapter(line) ? [at] : []));
  const enough = chapters.slice(0, 1 - LAST).filter((at) => lines.length - at >= LEAST);
  return enough.at(-1) ?? 0;
}

function isSame(one: StoryLine, other: StoryLine | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
