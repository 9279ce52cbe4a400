/** The tables of a game and their rows, found in the texts of its files by the beginnings of lines. */

/** A table. */
export interface TableHead {
  readonly id: string;
  /** Its title; its id if it has none. */
  readonly title: string;
}

const HEAD = /^table[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)(?:\([^)\n]*\))?(?:[^"\n#]*?"([^"\n]*)")?/gm;

/** Words behind which a text is no title. */
const NO_TITLE = /\b(?:cite|printed|reconstructed|inferred|designed)\b/;

/** Find the tables of texts, in their order. */
export function findTables(texts: readonly string[]): readonly TableHead[] {
  return texts.flatMap((text) =>
    [...text.matchAll(HEAD)].map(([head, id = "", title]) => ({
      id,
      title: title === undefined || NO_TITLE.test(head.slice(0, head.lastIndexOf(`"${title}"`))) ? id : title,
    })),
  );
}

/** A row of a table. */
export interface RowHead {
  /** The key by which it is found: `9..10`. */
  readonly key: string;
  /** Its line. */
  readonly line: string;
}

const ROW = /^ {2}((?:\d+|\d*\.\.\d*)(?:, ?(?:\d+|\d*\.\.\d*))*(?=[ :])|[A-Za-z_]\w*(?=:))/;

/** Find the rows of a table. */
export function findRows(texts: readonly string[], table: string): readonly RowHead[] {
  for (const text of texts) {
    const lines = text.split("\n");
    const head = lines.findIndex((line) => [...line.matchAll(HEAD)].some(([, id]) => id === table));
    if (head < 0) continue;
    const rest = lines.slice(head + 1);
    const end = rest.findIndex((line) => /^[^ #]/.test(line));
    return rest.slice(0, end < 0 ? rest.length : end).flatMap((line) => {
      const key = line.match(ROW)?.[1];
      return key === undefined ? [] : [{ key, line: line.trim() }];
    });
  }
  return [];
}
