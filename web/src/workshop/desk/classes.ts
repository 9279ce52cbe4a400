// What the workshop's page is told by Python. Made by `python -m web` from the Python classes; not to be edited.

/** Something that the workshop can do about a finding. */
export interface Action {
  /** What it does, as a button says it. */
  readonly title: string;
  /** Whether it is the one fix that is certain. */
  readonly is_certain: boolean;
  /** The number of the finding that it is about; null for an action on the whole file. */
  readonly finding: number | null;
  /** The changes that it makes. */
  readonly files: readonly FileChanges[];
}

/** The signature of the call around the cursor. */
export interface CallSignature {
  /** The signature. */
  readonly label: string;
  /** The range of each parameter in the label. */
  readonly parameters: readonly (readonly [number, number])[];
  /** The number of the parameter at the cursor; null if there are too many arguments. */
  readonly active: number | null;
  /** The title of what is called; may be empty. */
  readonly title: string;
}

/** The result of a check, or of a part of one. */
export interface Checked {
  /** The files whose findings may have changed. */
  readonly files: readonly FileFindings[];
  /** Whether everything is checked; otherwise another call goes on. */
  readonly is_complete: boolean;
}

/** A game file. */
export interface CompiledGame {
  /** The game's id. */
  readonly game: string;
  /** Its title. */
  readonly title: string;
  /** The bytes of the file, in base64. */
  readonly content: string;
}

/** A completion. */
export interface CompletionItem {
  /** What the list shows. */
  readonly label: string;
  /** The kind of thing, by its name in the Language Server Protocol. */
  readonly kind: string;
  /** Its title or type; may be empty. */
  readonly detail: string;
  /** The text to type, and the part that it replaces. */
  readonly change: Replacement;
}

/** How far a measurement of coverage is. */
export interface CoverageProgress {
  /** The steps so far, about one for each example. */
  readonly steps: number;
  /** Whether it is over; otherwise another call goes on. */
  readonly is_complete: boolean;
}

/** The coverage of a file by worked examples. */
export interface CoveredFile {
  /** The file's path. */
  readonly file: string;
  /** How many places there are in it. */
  readonly places: number;
  /** How many of them examples reach. */
  readonly reached: number;
  /** How many examples fail: what they would reach behind that does not count. */
  readonly failing: number;
  /** The lines with such places, in their order. */
  readonly lines: readonly CoveredLine[];
}

/** A line of the rules with places that an example can reach. */
export interface CoveredLine {
  /** Its number, from 1. */
  readonly line: number;
  /** How many places begin on it: a row, a condition that holds, one that does not hold. */
  readonly places: number;
  /** The places that no example reaches, in words. */
  readonly missed: readonly string[];
}

/** A worked example that was run; of a grid of cases one case. */
export interface ExampleCheck {
  /** Its title. */
  readonly title: string;
  /** The line where it begins. */
  readonly place: TextRange;
  /** The number of that line, from 1. */
  readonly line: number;
  /** What came out otherwise; null if it holds, or was not run. */
  readonly failure: ExampleFailure | null;
  /** Why it was not run; empty if it was. */
  readonly left_out: string;
}

/** What came out otherwise than an example says. */
export interface ExampleFailure {
  /** The line of the example. */
  readonly place: TextRange;
  /** Its number, from 1. */
  readonly line: number;
  /** Its text. */
  readonly expected: string;
  /** What the game did instead. */
  readonly found: string;
}

/** Examples that were run since the last call. */
export interface ExampleProgress {
  /** Their results. */
  readonly checks: readonly ExampleCheck[];
  /** Whether all have been run; otherwise another call goes on. */
  readonly is_complete: boolean;
}

/** The changes of a file. */
export interface FileChanges {
  /** The file's path. */
  readonly file: string;
  /** The replacements, in the order of the present text; none overlap. */
  readonly changes: readonly Replacement[];
}

/** The findings in a file. */
export interface FileFindings {
  /** The file's path. */
  readonly file: string;
  /** Its findings, in the order of the text. */
  readonly findings: readonly ShownFinding[];
}

/** Lines that can be folded. */
export interface FoldedLines {
  /** The first line, from 1, which stays visible. */
  readonly first: number;
  /** The last line. */
  readonly last: number;
}

/** A game. */
export interface GameName {
  /** Its id. */
  readonly id: string;
  /** Its title. */
  readonly title: string;
  /** Its folder. */
  readonly folder: string;
}

/** What is known of a name. */
export interface HoverCard {
  /** Where the name begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  /** What is known, as HTML. */
  readonly html: string;
}

/** A table of a file that was imported. */
export interface ImportedTable {
  /** Its id in the rules. */
  readonly id: string;
  /** Its title. */
  readonly title: string;
  /** Its dice; empty for one that is looked up. */
  readonly dice: string;
  /** The number of its rows. */
  readonly rows: number;
  /** What the file does not say and was guessed. */
  readonly guesses: readonly string[];
}

/** The tables of a file, as rules. */
export interface ImportedTables {
  /** The rules. */
  readonly text: string;
  /** The tables. */
  readonly tables: readonly ImportedTable[];
  /** What of the file did not come in, or otherwise than it stands. */
  readonly notes: readonly string[];
}

/** A secondary place of a finding. */
export interface Label {
  /** The note on it. */
  readonly text: string;
  /** Where it is. */
  readonly place: TextRange;
}

/** A place with the line of text around it. */
export interface NamedPlace {
  /** The place. */
  readonly place: TextRange;
  /** The number of the line, from 1. */
  readonly line: number;
  /** The line. */
  readonly text: string;
}

/** The chance of a row, beside it. */
export interface OddsLabel {
  /** The offset behind which it is shown. */
  readonly offset: number;
  /** The chance. */
  readonly text: string;
  /** How it comes about. */
  readonly explanation: string;
}

/** The odds of a table, for a pane. */
export interface OddsPane {
  /** The table's title. */
  readonly title: string;
  /** The odds as SVG. */
  readonly drawing: string;
  /** The same in sentences, for screen readers. */
  readonly text: string;
}

/** A game with its files. */
export interface OpenedGame {
  /** The game. */
  readonly game: GameName;
  /** Its rules, then its tests, in the order of their names. */
  readonly files: readonly TextFile[];
}

/** An entry of a file's outline. */
export interface OutlineItem {
  /** Its name. */
  readonly name: string;
  /** Its title or kind; may be empty. */
  readonly detail: string;
  /** Its kind, by its name in the Language Server Protocol. */
  readonly kind: string;
  /** Where it begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  /** Its parts. */
  readonly children: readonly OutlineItem[];
}

/** A game packed into one file. */
export interface PackedRules {
  /** The file's name. */
  readonly name: string;
  /** The bytes of the file, in base64. */
  readonly content: string;
}

/** The reason why a call is refused. */
export interface Refusal {
  /** What is wrong. */
  readonly message: string;
  /** Where; may be empty. */
  readonly place: string;
  /** What to do; may be empty. */
  readonly hint: string;
}

/** The replacement of a part of a text. */
export interface Replacement {
  /** Where the part begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  /** What stands there instead. */
  readonly text: string;
}

/** The counts of runs under all sets of rules. */
export interface RunTally {
  /** The number of runs of each side. */
  readonly runs: number;
  /** The counts of each side. */
  readonly sides: readonly SideTally[];
  /** For each side but the first, and each column that both have: each pair of values with the number of runs that have it. Runs with a fault on either side are excluded. */
  readonly pairs: readonly (readonly (readonly (readonly [number, number, number])[])[])[];
}

/** A finding in a file. */
export interface ShownFinding {
  /** Its number among the file's findings, by which its actions are asked for. */
  readonly number: number;
  /** Its code; empty if it has none. */
  readonly code: string;
  /** The name of its code, by which it can be suppressed. */
  readonly name: string;
  /** How much it matters. */
  readonly severity: "error" | "warning" | "advice";
  /** What is wrong. */
  readonly message: string;
  /** What to do; may be empty. */
  readonly help: string;
  /** Where. */
  readonly place: TextRange;
  /** Its secondary places. */
  readonly labels: readonly Label[];
  /** Whether it may have a certain fix. */
  readonly has_fix: boolean;
  /** Whether it says that something has no effect, and can be shown faded. */
  readonly is_unnecessary: boolean;
}

/** The counts of runs under one set of rules. */
export interface SideTally {
  /** The faults: the site of each, its count, and the number of the first such run. */
  readonly faults: readonly (readonly [number, number, number])[];
  /** For each column, each value with the number of runs that have it, runs with a fault excluded. */
  readonly columns: readonly (readonly (readonly [number, number])[])[];
}

/** One of the compared sets of rules, compiled. */
export interface SimulatedSide {
  /** Its program as JSON, with what workers need of it. */
  readonly program: string;
  /** The WebAssembly that plays its runs, in base64. */
  readonly module: string;
  /** Whether the outcome of a run is its first column. */
  readonly has_result: boolean;
}

/** What workers need to know besides the sides. */
export interface SimulationPlan {
  /** The numbers of the missions that alternate; empty if missions have none. */
  readonly missions: readonly number[];
  /** The seed of the batch of each of them; of missions without numbers the one seed. */
  readonly seeds: readonly string[];
  /** For each side but the first: the columns that both have, by their indices here and there. */
  readonly shared: readonly (readonly (readonly [number, number])[])[];
}

/** A table. */
export interface TableName {
  /** Its id. */
  readonly id: string;
  /** Its title; may be empty. */
  readonly title: string;
}

/** A file with its text. */
export interface TextFile {
  /** Its path. */
  readonly file: string;
  /** Its text. */
  readonly text: string;
}

/** A range in a file. */
export interface TextRange {
  /** The file's path. */
  readonly file: string;
  /** Where it begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
}

/** A word with its kind, for colours. */
export interface Token {
  /** Where it begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  /** Its kind, by its name in the Language Server Protocol. */
  readonly kind: string;
  /** More about it: `declaration`, `defaultLibrary`. */
  readonly modifiers: readonly string[];
}
