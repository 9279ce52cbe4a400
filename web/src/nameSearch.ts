/** Finding things by the words people use for them. */

import { stripBlanks } from "./text";

/**
 * What a word may mean: what is named so, else what is titled so, else what has it in its name or its title.
 *
 * `names` gives the names of one of them, `title` what people call it, perhaps nothing. Those that fit best are
 * returned: one where it is clear, none where nothing fits.
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
