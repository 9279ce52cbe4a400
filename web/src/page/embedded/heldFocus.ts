/**
 * Keeps the page in a frame from taking the keyboard by itself: `focus()` in a frame takes it from whatever has it in the
 * page around, a dialog too. What would have had it is kept, until the page around gives the keyboard to the frame.
 */

/** What can have the focus. */
type Focusable = Pick<HTMLElement, "focus">;

/** The focus that is held back. */
export class HeldFocus {
  private held: Focusable | null = null;

  /** Make it; `hasKeyboard` tells whether the frame has the keyboard. */
  constructor(private readonly hasKeyboard: () => boolean) {}

  /** Focus something by `focus`, or hold that back while the frame has no keyboard. */
  request(element: Focusable, focus: () => void): void {
    const isFree = this.hasKeyboard();
    this.held = isFree ? null : element;
    if (isFree) focus();
  }

  /** The frame has been given the keyboard: what was held back is to have the focus; null for nothing. */
  take(): Focusable | null {
    const { held } = this;
    this.held = null;
    return held;
  }
}

/** Hold the focus back in this page from now on. */
export function holdFocus(): void {
  const hold = new HeldFocus(() => document.hasFocus());
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    hold.request(this, () => focus.call(this, options));
  };
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function () {
    this.inert = !document.hasFocus(); // then it focuses nothing as it opens
    showModal.call(this);
    if (!this.inert) return;
    this.inert = false;
    this.querySelector<HTMLElement>("[autofocus], button, a, input, [tabindex]")?.focus();
  };
  // Without scrolling: a click that gives the keyboard to the frame is to hit what it was meant for.
  window.addEventListener("focus", () => {
    const held = hold.take();
    if (held instanceof HTMLElement) focus.call(held, { preventScroll: true });
  });
}
