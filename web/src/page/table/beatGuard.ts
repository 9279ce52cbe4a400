/**
 * Guard against answers by mistake: a key or touch that was meant for a stop of the story never answers the question
 * behind it.
 */

/** Milliseconds after the last key or touch at a stop, in which Enter, Space and touches answer nothing. */
const PAUSE_MILLISECONDS = 400;

/** Milliseconds after a touch or click at a stop, in which another one at the same spot answers nothing. */
const SPOT_PAUSE_MILLISECONDS = 1500;

/** The same after a touch or click that gave an answer: no more than a double click, for the player waits for nothing. */
const ANSWER_PAUSE_MILLISECONDS = 600;

/** Pixels within which touches are at the same spot. */
const SPOT_RADIUS = 56;

/** The class of what answers nothing yet, which is drawn dimmed. */
const GUARDED = "guarded";

/** A point of the window, in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

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
  /** Where the last touch or click began. */
  private pointer: Point = { x: 0, y: 0 };
  /** When the last key was pressed. */
  private keyDownAt = Number.NEGATIVE_INFINITY;
  /** Whether it gave an answer, and did not go on from a stop. */
  private isPointerAtAnswer = false;
  /** Where the last stop was left by a touch or click; null if it was left by a key. */
  private spot: Point | null = null;
  /** Milliseconds in which another touch at that spot answers nothing. */
  private spotPause = SPOT_PAUSE_MILLISECONDS;
  /** The number of keys and touches since then: a dialog that opens without any was not wanted by the player. */
  private inputCount = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Make the guard of the element in which questions are answered. */
  constructor(private readonly question: HTMLElement) {}

  /** Watch the input of the window until the signal aborts; before all other listeners. */
  listen(signal: AbortSignal): void {
    const options = { signal, capture: true };
    window.addEventListener("keydown", (event) => this.handleKeyDown(event), options);
    window.addEventListener("keyup", (event) => this.handleKeyUp(event), options);
    window.addEventListener("pointerdown", (event) => this.handlePointerDown(event), options);
    window.addEventListener("click", (event) => this.handleClick(event), options);
    window.addEventListener("blur", () => this.pressed.clear(), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Note that the player has gone on from a stop; if a request of the game follows, it is not drawn yet. */
  leaveStop(isRequestNext: boolean): void {
    this.leftStopAt = performance.now();
    this.inputCount = 0;
    this.spot = this.pointerDownAt > this.keyDownAt ? this.pointer : null;
    this.spotPause = this.isPointerAtAnswer ? ANSWER_PAUSE_MILLISECONDS : SPOT_PAUSE_MILLISECONDS;
    if (!isRequestNext) return;
    this.drawnAt = Number.POSITIVE_INFINITY;
    requestAnimationFrame(() => requestAnimationFrame(() => (this.drawnAt = performance.now())));
    this.dimQuestion();
  }

  /** Dim the question while it takes no answer; then only what lies at the spot of the last touch. */
  private dimQuestion(): void {
    clearTimeout(this.timer);
    this.question.classList.add(GUARDED);
    this.timer = setTimeout(() => {
      this.question.classList.remove(GUARDED);
      const answers = [
        ...this.question.querySelectorAll("a, button, label"),
        ...document.querySelectorAll(".board .answerable"),
      ];
      const controls = answers.filter((control) => this.isAtSpot(control));
      for (const control of controls) control.classList.add(GUARDED);
      this.timer = setTimeout(() => {
        for (const control of controls) control.classList.remove(GUARDED);
      }, this.spotPause - PAUSE_MILLISECONDS);
    }, PAUSE_MILLISECONDS);
  }

  /** Whether an element lies where the last stop was left by a touch or click. */
  private isAtSpot(element: Element): boolean {
    if (this.spot === null) return false;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const { x, y } = this.spot;
    return isNear(this.spot, { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) });
  }

  private handlePointerDown({ timeStamp, clientX, clientY, target }: PointerEvent): void {
    this.pointerDownAt = timeStamp;
    this.isPointerAtAnswer = target instanceof Element && target.closest(".option, .answerable") !== null;
    this.inputCount += 1;
    this.pointer = { x: clientX, y: clientY };
  }

  /** Drop a key that was down before the question was drawn, or Enter and Space that follow a stop too soon. */
  private handleKeyDown(event: KeyboardEvent): void {
    this.keyDownAt = event.timeStamp;
    if (!event.repeat) this.inputCount += 1;
    const since = this.pressed.get(event.code);
    const began = event.repeat && since !== undefined ? since : event.timeStamp;
    this.pressed.set(event.code, began);
    const answers = event.key === "Enter" || event.key === " ";
    const isForDialog = isDialogOpen() && this.isFirstInput && this.followsStop(event.timeStamp);
    if (this.isTooEarly(began) || (answers && (isForDialog || this.isTooSoon(event.timeStamp)))) this.drop(event);
  }

  /** Drop the end of a key that was pressed for a stop, or too early: of Space it would click. */
  private handleKeyUp(event: KeyboardEvent): void {
    const began = this.pressed.get(event.code) ?? Number.NEGATIVE_INFINITY;
    this.pressed.delete(event.code);
    const isForStop = began <= this.leftStopAt || this.isTooEarly(began) || this.isTooSoon(began);
    if (event.key === " " && isForStop) event.preventDefault();
  }

  /**
   * Drop a click on an answer, or in a dialog that opened instead, that began before the question was drawn, or follows a
   * stop too soon; not one by a key.
   */
  private handleClick(event: MouseEvent): void {
    const { detail, target } = event;
    if (detail === 0 || !(target instanceof Element)) return;
    if (this.question.contains(target) || isPiece(target)) {
      const isForStop = this.drawnAt > this.leftStopAt && this.repeatsTouch();
      if (this.isTooEarly(this.pointerDownAt) || this.isTooSoon(this.pointerDownAt) || isForStop) this.drop(event);
    } else if (target.closest("dialog") && this.isFirstInput) {
      if (this.followsStop(this.pointerDownAt) || this.repeatsTouch()) this.drop(event);
    }
  }

  /** Whether the last key or touch is the first since the last stop was left, dropped ones not counted. */
  private get isFirstInput(): boolean {
    return this.inputCount <= 1;
  }

  /** Keep an event from everybody. */
  private drop(event: Event): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    this.inputCount = 0;
  }

  /** Whether the last touch repeats the one that left a stop, at the same spot. */
  private repeatsTouch(): boolean {
    const isSoon = this.pointerDownAt - this.leftStopAt < this.spotPause;
    return this.spot !== null && isSoon && isNear(this.pointer, this.spot);
  }

  /** Whether input began before the question behind the last stop was drawn. */
  private isTooEarly(began: number): boolean {
    return began < this.drawnAt;
  }

  /** Whether input follows the last stop too soon to be meant for the question. */
  private isTooSoon(began: number): boolean {
    return this.drawnAt > this.leftStopAt && this.followsStop(began);
  }

  /** Whether input began shortly after the last stop was left. */
  private followsStop(began: number): boolean {
    return began - this.leftStopAt < PAUSE_MILLISECONDS;
  }
}

/** Whether an element is a piece on a board that answers the question. */
function isPiece(element: Element): boolean {
  return element.closest(".board:has(.answerable)") !== null;
}

/** Whether a dialog is open. */
function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Whether two points are at the same spot. */
function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < SPOT_RADIUS;
}
