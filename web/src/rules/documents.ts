// What is told beside a program: documents of game files and sites. Made by `python -m web` from their classes; not to
// be edited.

/** An overlay item that touched the table: ``errata general 22`` with its title and what it did. */
export interface Amendment {
  readonly item: string;
  readonly title: string;
  readonly origin: Origin;
  readonly changes: readonly Change[];
}

/** A table. */
export interface Card {
  readonly id: string;
  readonly title: string;
  readonly origin: Origin;
  readonly params: readonly string[];
  readonly gives: string;
  readonly dice: string;
  readonly each: string;
  readonly before: readonly Line[];
  readonly modifiers: readonly ModifierLine[];
  readonly rows: readonly Line[];
  readonly head: readonly string[];
  readonly grid: readonly (readonly string[])[];
  readonly cells: readonly (readonly [number, number, readonly string[]])[];
  readonly origins: readonly (readonly [number, Origin])[];
  readonly notes: readonly NoteLine[];
  readonly amendments: readonly Amendment[];
}

/** The tables of a game as they stand. */
export interface Cards {
  readonly document: "cards";
  readonly game: string;
  readonly rules: string;
  readonly tables: readonly Card[];
}

/** What an overlay item did here; both texts are empty where it only confirms. */
export interface Change {
  readonly was: string;
  readonly now: string;
}

/** One game file of a game: its rules as they come, or with a variant or house rules in force. */
export interface Edition {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  readonly overlays: readonly string[];
  readonly rules: string;
  readonly wording: string;
  readonly snapshot: string;
}

/** What something is. */
export interface Help {
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly told: readonly (readonly [string, string])[];
  readonly uses: readonly string[];
  readonly origin: Origin;
}

/** A row, a natural row, or a result without dice. */
export interface Line {
  readonly key: string;
  readonly title: string;
  readonly when: string;
  readonly result: readonly string[];
  readonly origin: Origin;
}

/** A modifier: its amount as written, its name, and when it applies. */
export interface ModifierLine {
  readonly amount: string;
  readonly label: string;
  readonly when: string;
  readonly shared: boolean;
  readonly origin: Origin;
}

/** A note of the table. */
export interface NoteLine {
  readonly name: string;
  readonly title: string;
  readonly text: readonly string[];
}

/** The provenance of a rule; what is empty is not said. */
export interface Origin {
  readonly cite: string;
  readonly standing: string;
  readonly evidence: string;
  readonly amended_by: readonly string[];
  readonly place: string;
}

/** An option. */
export interface Setting {
  readonly name: string;
  readonly title: string;
  readonly chapter: string;
  readonly values: readonly Value[];
  readonly low: number | null;
  readonly high: number | null;
  readonly default: string;
  readonly origin: Origin;
}

/** The options of a game, in the order of its chapters, those in no chapter first. */
export interface Settings {
  readonly document: "settings";
  readonly game: string;
  readonly options: readonly Setting[];
}

/** A game that can be played here. */
export interface SiteGame {
  readonly game: string;
  readonly title: string;
  readonly about: string;
  readonly editions: readonly Edition[];
}

/** The games of a site, in the order of the call. */
export interface SiteGames {
  readonly document: "site";
  readonly games: readonly SiteGame[];
}

/** What has a name or a title in a game: what players meet first comes first. */
export interface Things {
  readonly document: "things";
  readonly game: string;
  readonly things: readonly Help[];
}

/** What an option can be: as the rules and saves write it, and as people read it. */
export interface Value {
  readonly word: string;
  readonly title: string;
}
