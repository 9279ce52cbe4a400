/** Where play stands: the procedures and steps that have begun and are not over. */

import type { View } from "../../engine/classes";
import type { Program } from "../../rules/program";
import { close } from "../levels";
import type { Heading } from "./classes";

/** Follows events, and knows what is open behind them. */
export class Headings {
  /** What is open, the outermost first. */
  readonly open: Heading[];

  /** Begins behind so many events, with what is open there. */
  constructor(
    open: readonly Heading[] = [],
    public followed = 0,
  ) {
    this.open = [...open];
  }

  /** Take the next event. */
  follow(view: View): void {
    if (view.event === "enter") {
      this.open.push({ name: view.name, title: view.title, began: this.followed });
    } else if (view.event === "leave") close(this.open, view.name);
    this.followed += 1;
  }

  /** Whether a heading is open. */
  has(heading: Heading): boolean {
    return this.open.some(
      ({ name, title, began }) => name === heading.name && title === heading.title && began === heading.began,
    );
  }
}

/** Those that people can name, the innermost first; of some that began together under one title the innermost. */
export function titled(headings: readonly Heading[]): Heading[] {
  const found = new Map<string, Heading>();
  for (const heading of [...headings].reverse()) {
    if (heading.title && !found.has(heading.title)) found.set(heading.title, heading);
  }
  return [...found.values()];
}

/**
 * The innermost of the open headings that a word means: its name, its title, or a part of one; or null.
 *
 * `word` is what somebody typed; empty for the innermost with a title.
 */
export function headingCalled(word: string, headings: readonly Heading[]): Heading | null {
  const known = titled(headings);
  const low = word.toLowerCase();
  return (
    known.find((heading) => heading.title.toLowerCase() === low) ??
    [...headings].reverse().find((heading) => low !== "" && low === heading.name.replaceAll("_", " ").toLowerCase()) ??
    known.find((heading) => heading.title.toLowerCase().includes(low)) ??
    null
  );
}

/** The procedures and steps that play can come to: the title of each by its name; those without one by the name. */
export function points(program: Program): Map<string, string> {
  const found = new Map<string, string>();
  for (const site of program.sites) {
    if (site.is === "EnterSite") found.set(site.name, site.title || site.name.replaceAll("_", " "));
  }
  return found;
}

/** The titles of what has begun and is not over, the outermost first; what began together under one title once. */
export function where(headings: readonly Heading[]): string[] {
  return titled(headings)
    .map((heading) => heading.title)
    .reverse();
}
