/** Whether the question is in sight: a long story is read first, and Enter turns its pages. */

import { button } from "../dom";

/** So much of the window is covered by the bar above, in pixels. */
const EDGE = 56;

/** So much of a window is passed over when a page is turned. */
const PAGE = 0.8;

/** Watches whether the question is in sight, between the bar above and the one below. */
export class Sight {
  /** Leads to the question where it is not in sight. */
  readonly element = button("", () => this.arrive(), { class: "arrive", hidden: true });
  private readonly watching: IntersectionObserver;

  constructor(
    private readonly asked: HTMLElement,
    private readonly below: HTMLElement,
    private readonly focus: () => void,
  ) {
    const margin = `-${EDGE}px 0px`;
    this.watching = new IntersectionObserver((seen) => this.show(seen), { rootMargin: margin });
    this.watching.observe(asked);
  }

  /** Say whether it leads to a question, or to how the game ended. */
  lead(isOver: boolean): void {
    this.element.textContent = isOver ? "To the end" : "To the question";
  }

  /** Watch no more. */
  stop(): void {
    this.watching.disconnect();
  }

  /** Whether what has the focus in the question can be seen, and so be meant by a key; what was typed is meant. */
  get isMeant(): boolean {
    const at = document.activeElement;
    if (at === null || !this.asked.contains(at)) return true;
    if (at instanceof HTMLInputElement && at.type === "text" && at.value !== "") return true;
    const { top, height } = at.getBoundingClientRect();
    const middle = top + height / 2;
    return middle > EDGE && middle < innerHeight - this.below.offsetHeight;
  }

  /** Scroll on by a page, no farther than to the question; within a long question to what has the focus. */
  turn(): void {
    const { top } = this.asked.getBoundingClientRect();
    // Less than a pixel is nothing to scroll by.
    if (top >= EDGE + 1) scrollBy({ top: Math.min(top - EDGE, innerHeight * PAGE), behavior: "auto" });
    else document.activeElement!.scrollIntoView({ block: "center" });
  }

  private show(seen: readonly IntersectionObserverEntry[]): void {
    this.element.hidden = seen.at(-1)!.isIntersecting;
  }

  private arrive(): void {
    this.asked.scrollIntoView({ block: "nearest" });
    this.focus();
  }
}
