/** Identity of a session's rules: their hashes, and their differences from others. */

import type { Naming } from "../engine/classes";
import * as sentences from "../engine/sentences";
import { STORY_VERSION } from "../engine/views";
import { InputError } from "../errors";
import type { DiceName, EntryName } from "../modes";
import type { Program } from "../rules/program";
import { compareByCodePoint } from "../text";
import { type Header, type OverlayInForce, type Pin, SAVE_CLASSES } from "./classes";
import { NO_FIELDS } from "./records";

/** The hint for a save that was played with other rules. */
const OTHER_RULES_HINT =
  "Put the game file of its rules onto the page; or see how far it holds by the rules that are here.";

/** Settings of a new session. */
export interface SessionSettings {
  readonly seed: bigint;
  readonly entry?: EntryName;
  /** The arguments of its entry: see `parseArguments`. */
  readonly args?: readonly number[];
  readonly dice?: DiceName;
  /** The file of each overlay (`kind name`) that does not belong to the game. */
  readonly files?: ReadonlyMap<string, string | null>;
  readonly names?: Naming | null;
  readonly pins?: readonly Pin[];
  /** The digest of the rules' texts. */
  readonly snapshot?: string;
}

/** Make the header of a new session of a program, with these settings. */
export function newHeader(program: Program, settings: SessionSettings): Header {
  const story = storyOf(program);
  return {
    ...SAVE_CLASSES.Header.usual,
    game: program.game,
    title: program.title,
    rules: rulesIdentity(program, story),
    journal: story,
    options: optionsOf(program),
    overlays: overlaysOf(program, settings.files ?? new Map()),
    seed: settings.seed,
    entry: settings.entry ?? "mission",
    args: settings.args ?? [],
    dice: settings.dice ?? "seeded",
    dice_file: null,
    names: settings.names ?? null,
    pins: settings.pins ?? [],
    snapshot: settings.snapshot ?? "",
    unknown: NO_FIELDS,
  };
}

/**
 * The version of stories (which events count, and how they are hashed) of a program's new sessions.
 *
 * A game file from before there were two hashes has one for rules and sentences: its sessions have a story of version
 * 1, so that the command line accepts them too.
 */
function storyOf(program: Program): number {
  return program.wording_hash ? STORY_VERSION : 1;
}

/** The hashes that identify a program's rules. */
export type RulesHashes = Pick<Program, "game" | "rules_hash" | "wording_hash">;

/**
 * The hash that identifies a program's rules in saves with a story of this version.
 *
 * In stories of version 1 sentences counted, so this hash includes them. A game file without a separate hash of the
 * sentences has only that one.
 */
export function rulesIdentity(program: RulesHashes, story: number): string {
  return story === 1 ? program.wording_hash || program.rules_hash : program.rules_hash;
}

/** Map every option of a program to its value in words. */
function optionsOf(program: Program): Header["options"] {
  return Object.fromEntries(program.options.map((option) => [option.name, option.value]));
}

/** List the overlays in force in a program with their files. */
function overlaysOf(program: Program, files: ReadonlyMap<string, string | null>): readonly OverlayInForce[] {
  return program.overlays.map((name) => ({ name, file: files.get(name) ?? null }));
}

/**
 * Copy a header for a session that continues under the rules of another program.
 *
 * @param files - The file of each overlay (`kind name`) that does not belong to the game.
 * @param snapshot - The digest of the rules' texts.
 */
export function headerUnderRules(
  header: Header,
  program: Program,
  files: ReadonlyMap<string, string | null>,
  snapshot: string,
): Header {
  const story = storyOf(program);
  return {
    ...header,
    rules: rulesIdentity(program, story),
    journal: story,
    options: optionsOf(program),
    overlays: overlaysOf(program, files),
    snapshot,
  };
}

/** Whether a save has the rules of a program, apart from sentences and boards that only present them. */
export function hasRulesOf(header: Header, program: Program): boolean {
  const options = optionsOf(program);
  return (
    hasRulesHashOf(header, program) && Object.entries(header.options).every(([name, value]) => options[name] === value)
  );
}

/** Whether a save was played by the rules with these hashes, whatever its options. */
export function hasRulesHashOf(header: Header, rules: RulesHashes): boolean {
  return header.game === rules.game && header.rules === rulesIdentity(rules, header.journal);
}

/** List how a save's options and overlays differ from a program's, one line each; never empty if the hashes differ. */
export function ruleDifferences(header: Header, program: Program): string[] {
  const lines: string[] = [];
  const options = optionsOf(program);
  for (const name of [...new Set([...Object.keys(header.options), ...Object.keys(options)])].sort(compareByCodePoint)) {
    const before = header.options[name] ?? "unknown";
    const after = options[name] ?? "unknown";
    if (before !== after) lines.push(sentences.optionChanged(name, before, after));
  }
  const overlaysThen = header.overlays.map((overlay) => overlay.name);
  for (const name of overlaysThen) if (!program.overlays.includes(name)) lines.push(sentences.overlayLeft(name));
  for (const name of program.overlays) if (!overlaysThen.includes(name)) lines.push(sentences.overlayJoined(name));
  if (!lines.length && header.rules !== rulesIdentity(program, header.journal)) {
    lines.push(sentences.rulesChanged(program.title));
  }
  return lines;
}

/** The error for a save that contradicts its rules; a migration preview can still show how much fits. */
export class SaveRefused extends InputError {}

/** Check that a save belongs to a program's game. Throws an {@link InputError} if not. */
export function checkSameGame(header: Header, program: Program, place: string): void {
  if (header.game === program.game) return;
  throw new InputError(sentences.otherGame(header.title, header.game, program.title), place);
}

/**
 * Check that a save has the game and the rules of a program.
 *
 * Throws an {@link InputError} for another game, {@link SaveRefused} for other rules.
 */
export function checkGame(header: Header, program: Program, place: string): void {
  checkSameGame(header, program, place);
  if (hasRulesOf(header, program)) return;
  throw new SaveRefused(sentences.otherRules(ruleDifferences(header, program).join("; ")), place, OTHER_RULES_HINT);
}
