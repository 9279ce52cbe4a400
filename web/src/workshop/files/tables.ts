/** The tables of a game, found in the texts of its files by the heads of their items. */

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
