/** The lines of the games that were played last, kept on this device: so a page that is loaded again goes on from them. */

import { storageName } from "../../page/storage/database";

/** A game as far as it was played: its seed, and the lines of its save. */
export interface PlayedLines {
  readonly seed: string;
  readonly lines: readonly string[];
}

/** So many characters are kept, of all games together: those that were played last. */
const MOST_CHARACTERS = 300_000;

/** The lines of games, by their ids. */
export class LineBook {
  private readonly key = `${storageName()} workshop played`;
  /** The games that were played in this page: they come before what is stored, where other tabs may have written. */
  private readonly own = new Map<string, PlayedLines>();

  /** Make the book; without a storage it lasts as long as the page. */
  constructor(private readonly storage: Pick<Storage, "getItem" | "setItem"> | null) {}

  /** Find how far a game was played; null if it was not. */
  find(game: string): PlayedLines | null {
    return this.own.get(game) ?? this.readStored().get(game) ?? null;
  }

  /** Keep how far a game is played; those that were played longest ago make room for it. */
  keep(game: string, { seed, lines }: PlayedLines): void {
    this.own.set(game, { seed, lines });
    const all = this.readStored();
    all.delete(game); // the last one stands last
    all.set(game, { seed, lines });
    try {
      this.storage?.setItem(this.key, renderWithinLimit([...all]));
    } catch {
      // A browser without room keeps it as long as the page.
    }
  }

  private readStored(): Map<string, PlayedLines> {
    try {
      const stored: unknown = JSON.parse(this.storage?.getItem(this.key) ?? "[]");
      return new Map((stored as unknown[]).map(readEntry));
    } catch {
      return new Map();
    }
  }
}

/** Read an entry of the storage; throws if it is none. */
function readEntry(entry: unknown): [string, PlayedLines] {
  const [game, seed, lines] = entry as unknown[];
  return [String(game), { seed: String(seed), lines: (lines as unknown[]).map(String) }];
}

/** Render the last entries that are short enough together. */
function renderWithinLimit(entries: readonly [string, PlayedLines][]): string {
  const kept: string[] = [];
  let size = 0;
  for (const [game, { seed, lines }] of [...entries].reverse()) {
    const entry = JSON.stringify([game, seed, lines]);
    size += entry.length;
    if (size > MOST_CHARACTERS) break;
    kept.unshift(entry);
  }
  return `[${kept.join(",")}]`;
}
