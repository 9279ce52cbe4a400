/** Where play stands: the procedures and steps that have begun and are not over. */

import type { View } from "../../engine/classes";
import type { Program } from "../../rules/program";
import { closeLevel } from "../openLevels";
import type { Heading } from "./classes";

/** Follows events, and knows what is open behind them. */
export class Headings {
  /** What is open, the outermost first. */
  readonly open: Heading[];

  /** Begins behind so many events, with what is open there. */
  constructor(
    open: readonly Heading[] = [],
    public followedEvents = 0,
  ) {
    this.open = [...open];
  }

  /** Take the next event. */
  follow(view: View): void {
    if (view.event === "enter") {
      this.open.push({ name: view.name, title: view.title, began: this.followedEvents });
    } else if (view.event === "leave") closeLevel(this.open, view.name);
    this.followedEvents += 1;
  }

  /** Whether a heading is open. */
  has(heading: Heading): boolean {
    return this.open.some(
      ({ name, title, began }) => name === heading.name && title === heading.title && began === heading.began,
    );
  }
}

/** Those that people can name, the innermost first; of some that began together under one title the innermost. */
export function titledHeadings(headings: readonly Heading[]): Heading[] {
  const headingByTitle = new Map<string, Heading>();
  for (const heading of [...headings].reverse()) {
    if (heading.title && !headingByTitle.has(heading.title)) headingByTitle.set(heading.title, heading);
  }
  return [...headingByTitle.values()];
}

/**
 * The innermost of the open headings that a word means: its name, its title, or a part of one; or null.
 *
 * `word` is what somebody typed; empty for the innermost with a title.
 */
export function findHeading(word: string, headings: readonly Heading[]): Heading | null {
  const candidates = titledHeadings(headings);
  const low = word.toLowerCase();
  return (
    candidates.find((heading) => heading.title.toLowerCase() === low) ??
    [...headings].reverse().find((heading) => low !== "" && low === heading.name.replaceAll("_", " ").toLowerCase()) ??
    candidates.find((heading) => heading.title.toLowerCase().includes(low)) ??
    null
  );
}

/** The procedures and steps that play can come to: the title of each by its name; those without one by the name. */
export function entryTitles(program: Program): Map<string, string> {
  const titles = new Map<string, string>();
  for (const site of program.sites) {
    if (site.is === "EnterSite") titles.set(site.name, site.title || site.name.replaceAll("_", " "));
  }
  return titles;
}

/** The titles of what has begun and is not over, the outermost first; what began together under one title once. */
export function headingTitles(headings: readonly Heading[]): string[] {
  return titledHeadings(headings)
    .map((heading) => heading.title)
    .reverse();
}
