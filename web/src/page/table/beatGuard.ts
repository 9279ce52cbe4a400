/**
 * Guard against answers by mistake: a key or touch that was meant for a stop of the story never answers the question
 * behind it.
 */

/** Milliseconds after the last key or touch at a stop, in which Enter, Space and touches answer nothing. */
const PAUSE_MILLISECONDS = 400;

/** Drops the input that began before a question was drawn, or follows a stop too soon. */
export class BeatGuard {
  /** When the player went on from the last stop. */
  private leftStopAt = Number.NEGATIVE_INFINITY;
  /** When the request behind the last stop was drawn. */
  private drawnAt = Number.NEGATIVE_INFINITY;
  /** When each key that is down was pressed. */
  private readonly pressed = new Map<string, number>();
  /** When the last touch or click began. */
  private pointerDownAt = Number.NEGATIVE_INFINITY;

  /** Make the guard of the element in which questions are answered. */
  constructor(private readonly question: HTMLElement) {}

  /** Watch the input of the window until the signal aborts; before all other listeners. */
  listen(signal: AbortSignal): void {
    const options = { signal, capture: true };
    window.addEventListener("keydown", (event) => this.handleKeyDown(event), options);
    window.addEventListener("keyup", (event) => this.handleKeyUp(event), options);
    window.addEventListener("pointerdown", ({ timeStamp }) => (this.pointerDownAt = timeStamp), options);
    window.addEventListener("click", (event) => this.handleClick(event), options);
    window.addEventListener("blur", () => this.pressed.clear(), { signal });
  }

  /** Note that the player has gone on from a stop; if a request of the game follows, it is not drawn yet. */
  leaveStop(isRequestNext: boolean): void {
    this.leftStopAt = performance.now();
    if (!isRequestNext) return;
    this.drawnAt = Number.POSITIVE_INFINITY;
    requestAnimationFrame(() => requestAnimationFrame(() => (this.drawnAt = performance.now())));
  }

  /** Drop a key that was down before the question was drawn, or Enter and Space that follow a stop too soon. */
  private handleKeyDown(event: KeyboardEvent): void {
    const since = this.pressed.get(event.code);
    const began = event.repeat && since !== undefined ? since : event.timeStamp;
    this.pressed.set(event.code, began);
    const answers = event.key === "Enter" || event.key === " ";
    if (this.isTooEarly(began) || (answers && this.isTooSoon(event.timeStamp))) drop(event);
  }

  /** Drop the end of a key that was pressed for a stop, or too early: of Space it would click. */
  private handleKeyUp(event: KeyboardEvent): void {
    const began = this.pressed.get(event.code) ?? Number.NEGATIVE_INFINITY;
    this.pressed.delete(event.code);
    const isForStop = began <= this.leftStopAt || this.isTooEarly(began) || this.isTooSoon(began);
    if (event.key === " " && isForStop) event.preventDefault();
  }

  /** Drop a click on an answer that began before the question was drawn, or follows a stop too soon; not one by a key. */
  private handleClick(event: MouseEvent): void {
    if (event.detail === 0 || !(event.target instanceof Node && this.question.contains(event.target))) return;
    if (this.isTooEarly(this.pointerDownAt) || this.isTooSoon(this.pointerDownAt)) drop(event);
  }

  /** Whether input began before the question behind the last stop was drawn. */
  private isTooEarly(began: number): boolean {
    return began < this.drawnAt;
  }

  /** Whether input follows the last stop too soon to be meant for the question. */
  private isTooSoon(began: number): boolean {
    return this.drawnAt > this.leftStopAt && began - this.leftStopAt < PAUSE_MILLISECONDS;
  }
}

/** Keep an event from everybody. */
function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
