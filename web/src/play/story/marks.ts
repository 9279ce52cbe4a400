/** Places to return to: copies of what follows the events of a game, so that it need not follow all of them again. */

/** Copies of something that follows events, each as it was behind so many of them. */
export class Marks<T> {
  private readonly kept: (readonly [number, T])[] = [];

  /** `apart` is how many events lie between those that are kept along the way. */
  constructor(readonly apart = 500) {}

  /** Whether the last copy lies so far back that another is wanted. */
  isDue(events: number): boolean {
    return events - (this.kept.at(-1)?.[0] ?? 0) >= this.apart;
  }

  /** Keep a copy of how it is behind so many events. */
  keep(events: number, copy: T): void {
    if (this.kept.at(-1)?.[0] === events) this.kept.pop();
    this.kept.push([events, copy]);
  }

  /**
   * The last copy from behind so many events or fewer, and where it is from; later ones are forgotten.
   *
   * Null where there is none: then all must be followed from the start.
   */
  back(events: number): readonly [number, T] | null {
    while (this.kept.length > 0 && this.kept.at(-1)![0] > events) this.kept.pop();
    return this.kept.at(-1) ?? null;
  }
}
