/** By which rules a session is played: what it knows them by, and how they differ from others. */

import type { Naming } from "../engine/classes";
import * as sentences from "../engine/sentences";
import { STORY_VERSION } from "../engine/views";
import { InputError } from "../errors";
import type { DiceName, EntryName } from "../modes";
import type { Program } from "../rules/program";
import { compareByCodePoint } from "../text";
import { type Header, type OverlayInForce, type Pin, SAVE_CLASSES } from "./classes";
import { NO_FIELDS } from "./records";

/** What to do where a save was played with other rules than are there. */
const OTHER_RULES_HINT =
  "Put the game file of its rules onto the page; or see how far it holds by the rules that are here.";

/** How a new session is begun. */
export interface SessionSettings {
  readonly seed: bigint;
  readonly entry?: EntryName;
  /** See `argumentsOf`. */
  readonly args?: readonly number[];
  readonly dice?: DiceName;
  /** The file of each overlay (`kind name`) that is none of the game's own. */
  readonly files?: ReadonlyMap<string, string | null>;
  readonly names?: Naming | null;
  readonly pins?: readonly Pin[];
  /** The digest of the texts of its rules. */
  readonly snapshot?: string;
}

/** The header of a new session. */
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

/** The version of stories by which games of a program are begun.
 *
 * A game file that was made before there were two hashes knows its rules and sentences by one: what is begun by it has a
 * story of version 1, so that the command line knows the rules, too.
 */
function storyOf(program: Program): number {
  return program.wording_hash ? STORY_VERSION : 1;
}

/** What the rules of a program are known by. */
export type RulesHashes = Pick<Program, "game" | "rules_hash" | "wording_hash">;

/** The hash by which saves whose story is of this version know their rules.
 *
 * Sentences counted in stories of version 1: so they count in what those know their rules by. Where a game file has no
 * such hash, its only one counts them.
 */
export function rulesIdentity(program: RulesHashes, story: number): string {
  return story === 1 ? program.wording_hash || program.rules_hash : program.rules_hash;
}

/** Every option and its value in words. */
function optionsOf(program: Program): Header["options"] {
  return Object.fromEntries(program.options.map((option) => [option.name, option.value]));
}

/** The overlays in force with their files. */
function overlaysOf(program: Program, files: ReadonlyMap<string, string | null>): readonly OverlayInForce[] {
  return program.overlays.map((name) => ({ name, file: files.get(name) ?? null }));
}

/** The header of a session that goes on by other rules.
 *
 * @param files - The file of each overlay (`kind name`) that is none of the game's own.
 * @param snapshot - The digest of their texts.
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

/** Whether a save's story happens by the rules of a program, whatever sentences and pictures present it. */
export function hasRulesOf(header: Header, program: Program): boolean {
  const options = optionsOf(program);
  return (
    hasRulesHashOf(header, program) && Object.entries(header.options).every(([name, value]) => options[name] === value)
  );
}

/** Whether a save was played by the rules that these hashes stand for, with any options. */
export function hasRulesHashOf(header: Header, rules: RulesHashes): boolean {
  return header.game === rules.game && header.rules === rulesIdentity(rules, header.journal);
}

/** What is in force now and was not, or the other way round; one line each, never empty where hashes differ. */
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

/** A save that tells otherwise than the rules that it meets: refused. How far it holds by them can be looked at. */
export class SaveRefused extends InputError {}

/** See that a session is of a game. Throws an {@link InputError} where it is of another. */
export function checkSameGame(header: Header, program: Program, place: string): void {
  if (header.game === program.game) return;
  throw new InputError(sentences.otherGame(header.title, header.game, program.title), place);
}

/** See that a session belongs to a program.
 *
 * Throws an {@link InputError} where it is another game, {@link SaveRefused} where the rules differ.
 */
export function checkGame(header: Header, program: Program, place: string): void {
  checkSameGame(header, program, place);
  if (hasRulesOf(header, program)) return;
  throw new SaveRefused(sentences.otherRules(ruleDifferences(header, program).join("; ")), place, OTHER_RULES_HINT);
}
