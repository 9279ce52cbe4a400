/**
 * Names that are like one another: what a name that nothing has may be a slip for.
 *
 * A slip is a letter too many, too few, wrong or changed with its neighbour; a name begun, or its words in another
 * order; or the title of what is meant. Of short names one letter makes another name, so how many slips are forgiven
 * goes by length.
 */

/** What is longer than this is nobody's name: its end is not looked at. */
const LONGEST = 60;

/** So many letters at least are a name begun. */
const BEGUN = 3;

const WORDS = /[\p{L}\p{N}]+/gu;

/** The names that a word could be a slip for, the nearest first, three at most; each stands with its title, or an empty one. */
export function likely(word: string, among: ReadonlyMap<string, string>): string[] {
  const written = plain(word);
  if (!written) return [];
  const found = new Map<string, number>();
  for (const [name, title] of among) {
    const far = distance(written, name, title);
    if (far !== null) found.set(name, far);
  }
  const near = [...found].map(([name, far]) => ({ name, far, slips: edits(cut(word), cut(name)) }));
  near.sort((one, other) => one.far - other.far || one.slips - other.slips);
  return near
    .filter(({ far }) => far <= near[0]!.far + 1)
    .map(({ name }) => name)
    .slice(0, 3);
}

/** How far a name is from what was written (plain), in slips; null where it is another name. */
function distance(written: string, name: string, title: string): number | null {
  const known = plain(name);
  if (written === known) return 0;
  const size = length(written);
  const allowed = forgiven(Math.max(size, length(known)));
  if (Math.abs(size - length(known)) <= allowed) {
    const slips = edits(written, known);
    if (slips <= allowed) return slips;
  }
  if (title && edits(written, plain(title)) < Math.max(1, forgiven(size))) return written === plain(title) ? 0.5 : 1;
  const said = written.split("_");
  const parts = new Set([...known.split("_"), ...plain(title).split("_")]);
  if (said.every((part) => parts.has(part)) && Math.max(...said.map(length)) > BEGUN) return 1.5;
  const [short, long] = length(known) < size ? [known, written] : [written, known];
  if (length(short) < BEGUN || !long.startsWith(short)) return null;
  return short === written ? 2 : 2.5; // more words were written than the name has
}

/** A name as it is compared: its words in small letters, with an underscore between. */
function plain(name: string): string {
  return (cut(name).toLowerCase().match(WORDS) ?? []).join("_");
}

/** How many slips a name of so many letters may hold: of 3 letters one, of 6 two, of 9 three. */
function forgiven(size: number): number {
  return Math.min(3, Math.floor(size / 3));
}

/** The letters to put in, take out, replace or change with their neighbours to make one text the other. */
export function edits(one: string, other: string): number {
  const from = [...one];
  const to = [...other];
  let before: number[] = [];
  let above = [...to.keys(), to.length];
  from.forEach((letter, row) => {
    const line = [row + 1];
    to.forEach((wanted, column) => {
      let cost = Math.min(above[column + 1]! + 1, line[column]! + 1, above[column]! + (letter === wanted ? 0 : 1));
      if (row > 0 && column > 0 && letter === to[column - 1] && wanted === from[row - 1]) {
        cost = Math.min(cost, before[column - 1]! + 1);
      }
      line.push(cost);
    });
    before = above;
    above = line;
  });
  return above[to.length]!;
}

function length(text: string): number {
  return [...text].length;
}

function cut(text: string): string {
  return [...text].slice(0, LONGEST).join("");
}
