/** Whether the question is in sight: a long story is read first, and Enter turns its pages. */

import { button } from "../dom";

/** So much of the window is covered by the bar above, in pixels. */
const TOP_BAR_HEIGHT = 56;

/** So much of a window is passed over when a page is turned. */
const PAGE_SHARE = 0.8;

/** Watches whether the question is in sight, between the bar above and the one below. */
export class QuestionSight {
  /** Leads to the question where it is not in sight. */
  readonly element = button("", () => this.goToQuestion(), { class: "arrive", hidden: true });
  private readonly observer: IntersectionObserver;

  constructor(
    private readonly question: HTMLElement,
    private readonly lowerBar: HTMLElement,
    private readonly focusQuestion: () => void,
  ) {
    const margin = `-${TOP_BAR_HEIGHT}px 0px`;
    this.observer = new IntersectionObserver((seen) => this.updateButton(seen), { rootMargin: margin });
    this.observer.observe(question);
  }

  /** Say whether it leads to a question, or to how the game ended. */
  setTarget(isOver: boolean): void {
    this.element.textContent = isOver ? "To the end" : "To the question";
  }

  /** Watch no more. */
  stop(): void {
    this.observer.disconnect();
  }

  /** Whether what has the focus in the question can be seen, and so be meant by a key; what was typed is meant. */
  get isFocusInSight(): boolean {
    const at = document.activeElement;
    if (at === null || !this.question.contains(at)) return true;
    if (at instanceof HTMLInputElement && at.type === "text" && at.value !== "") return true;
    const { top, height } = at.getBoundingClientRect();
    const middle = top + height / 2;
    return middle > TOP_BAR_HEIGHT && middle < innerHeight - this.lowerBar.offsetHeight;
  }

  /** Scroll on by a page, no farther than to the question; within a long question to what has the focus. */
  turnPage(): void {
    const { top } = this.question.getBoundingClientRect();
    // Less than a pixel is nothing to scroll by.
    if (top >= TOP_BAR_HEIGHT + 1)
      scrollBy({ top: Math.min(top - TOP_BAR_HEIGHT, innerHeight * PAGE_SHARE), behavior: "auto" });
    else document.activeElement!.scrollIntoView({ block: "center" });
  }

  private updateButton(seen: readonly IntersectionObserverEntry[]): void {
    this.element.hidden = seen.at(-1)!.isIntersecting;
  }

  private goToQuestion(): void {
    this.question.scrollIntoView({ block: "nearest" });
    this.focusQuestion();
  }
}
