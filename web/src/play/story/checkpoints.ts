/** Places to return to: copies of what follows the events of a game, so that it need not follow all of them again. */

/** Copies of something that follows events, each as it was behind so many of them. */
export class Checkpoints<T> {
  private readonly copies: (readonly [number, T])[] = [];

  /** `apart` is how many events lie between those that are kept along the way. */
  constructor(readonly interval = 500) {}

  /** Whether the last copy lies so far back that another is wanted. */
  isDue(events: number): boolean {
    return events - (this.copies.at(-1)?.[0] ?? 0) >= this.interval;
  }

  /** Keep a copy of how it is behind so many events. */
  add(events: number, copy: T): void {
    if (this.copies.at(-1)?.[0] === events) this.copies.pop();
    this.copies.push([events, copy]);
  }

  /**
   * The last copy from behind so many events or fewer, and where it is from; later ones are forgotten.
   *
   * Null where there is none: then all must be followed from the start.
   */
  rewindTo(events: number): readonly [number, T] | null {
    while (this.copies.length > 0 && this.copies.at(-1)![0] > events) this.copies.pop();
    return this.copies.at(-1) ?? null;
  }
}
