// The calls of the workshop's page. Made by `python -m web` from the Python classes; not to be edited.

import type { Action, CallSignature, Checked, CompiledGame, CompletionItem, CoverageProgress, CoveredFile, ExampleProgress, FileChanges, FoldedLines, GameName, HoverCard, ImportedTables, NamedPlace, OddsLabel, OddsPane, OpenedGame, OutlineItem, PackedRules, RunTally, SimulatedSide, SimulationPlan, TableName, TextFile, TextRange, Token } from "./classes";

/** The calls, each with its arguments and its result. */
export interface Calls {
  /** List the games whose rules are there. */
  games(): readonly GameName[];
  /** Give the files of a game, and keep their texts, with which they are compared once they are changed. */
  open_game(game: string): OpenedGame;
  /** Keep the text that a file had before any change, with which it is compared; where no game of the site has it. */
  set_original(file: string, text: string): null;
  /** Give the files of a new small game, to be written with their texts; comments name no command of a terminal. */
  new_game(name: string, folder: string): readonly TextFile[];
  /** Draft a house rule that quotes a table, or a row of it. */
  quote(game: string, name: string, table: string, row: string): string;
  /** Write the tables of a file as rules that join a file of rules. */
  import_table(name: string, content: string, file: string, is_own: boolean): ImportedTables;
  /** Make the files of a new game of the tables of a file, to be written with their texts. */
  game_of_tables(name: string, content: string, game: string, folder: string, is_own: boolean): readonly TextFile[];
  /** Write a file, open it, and check it quickly. A file that holds no rules is only written. */
  put_file(file: string, text: string): Checked;
  /** Set the text of an open file, and check that file quickly. */
  change_text(file: string, text: string): Checked;
  /** Close a file and remove it. */
  remove_file(file: string): Checked;
  /** Go on with the check of all files, as `lint` checks them, for about so many milliseconds. */
  continue_check(milliseconds: number): Checked;
  /** Find what can be done about findings of a file, by their numbers; nothing about those of an older text. */
  actions(file: string, findings: readonly number[]): readonly Action[];
  /** Find the changes that make all certain fixes in a file; none if there are none. */
  fix_all(file: string): FileChanges;
  /** The page of a finding's code, as HTML. */
  explain(code: string): string;
  /** What is known of the name at an offset. */
  hover(file: string, offset: number): HoverCard | null;
  /** The completions at an offset, the best first. */
  complete(file: string, offset: number): readonly CompletionItem[];
  /** The signature of the call around an offset. */
  signature(file: string, offset: number): CallSignature | null;
  /** Where the name at an offset is declared, the declaration in force first. */
  definitions(file: string, offset: number): readonly NamedPlace[];
  /** Where the name at an offset stands, its declarations included. */
  references(file: string, offset: number): readonly NamedPlace[];
  /** The range of the name at an offset, if it can be renamed. */
  rename_range(file: string, offset: number): TextRange | null;
  /** The changes that give the thing at an offset another name, in every file. */
  rename(file: string, offset: number, name: string): readonly FileChanges[];
  /** The changes that lay a file out; none while it has errors of syntax. */
  format(file: string): FileChanges;
  /** The words of a file with their kinds. */
  tokens(file: string): readonly Token[];
  /** The chances beside the rows of tables between two offsets. */
  odds_labels(file: string, start: number, end: number): readonly OddsLabel[];
  /** The outline of a file. */
  outline(file: string): readonly OutlineItem[];
  /** The lines of a file that can be folded. */
  folds(file: string): readonly FoldedLines[];
  /** The tables that the item at an offset declares or changes; else those of the next such item, or of the first. */
  tables_at(file: string, offset: number): readonly TableName[];
  /** The card of a table as HTML. */
  card(file: string, table: string): string;
  /** The odds of a table, beside those before the change, as a drawing. */
  odds(file: string, table: string, given: readonly string[]): OddsPane;
  /** What the change does to items, odds and worked examples, as HTML. */
  differences(file: string): string;
  /** Compile the rules of a file to a game file, for the page to play. */
  compile_game_file(file: string, before: boolean): CompiledGame;
  /** Pack the game of a file with its present texts. What `lint` finds besides errors is left to the page. */
  pack_rules(file: string): PackedRules;
  /** Begin a simulation of the rules of a file; each of its sides is to be compiled. */
  begin_simulation(file: string, is_compared: boolean, runs: number, seed: string): readonly string[];
  /** Compile a side of the simulation, the first one first. */
  compile_side(side: number): SimulatedSide;
  /** Plan a simulation whose sides are compiled. */
  plan_simulation(): SimulationPlan;
  /** Go on, for about so many milliseconds, to count the new answers of the change in its first runs. */
  watch_answers(runs: number, milliseconds: number): boolean;
  /** Report what was counted so far, as HTML, in the words and charts of `simulate --html`. */
  report_simulation(tally: RunTally, seconds: number, is_stopped: boolean): string;
  /** Begin to run worked examples. */
  begin_examples(file: string, of_game: boolean): null;
  /** Go on to run examples, for about so many milliseconds. */
  continue_examples(milliseconds: number): ExampleProgress;
  /** Begin to measure which places of the rules of a file the game's worked examples reach. */
  begin_coverage(file: string): null;
  /** Go on to measure coverage, for about so many milliseconds. */
  continue_coverage(milliseconds: number): CoverageProgress;
  /** The coverage of a file, once it is measured; without lines for a file that has no places. */
  covered_file(file: string): CoveredFile;
}
