/** Finding things by the words people use for them. */

import { stripped } from "./text";

/**
 * What a word may mean: what is named so, else what is titled so, else what has it in its name or its title.
 *
 * `names` gives the names of one of them, `title` what people call it, perhaps nothing. Those that fit best are
 * returned: one where it is clear, none where nothing fits.
 */
export function fitting<T>(
  word: string,
  among: readonly T[],
  names: (each: T) => readonly string[],
  title: (each: T) => string,
): T[] {
  const low = stripped(word.toLowerCase());
  const tiers: ((each: T) => boolean)[] = [
    (each) => names(each).includes(word),
    (each) => word !== "" && word === title(each),
    (each) => names(each).some((name) => name.toLowerCase() === low),
    (each) => low !== "" && low === title(each).toLowerCase(),
    (each) => low !== "" && [title(each), ...names(each)].some((called) => called.toLowerCase().includes(low)),
  ];
  for (const fits of tiers) {
    const found = among.filter(fits);
    if (found.length > 0) return found;
  }
  return [];
}
