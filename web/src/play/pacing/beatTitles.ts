/** The titles of beats, by which every front end names where a story is looked back at. */

import type { StoryLine } from "../story/classes";
import { isHeading } from "./beats";

/**
 * Describe a beat: the heading that it begins under, and what its first line is about: `In the air: The weather`.
 *
 * `lines` are those of a story up to the end of the beat at least, `start` the index of the beat's first line, and `stop`
 * the index behind its last.
 */
export function describeBeat(lines: readonly StoryLine[], start: number, stop: number): string {
  if (start >= stop) return "";
  let first = start;
  while (first < stop - 1 && isHeading(lines[first]!)) first++;
  let heading = first;
  while (heading >= 0 && !isHeading(lines[heading]!)) heading--;
  const above = lines[heading];
  const title = above === undefined ? "" : (above.names.at(-1) ?? above.text);
  const words = heading === first ? "" : subjectOfLine(lines[first]!);
  return title && words.startsWith(title) ? words : [title, words].filter(Boolean).join(": ");
}

/** What a line is about: its text, or the names that it lists. */
function subjectOfLine({ text, names }: StoryLine): string {
  return text || names.join(", ");
}
