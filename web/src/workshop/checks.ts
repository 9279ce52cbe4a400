/**
 * When what is typed is checked: quickly at once, everything in slices, and the last part once nobody types.
 *
 * The desk answers one call at a time, so each slice is short, and what the editor asks meanwhile comes before the next.
 */

import type { Checked, FileFindings } from "./desk/classes";

/** The calls of the desk that check. */
export interface CheckingDesk {
  changeText(file: string, text: string): Promise<Checked>;
  continueCheck(milliseconds: number): Promise<Checked>;
}

/** A clock: the time in milliseconds, and timers. */
export interface Clock {
  now(): number;
  /** Act after some milliseconds; gives the function that prevents it. */
  after(milliseconds: number, act: () => void): () => void;
}

/** The clock of the browser. */
export const BROWSER_CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** What hears of the findings. */
export interface FindingsListener {
  /** Findings of files; whether everything has been checked. */
  show(files: readonly FileFindings[], isComplete: boolean): void;
  /** A check that failed. */
  fail(error: unknown): void;
}

/** Milliseconds without a key after which a text is sent. */
export const TYPING_PAUSE = 100;

/** Milliseconds of a slice. */
export const SLICE = 100;

/** Milliseconds without a key before the last part of a check, which is not in slices. */
export const IDLE_TIME = 700;

/** Checks texts as they change. */
export class Checker {
  private readonly pending = new Map<string, string>();
  /** The version in which each file was typed last. */
  private readonly typed = new Map<string, number>();
  private version = 0;
  private lastTyped = Number.NEGATIVE_INFINITY;
  private cancelTimer = () => {};
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly desk: CheckingDesk,
    private readonly listener: FindingsListener,
    private readonly clock: Clock = BROWSER_CLOCK,
  ) {}

  /** A number that is another after each change of a text. */
  get currentVersion(): number {
    return this.version;
  }

  /** Check a text that was typed, after a pause. */
  type(file: string, text: string): void {
    this.pending.set(file, text);
    this.version += 1;
    this.typed.set(file, this.version);
    this.lastTyped = this.clock.now();
    this.later(TYPING_PAUSE, () => void this.flush());
  }

  /** Check everything again, since files came or went. */
  checkAll(): void {
    this.version += 1;
    this.later(0, () => void this.flush());
  }

  /** Send what was typed, now; whoever asks about a text must wait for it. */
  flush(): Promise<void> {
    this.cancelTimer();
    const texts = [...this.pending];
    this.pending.clear();
    const { version } = this;
    if (texts.length > 0) this.sending = this.send(texts, version);
    const sent = this.sending;
    void sent.then(() => this.continue(version));
    return sent;
  }

  /** Stop checking. */
  close(): void {
    this.cancelTimer();
    this.version += 1;
  }

  private later(milliseconds: number, act: () => void): void {
    this.cancelTimer();
    this.cancelTimer = this.clock.after(milliseconds, act);
  }

  /** Give texts to the desk, and show what it finds in them at once. */
  private async send(texts: readonly (readonly [string, string])[], version: number): Promise<void> {
    for (const [file, text] of texts) {
      try {
        const checked = await this.desk.changeText(file, text);
        this.show(checked, version, false);
      } catch (error) {
        this.listener.fail(error);
      }
    }
  }

  private continued = -1;

  /** Go on with the check of everything, until it is complete or another text comes. */
  private async continue(version: number): Promise<void> {
    if (this.continued === version) return;
    this.continued = version;
    try {
      while (version === this.version) {
        const checked = await this.desk.continueCheck(SLICE);
        this.show(checked, version, checked.is_complete);
        if (checked.is_complete) return;
        // Findings say that all items are checked: what is left comes in one part.
        if (checked.files.length > 0) await this.untilIdle();
      }
    } catch (error) {
      this.listener.fail(error);
    }
  }

  /** Show findings but those about an older text: the desk tells them again when it has checked the new one. */
  private show({ files }: Checked, version: number, isComplete: boolean): void {
    const current = files.filter(({ file }) => (this.typed.get(file) ?? 0) <= version);
    this.listener.show(current, isComplete && version === this.version);
  }

  private untilIdle(): Promise<void> {
    const left = this.lastTyped + IDLE_TIME - this.clock.now();
    return left > 0 ? new Promise((resolve) => this.clock.after(left, resolve)) : Promise.resolve();
  }
}
