/** Checkpoints: copies of a value that follows events, so that an undo need not follow them all again. */

/** Copies of a value computed from events, each with the number of events behind it, for undo. */
export class Checkpoints<T> {
  private readonly copies: (readonly [number, T])[] = [];

  /** Make an empty list of copies; a copy is due every `interval` events. */
  constructor(readonly interval = 500) {}

  /** Whether, after this many events, another copy is due: the last copy is an interval or more old. */
  isDue(events: number): boolean {
    return events - (this.copies.at(-1)?.[0] ?? 0) >= this.interval;
  }

  /** Keep a copy of the value after a number of events. */
  add(events: number, copy: T): void {
    if (this.copies.at(-1)?.[0] === events) this.copies.pop();
    this.copies.push([events, copy]);
  }

  /**
   * Return the last copy after at most `events` events, with its number of events; drop later copies.
   *
   * Null for none: then all events must be followed from the start.
   */
  rewindTo(events: number): readonly [number, T] | null {
    while (this.copies.length > 0 && this.copies.at(-1)![0] > events) this.copies.pop();
    return this.copies.at(-1) ?? null;
  }
}
