/**
 * Suggestions for a misspelt name: similar names, by edit distance.
 *
 * A slip is a letter too many, too few, wrong or swapped with its neighbour; a prefix of the name, or its words in
 * another order; or the title. Of short names one letter makes another name, so the number of slips allowed depends on
 * length.
 */

/** Maximum length of a name; the rest is ignored. */
const MAX_NAME_LENGTH = 60;

/** Minimum length of a prefix that suggests a name. */
const MIN_PREFIX_LENGTH = 3;

const WORD_PATTERN = /[\p{L}\p{N}]+/gu;

/** Find at most three names that a misspelt word may mean, nearest first; `names` maps each to its title or "". */
export function findLikelyNames(word: string, names: ReadonlyMap<string, string>): string[] {
  const typed = normalizeName(word);
  if (!typed) return [];
  const distanceByName = new Map<string, number>();
  for (const [name, title] of names) {
    const far = slipDistance(typed, name, title);
    if (far !== null) distanceByName.set(name, far);
  }
  const near = [...distanceByName].map(([name, far]) => ({
    name,
    far,
    slips: editDistance(truncateName(word), truncateName(name)),
  }));
  near.sort((one, other) => one.far - other.far || one.slips - other.slips);
  return near
    .filter(({ far }) => far <= near[0]!.far + 1)
    .map(({ name }) => name)
    .slice(0, 3);
}

/** Count the slips (typing errors) between a typed word, normalized, and a name or title; null if too many. */
function slipDistance(typed: string, name: string, title: string): number | null {
  const normalized = normalizeName(name);
  if (typed === normalized) return 0;
  const size = countCodePoints(typed);
  const allowed = allowedSlips(Math.max(size, countCodePoints(normalized)));
  if (Math.abs(size - countCodePoints(normalized)) <= allowed) {
    const slips = editDistance(typed, normalized);
    if (slips <= allowed) return slips;
  }
  if (title && editDistance(typed, normalizeName(title)) < Math.max(1, allowedSlips(size)))
    return typed === normalizeName(title) ? 0.5 : 1;
  const typedWords = typed.split("_");
  const parts = new Set([...normalized.split("_"), ...normalizeName(title).split("_")]);
  if (typedWords.every((part) => parts.has(part)) && Math.max(...typedWords.map(countCodePoints)) > MIN_PREFIX_LENGTH)
    return 1.5;
  const [short, long] = countCodePoints(normalized) < size ? [normalized, typed] : [typed, normalized];
  if (countCodePoints(short) < MIN_PREFIX_LENGTH || !long.startsWith(short)) return null;
  return short === typed ? 2 : 2.5; // more words were typed than the name has
}

/** Normalize a name for comparison: lower-case words joined by underscores. */
function normalizeName(name: string): string {
  return (truncateName(name).toLowerCase().match(WORD_PATTERN) ?? []).join("_");
}

/** The number of typing errors allowed in a name of this length: 1 for 3 letters, 2 for 6, 3 for 9. */
function allowedSlips(size: number): number {
  return Math.min(3, Math.floor(size / 3));
}

/** The edit distance of two texts: insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(left: string, right: string): number {
  const from = [...left];
  const to = [...right];
  let secondLast: number[] = [];
  let previous = [...to.keys(), to.length];
  from.forEach((letter, row) => {
    const line = [row + 1];
    to.forEach((target, column) => {
      let cost = Math.min(
        previous[column + 1]! + 1,
        line[column]! + 1,
        previous[column]! + (letter === target ? 0 : 1),
      );
      if (row > 0 && column > 0 && letter === to[column - 1] && target === from[row - 1]) {
        cost = Math.min(cost, secondLast[column - 1]! + 1);
      }
      line.push(cost);
    });
    secondLast = previous;
    previous = line;
  });
  return previous[to.length]!;
}

/** Count the code points of a text. */
function countCodePoints(text: string): number {
  return [...text].length;
}

/** Cut a name to the length that is compared at most. */
function truncateName(text: string): string {
  return [...text].slice(0, MAX_NAME_LENGTH).join("");
}
