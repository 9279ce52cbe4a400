/**
 * Names that are like one another: what a name that nothing has may be a slip for.
 *
 * A slip is a letter too many, too few, wrong or changed with its neighbour; a name begun, or its words in another
 * order; or the title of what is meant. Of short names one letter makes another name, so how many slips are forgiven
 * goes by length.
 */

/** What is longer than this is nobody's name: its end is not looked at. */
const MAX_NAME_LENGTH = 60;

/** So many letters at least are a name begun. */
const MIN_PREFIX_LENGTH = 3;

const WORD_PATTERN = /[\p{L}\p{N}]+/gu;

/** The names that a word could be a slip for, the nearest first, three at most; each stands with its title, or an empty one. */
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

/** How far a name is from what was written (plain), in slips; null where it is another name. */
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
  return short === typed ? 2 : 2.5; // more words were written than the name has
}

/** A name as it is compared: its words in small letters, with an underscore between. */
function normalizeName(name: string): string {
  return (truncateName(name).toLowerCase().match(WORD_PATTERN) ?? []).join("_");
}

/** How many slips a name of so many letters may hold: of 3 letters one, of 6 two, of 9 three. */
function allowedSlips(size: number): number {
  return Math.min(3, Math.floor(size / 3));
}

/** The letters to put in, take out, replace or change with their neighbours to make one text the other. */
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

function countCodePoints(text: string): number {
  return [...text].length;
}

function truncateName(text: string): string {
  return [...text].slice(0, MAX_NAME_LENGTH).join("");
}
