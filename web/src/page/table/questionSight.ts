/** Visibility of the question: a long story is read first, and Enter turns its pages. */

import { button } from "../dom";
import { coveredAbove, coverOf } from "./bars";

/** Pixels of what goes on that may be out of sight. */
const EDGE = 4;

/** Share of the window's height by which a page turn scrolls. */
const PAGE_SHARE = 0.8;

/** What stands below the story: a question, a stop of it, what others do, or the end of the game. */
export type SightTarget = "question" | "stop" | "present" | "end";

const TARGET_TEXTS: Readonly<Record<SightTarget, string>> = {
  question: "To the question",
  stop: "Read on",
  present: "To the present",
  end: "To the end",
};

/** Watcher of whether the question is visible between the bars, with a button that scrolls to it. */
export class QuestionSight {
  /** The button that scrolls to the question when it is out of sight. */
  readonly element = button("", () => this.goToQuestion(), { class: "arrive", hidden: true });
  private observer: IntersectionObserver | null = null;
  /** What must be in sight: the question, however little of it; at a stop what goes on, whole. */
  private target: HTMLElement;
  private readonly barObserver = new ResizeObserver(() => this.observe());

  /** Watch the question's element, down to the lower bar; `focusQuestion` focuses its suggested answer. */
  constructor(
    private readonly question: HTMLElement,
    private readonly lowerBar: HTMLElement,
    private readonly focusQuestion: () => void,
  ) {
    this.target = question;
    this.barObserver.observe(lowerBar);
    this.observe();
  }

  /** Name the button's target; at a stop, `goOnButton` goes on. */
  setTarget(target: SightTarget, goOnButton: HTMLElement | null): void {
    this.element.textContent = TARGET_TEXTS[target];
    this.target = goOnButton ?? this.question;
    this.observe();
  }

  /** Stop watching whether the question is visible. */
  stop(): void {
    this.observer?.disconnect();
    this.barObserver.disconnect();
  }

  /** Watch whether the target is visible between the bars, as high as they are now. */
  private observe(): void {
    this.observer?.disconnect();
    const rootMargin = `-${coveredAbove()}px 0px -${coverOf(this.lowerBar)}px`;
    this.observer = new IntersectionObserver((seen) => this.updateButton(seen), { rootMargin, threshold: [0, 0.9] });
    this.observer.observe(this.target);
  }

  /** Whether keys may apply to the focused part of the question: it is visible, or an input with text. */
  get isFocusInSight(): boolean {
    const at = document.activeElement;
    if (at === null || !this.question.contains(at)) return true;
    if (at instanceof HTMLInputElement && at.type === "text" && at.value !== "") return true;
    const { top, bottom, height } = at.getBoundingClientRect();
    // What goes on is read down to its end; an answer may be higher than the window.
    const lowest = Math.round(at === this.target ? bottom - EDGE : top + height / 2);
    return top + height / 2 > coveredAbove() && lowest < innerHeight - coverOf(this.lowerBar);
  }

  /** Scroll down by a page, at most to the question; within a long question to its focused part. */
  turnPage(): void {
    const { top } = this.question.getBoundingClientRect();
    const covered = coveredAbove();
    // Ignore scrolls of less than a pixel.
    if (top >= covered + 1) scrollBy({ top: Math.min(top - covered, innerHeight * PAGE_SHARE), behavior: "auto" });
    else document.activeElement!.scrollIntoView({ block: "center" });
  }

  /** Show the button unless the question is visible, by what the browser observed. */
  private updateButton(seen: readonly IntersectionObserverEntry[]): void {
    const { isIntersecting, intersectionRatio } = seen.at(-1)!;
    this.element.hidden = isIntersecting && (this.target === this.question || intersectionRatio > 0.9);
  }

  /** Scroll to the question, or to what goes on, and focus its suggested answer. */
  private goToQuestion(): void {
    this.target.scrollIntoView({ block: this.target === this.question ? "nearest" : "center" });
    this.focusQuestion();
  }
}
