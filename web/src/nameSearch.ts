/** Search of objects by their names and titles. */

import { stripBlanks } from "./text";

/**
 * Find the candidates that a word matches best: by whole name, else by title, else by a part of either.
 *
 * `namesOf` gives a candidate's names, `titleOf` its title, perhaps empty. One result is a clear match, none means that
 * nothing matches.
 */
export function findBestMatches<T>(
  word: string,
  candidates: readonly T[],
  namesOf: (each: T) => readonly string[],
  titleOf: (each: T) => string,
): T[] {
  const low = stripBlanks(word.toLowerCase());
  const tiers: ((each: T) => boolean)[] = [
    (each) => namesOf(each).includes(word),
    (each) => word !== "" && word === titleOf(each),
    (each) => namesOf(each).some((name) => name.toLowerCase() === low),
    (each) => low !== "" && low === titleOf(each).toLowerCase(),
    (each) => low !== "" && [titleOf(each), ...namesOf(each)].some((called) => called.toLowerCase().includes(low)),
  ];
  for (const fits of tiers) {
    const matches = candidates.filter(fits);
    if (matches.length > 0) return matches;
  }
  return [];
}
