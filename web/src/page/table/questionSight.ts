/** Visibility of the question: a long story is read first, and Enter turns its pages. */

import { button } from "../dom";

/** Height of the window that the top bar covers, in pixels. */
const TOP_BAR_HEIGHT = 56;

/** Share of the window's height by which a page turn scrolls. */
const PAGE_SHARE = 0.8;

/** What stands below the story: a question, a stop of the story, or the end of the game. */
type SightTarget = "question" | "stop" | "end";

const TARGET_TEXTS: Readonly<Record<SightTarget, string>> = {
  question: "To the question",
  stop: "Read on",
  end: "To the end",
};

/** Watcher of whether the question is visible between the bars, with a button that scrolls to it. */
export class QuestionSight {
  /** The button that scrolls to the question when it is out of sight. */
  readonly element = button("", () => this.goToQuestion(), { class: "arrive", hidden: true });
  private readonly observer: IntersectionObserver;

  /** Watch the question's element, down to the lower bar; `focusQuestion` focuses its suggested answer. */
  constructor(
    private readonly question: HTMLElement,
    private readonly lowerBar: HTMLElement,
    private readonly focusQuestion: () => void,
  ) {
    const margin = `-${TOP_BAR_HEIGHT}px 0px`;
    this.observer = new IntersectionObserver((seen) => this.updateButton(seen), { rootMargin: margin });
    this.observer.observe(question);
  }

  /** Name the button's target. */
  setTarget(target: SightTarget): void {
    this.element.textContent = TARGET_TEXTS[target];
  }

  /** Stop watching whether the question is visible. */
  stop(): void {
    this.observer.disconnect();
  }

  /** Whether keys may apply to the focused part of the question: it is visible, or an input with text. */
  get isFocusInSight(): boolean {
    const at = document.activeElement;
    if (at === null || !this.question.contains(at)) return true;
    if (at instanceof HTMLInputElement && at.type === "text" && at.value !== "") return true;
    const { top, height } = at.getBoundingClientRect();
    const middle = top + height / 2;
    return middle > TOP_BAR_HEIGHT && middle < innerHeight - this.lowerBar.offsetHeight;
  }

  /** Scroll down by a page, at most to the question; within a long question to its focused part. */
  turnPage(): void {
    const { top } = this.question.getBoundingClientRect();
    // Ignore scrolls of less than a pixel.
    if (top >= TOP_BAR_HEIGHT + 1)
      scrollBy({ top: Math.min(top - TOP_BAR_HEIGHT, innerHeight * PAGE_SHARE), behavior: "auto" });
    else document.activeElement!.scrollIntoView({ block: "center" });
  }

  /** Show the button unless the question is visible, by what the browser observed. */
  private updateButton(seen: readonly IntersectionObserverEntry[]): void {
    this.element.hidden = seen.at(-1)!.isIntersecting;
  }

  /** Scroll to the question, and focus its suggested answer. */
  private goToQuestion(): void {
    this.question.scrollIntoView({ block: "nearest" });
    this.focusQuestion();
  }
}
