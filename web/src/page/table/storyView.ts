/** View of the story: new lines are appended, undone ones removed. */

import type { StoryLine } from "../../play/story/classes";
import { button, h } from "../dom";
import { coveredAbove } from "./bars";
import { lineElement, type ShowReasons } from "./storyLines";

/** Minimum number of last chapters shown, and of lines; earlier ones appear on request. */
const MIN_CHAPTERS = 2;
const MIN_LINES = 300;

/** Maximum lines of a section: the browser lays out only visible sections. */
const SECTION_LINES = 40;

/** Distance of what is below the new lines from the lower edge in pixels. */
const BELOW_MARGIN = 8;

/** Distance of new lines from the bar above in pixels: one earlier line stands between. */
const EARLIER_LINE = 36;

interface ShownLine {
  readonly line: StoryLine;
  readonly element: HTMLElement;
}

/** The view of the story's lines in the page. */
export class StoryView {
  readonly element = h("div", { class: "story", role: "log", "aria-label": "Story" });
  /** The first new line since the last move; null for none. */
  firstNew: HTMLElement | null = null;
  private shown: ShownLine[] = [];
  private lines: readonly StoryLine[] = [];
  /** Whether the story has been shown, so that what comes now is new. */
  private hasBegun = false;
  private firstIndex = 0;
  /** The index of the first line that was new when the story was last shown. */
  private newFrom = 0;
  private section = h("section", {});
  private readonly earlierButton = button("What came before", () => this.showAll(), {
    class: "quiet before",
    hidden: true,
  });

  /**
   * Make an empty view; `showReasons` explains a throw when clicked, and `goTo` shows the game as it stood at the line of
   * a number that is touched.
   */
  constructor(
    private readonly showReasons: ShowReasons,
    private readonly goTo: (line: number) => void = () => {},
  ) {
    this.element.append(this.earlierButton, this.section);
    this.element.addEventListener("click", (event) => this.handleClick(event));
  }

  /**
   * Show the lines of a story: append new ones with a mark, and remove undone ones.
   *
   * If `isThrown`, the player has just thrown the dice in the first new one: they are seen before the rest. The first
   * `known` lines are not new, though they may read otherwise than before, with another name.
   */
  show(lines: readonly StoryLine[], isThrown = false, known = 0): void {
    const isFirst = !this.hasBegun;
    this.hasBegun = true;
    this.element.classList.remove("still");
    this.lines = lines;
    if (isFirst || this.firstIndex > lines.length) this.restartAt(lastChaptersStart(lines));
    if (known > 0) {
      this.replaceKnown(lines, known);
      if (this.countUnchanged(lines) === this.shown.length && this.shown.length + this.firstIndex === lines.length)
        return;
    }
    const unchanged = this.countUnchanged(lines);
    for (const { element } of this.shown) element.classList.remove("fresh", "falls");
    this.firstNew = null;
    this.newFrom = lines.length;
    this.removeFrom(unchanged);
    const firstAdded = this.firstIndex + unchanged;
    const firstNew = Math.max(firstAdded, known);
    const added = lines.slice(firstNew);
    if (!isFirst) this.newFrom = firstNew;
    for (const line of lines.slice(firstAdded, firstNew)) this.append(line);
    for (const line of added) {
      const element = this.append(line, !isFirst);
      if (!isFirst) this.firstNew ??= element;
    }
    const fallingLine = isThrown ? this.element.querySelector(".fresh.roll") : null;
    fallingLine?.classList.add("falls");
    if (!isFirst && added.some(isChapter))
      this.dropBefore(Math.min(lastChaptersStart(lines), chapterStart(lines, firstNew)));
  }

  /**
   * Show the lines of a story up to the end of a part, which has all but the first `start` of them and is marked, by
   * default those that were new when the story was last shown. Nothing moves, and lines before it are there as when the
   * story is opened.
   */
  showPart(lines: readonly StoryLine[], start = this.newFrom): void {
    const { newFrom } = this;
    if (this.firstIndex > lastChaptersStart(lines)) this.restartAt(lastChaptersStart(lines));
    this.show(lines);
    this.newFrom = newFrom;
    this.element.classList.add("still");
    for (const { element } of this.shown) element.classList.remove("fresh");
    const part = this.shown.slice(Math.max(0, start - this.firstIndex));
    for (const { element } of part) element.classList.add("fresh");
    this.firstNew = part[0]?.element ?? null;
  }

  /** Scroll to the first line marked as new, between what lies above the story and below it. */
  scrollToPart(above: Element, below: Element): void {
    if (this.firstNew === null) return;
    const over = this.element.getBoundingClientRect();
    const side = above.getBoundingClientRect();
    const isAbove = side.height > 0 && side.left < over.right && side.right > over.left;
    const { position, insetBlockStart } = getComputedStyle(above);
    const isCovered = isAbove && position === "sticky";
    const covered = isCovered ? Number.parseFloat(insetBlockStart) + side.height : coveredAbove();
    const room = below.getBoundingClientRect().top - covered;
    const last = this.shown.at(-1)!.element.getBoundingClientRect();
    const first = this.firstNew.getBoundingClientRect();
    const top = last.bottom - first.top > room ? first.top - covered : last.bottom - covered - room;
    scrollTo({ top: top + scrollY, behavior: "instant" });
  }

  /** Go to the line that is touched, unless the touch is meant for a button in it, or selects its text. */
  private handleClick({ target }: Event): void {
    if (!(target instanceof Element) || target.closest("a, button") !== null || !getSelection()!.isCollapsed) return;
    const line = target.closest(".line");
    const at = this.shown.findIndex(({ element }) => element === line);
    if (at >= 0) this.goTo(this.firstIndex + at);
  }

  /** Whether the next lines are the first that are shown: they are not marked as new. */
  get isUnseen(): boolean {
    return !this.hasBegun;
  }

  /** Remove all lines; the next call of {@link show} begins the story anew, without marks of new lines. */
  clear(): void {
    this.hasBegun = false;
  }

  /**
   * Scroll to the first of the lines added last; without any, to the element below the story (`elementBelow`). Nowhere
   * while there is no story. The lowest `covered` pixels of the window lie under a bar.
   */
  scrollToNew(elementBelow: HTMLElement, covered = 0): void {
    if (this.lines.length === 0) return;
    if (this.firstNew === null) {
      elementBelow.scrollIntoView({ block: "end" });
      return;
    }
    const first = this.firstNew.getBoundingClientRect().top + scrollY - coveredAbove() - EARLIER_LINE;
    const whole = elementBelow.getBoundingClientRect().bottom + BELOW_MARGIN + scrollY - (innerHeight - covered);
    // Where the earlier line alone leaves no room for what is below the new ones, it goes.
    const top = whole > first && whole <= first + EARLIER_LINE ? whole : first;
    const isFar = Math.abs(top - scrollY) > 2 * innerHeight;
    scrollTo({ top, behavior: isFar || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
  }

  /** Show all lines, and scroll to the beginning. */
  showBeginning(): void {
    this.showAll();
    this.shown[0]?.element.scrollIntoView({ block: "end" });
  }

  /** Show all lines of the story, with the first visible one kept in place. */
  private showAll(): void {
    const { firstIndex } = this;
    this.restartAt(0);
    for (const line of this.lines) this.append(line);
    this.shown[firstIndex]?.element.scrollIntoView();
  }

  /** Remove the lines before the index `begins`, so that the page does not grow with a campaign. */
  private dropBefore(begins: number): void {
    if (begins <= this.firstIndex) return;
    for (const { element } of this.shown.splice(0, begins - this.firstIndex)) element.remove();
    this.firstIndex = begins;
    this.earlierButton.hidden = false;
    this.dropEmpty();
  }

  /** Remove the sections without lines. */
  private dropEmpty(): void {
    for (const section of [...this.element.querySelectorAll("section")]) if (!section.firstChild) section.remove();
  }

  /** Remove all lines, to show the story from the index `begins` on. */
  private restartAt(begins: number): void {
    this.removeFrom(0);
    this.firstIndex = begins;
    this.earlierButton.hidden = begins === 0;
  }

  /** Count how many of the lines of a story, from the first shown one on, the page shows already. */
  private countUnchanged(lines: readonly StoryLine[]): number {
    const at = this.shown.findIndex(({ line }, place) => !isSameLine(line, lines[this.firstIndex + place]));
    return at < 0 ? this.shown.length : at;
  }

  /** Replace those of a story's first `known` lines that read otherwise now, each in its place and marked as it was. */
  private replaceKnown(lines: readonly StoryLine[], known: number): void {
    for (const [at, { line, element }] of this.shown.entries()) {
      const now = lines[this.firstIndex + at];
      if (now === undefined || this.firstIndex + at >= known) return;
      if (isSameLine(line, now)) continue;
      const replacement = lineElement(now, this.showReasons);
      for (const mark of ["fresh", "begins-beat"]) replacement.classList.toggle(mark, element.classList.contains(mark));
      element.replaceWith(replacement);
      if (this.firstNew === element) this.firstNew = replacement;
      this.shown[at] = { line: now, element: replacement };
    }
  }

  /** Remove all but the first `count` shown lines. */
  private removeFrom(count: number): void {
    for (const { element } of this.shown.splice(count)) element.remove();
    this.dropEmpty();
    const last = this.element.lastElementChild;
    if (last instanceof HTMLElement && last.tagName === "SECTION") this.section = last;
    else this.startSection();
  }

  /** Begin a section, to which further lines are appended: the browser lays short ones out quickly. */
  private startSection(): void {
    this.section = h("section", {});
    this.element.append(this.section);
  }

  /** Append a line, marked as new if `isFresh`; returns its element. */
  private append(line: StoryLine, isFresh = false): HTMLElement {
    const element = lineElement(line, this.showReasons);
    const previous = this.shown.at(-1);
    if (previous !== undefined && line.beat > previous.line.beat) element.classList.add("begins-beat");
    if (isFresh) element.classList.add("fresh");
    const { childElementCount } = this.section;
    if (childElementCount >= SECTION_LINES || (isChapter(line) && childElementCount > 0)) this.startSection();
    this.section.append(element);
    this.shown.push({ line, element });
    return element;
  }
}

/** Whether a line is the heading of a chapter. */
function isChapter(line: StoryLine): boolean {
  return line.kind === "chapter";
}

/** The index of the heading of the chapter that the line at an index belongs to. */
function chapterStart(lines: readonly StoryLine[], at: number): number {
  return Math.max(0, lines.map(isChapter).lastIndexOf(true, at));
}

/** The index at which the last chapters begin: those shown when a long story is opened. */
function lastChaptersStart(lines: readonly StoryLine[]): number {
  const chapters = lines.flatMap((line, at) => (isChapter(line) ? [at] : []));
  const enough = chapters.slice(0, 1 - MIN_CHAPTERS).filter((at) => lines.length - at >= MIN_LINES);
  return enough.at(-1) ?? 0;
}

/** Whether two lines of a story are equal. */
function isSameLine(one: StoryLine, other: StoryLine | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
