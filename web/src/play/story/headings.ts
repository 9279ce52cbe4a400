/** The open headings: procedures and steps that have begun and not ended. */

import type { View } from "../../engine/classes";
import type { Program } from "../../rules/program";
import { closeLevel } from "../openLevels";
import type { Heading } from "./classes";

/** A follower of events that tracks the open headings (procedures and steps that have begun, not ended). */
export class Headings {
  /** The open headings, outermost first. */
  readonly open: Heading[];

  /** Start after the event number `followedEvents`, with these open headings. */
  constructor(
    open: readonly Heading[] = [],
    public followedEvents = 0,
  ) {
    this.open = [...open];
  }

  /** Process the next event: it may open or close headings. */
  follow(view: View): void {
    if (view.event === "enter") {
      this.open.push({ name: view.name, title: view.title, began: this.followedEvents });
    } else if (view.event === "leave") closeLevel(this.open, view.name);
    this.followedEvents += 1;
  }

  /** Whether the procedure or step of a heading has not ended yet. */
  isOpen(heading: Heading): boolean {
    return this.open.some(
      ({ name, title, began }) => name === heading.name && title === heading.title && began === heading.began,
    );
  }
}

/** List the headings that have titles, innermost first; of several with the same title only the innermost. */
export function titledHeadings(headings: readonly Heading[]): Heading[] {
  const headingByTitle = new Map<string, Heading>();
  for (const heading of [...headings].reverse()) {
    if (heading.title && !headingByTitle.has(heading.title)) headingByTitle.set(heading.title, heading);
  }
  return [...headingByTitle.values()];
}

/**
 * Find the innermost open heading that a word matches by its name, its title, or a part of one; or null.
 *
 * `word` is typed; empty means the innermost with a title.
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

/** Map the names of a program's procedures and steps to their titles, or to the names without one. */
export function entryTitles(program: Program): Map<string, string> {
  const titles = new Map<string, string>();
  for (const site of program.sites) {
    if (site.is === "EnterSite") titles.set(site.name, site.title || site.name.replaceAll("_", " "));
  }
  return titles;
}

/** List the titles of the open headings, outermost first, each title once. */
export function headingTitles(headings: readonly Heading[]): string[] {
  return titledHeadings(headings)
    .map((heading) => heading.title)
    .reverse();
}
