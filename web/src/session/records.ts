/** What a session is made of: its header, and the dice and answers in their order. */

import type { By } from "../engine/dice";
import type { Naming } from "../engine/names";
import { STORY_VERSION } from "../engine/views";
import { InputError } from "../errors";
import type { Program } from "../rules/program";
import { byCharacters } from "../text";
import type { JsonObject } from "./json";

export type EntryName = "mission" | "career";
export type DiceName = "seeded" | "manual" | "file";

/** Who throws, where that is another than the header's dice say: a person, or the seed (or the file of dice). */
export type Thrower = "" | "hand" | "seed";

/** Why a person was not asked for an answer: it was the one sensible one; there was a standing order, for it or for
 * the autopilot; or it was given along with others. Empty where he was. */
export type Why = "" | "routine" | "order" | "auto" | "together";

/** What stands where nothing but known fields is told. */
export const NO_FIELDS: JsonObject = {};

/** What to do where a save was played with other rules than are there. */
const OTHERS = "Put the game file of its rules onto the page; or see how far it holds by the rules that are here.";

/** Words by names. */
export type Words = { readonly [name: string]: string };

/** Every throw on a table shows the same. */
export interface Pin {
  /** The table's id. */
  readonly table: string;
  /** What the dice show, or a single number for several dice, their total. */
  readonly faces: readonly number[];
}

/** Whenever the rules set a field to a value, it gets this one. */
export interface FieldPin {
  readonly field: string;
  readonly value: string;
}

/** An overlay: `kind name`, and the file it came from where it is none of the game's own. */
export interface OverlayInForce {
  readonly name: string;
  readonly file: string | null;
}

/** What a session begins with; named as in the first line of a save. */
export interface Header {
  /** The game's id. */
  readonly game: string;
  readonly title: string;
  /** The hash by which its rules are known: see {@link identityOf}. */
  readonly rules: string;
  /** The version of the story, whose hash tells two runs apart. */
  readonly journal: number;
  /** Name and value in words of every option. */
  readonly options: Words;
  /** Those in force, in order. */
  readonly overlays: readonly OverlayInForce[];
  /** Of the dice and of random choices; 0 to 2 ** 64 - 1. */
  readonly seed: bigint;
  /** Whether a mission is played or the career. */
  readonly entry: EntryName;
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** Where the dice come from. */
  readonly dice: DiceName;
  /** The file of dice, or null. */
  readonly dice_file: string | null;
  /** Where the game lies for the command line; null where it came with the program. */
  readonly folder: string | null;
  /** Which names are shown; null for those of the manifest in their order. */
  readonly names: Naming | null;
  /** Tables whose dice are laid, not thrown. */
  readonly pins: readonly Pin[];
  /** Fields that are pinned. */
  readonly fields: readonly FieldPin[];
  /** Who throws from here on, where that is another than `dice` says. */
  readonly thrower: Thrower;
  /** The digest of the texts of its rules, by which they are kept beside saves; empty where it does not say. */
  readonly snapshot: string;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

/** Whether a person throws from here on. */
export function byHand(header: Header): boolean {
  return header.thrower ? header.thrower === "hand" : header.dice === "manual";
}

/** The header where from here on a person throws, or not. */
export function thrownBy(header: Header, hand: boolean): Header {
  if (hand === (header.dice === "manual")) return { ...header, thrower: "" };
  return { ...header, thrower: hand ? "hand" : "seed" };
}

/** Dice as they fell: faces, or a single number for several dice where only the total was told. */
export interface Throw {
  readonly is: "throw";
  /** At least one. */
  readonly faces: readonly number[];
  /** The table's id, or `-` for dice that no table owns. */
  readonly at: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** Who threw them. */
  readonly by: By;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

/** The answer to a choice. */
export interface Answer {
  readonly is: "answer";
  /** The option's stable name, or `none`. */
  readonly name: string;
  /** The choice's stable name. */
  readonly at: string;
  /** The first digits of the journal's hash before it was asked; empty where unknown. */
  readonly story: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** Why the player was not asked for it. */
  readonly why: Why;
  /** Whether he gave the order for it at this very question: so it is his own all the same. */
  readonly ordered: boolean;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

export type Record = Throw | Answer;

/** How a session ended. */
export interface End {
  readonly is: "end";
  /** The result's stable name; `none` where there is none. */
  readonly result: string;
  /** The rules fault, or empty. */
  readonly fault: string;
  /** The journal's hash; empty where unknown. */
  readonly journal: string;
  /** Its line in the save, or 0. */
  readonly line: number;
  /** Fields of another version's, which are kept as they are. */
  readonly unknown: JsonObject;
}

/** How a new session is begun. */
export interface Begun {
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
export function newHeader(program: Program, begun: Begun): Header {
  const story = storyOf(program);
  return {
    game: program.game,
    title: program.title,
    rules: identityOf(program, story),
    journal: story,
    options: optionsOf(program),
    overlays: overlaysOf(program, begun.files ?? new Map()),
    seed: begun.seed,
    entry: begun.entry ?? "mission",
    args: begun.args ?? [],
    dice: begun.dice ?? "seeded",
    dice_file: null,
    folder: null,
    names: begun.names ?? null,
    pins: begun.pins ?? [],
    fields: [],
    thrower: "",
    snapshot: begun.snapshot ?? "",
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
export type Identified = Pick<Program, "game" | "rules_hash" | "wording_hash">;

/** The hash by which saves whose story is of this version know their rules.
 *
 * Sentences counted in stories of version 1: so they count in what those know their rules by. Where a game file has no
 * such hash, its only one counts them.
 */
export function identityOf(program: Identified, story: number): string {
  return story === 1 ? program.wording_hash || program.rules_hash : program.rules_hash;
}

/** Every option and its value in words. */
function optionsOf(program: Program): Words {
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
export function underRules(
  header: Header,
  program: Program,
  files: ReadonlyMap<string, string | null>,
  snapshot: string,
): Header {
  const story = storyOf(program);
  return {
    ...header,
    rules: identityOf(program, story),
    journal: story,
    options: optionsOf(program),
    overlays: overlaysOf(program, files),
    snapshot,
  };
}

/** Whether a save's story happens by the rules of a program, whatever sentences and pictures present it. */
export function isPlayedBy(header: Header, program: Program): boolean {
  const now = optionsOf(program);
  return isByRulesOf(header, program) && Object.entries(header.options).every(([name, value]) => now[name] === value);
}

/** Whether a save was played by the rules that these hashes stand for, with any options. */
export function isByRulesOf(header: Header, rules: Identified): boolean {
  return header.game === rules.game && header.rules === identityOf(rules, header.journal);
}

/** What is in force now and was not, or the other way round; one line each, never empty where hashes differ. */
export function differences(header: Header, program: Program): string[] {
  const found: string[] = [];
  const now = optionsOf(program);
  for (const name of [...new Set([...Object.keys(header.options), ...Object.keys(now)])].sort(byCharacters)) {
    const before = header.options[name] ?? "unknown";
    const after = now[name] ?? "unknown";
    if (before !== after) found.push(`option ${name} was ${before} and is ${after}`);
  }
  const were = header.overlays.map((overlay) => overlay.name);
  for (const name of were) if (!program.overlays.includes(name)) found.push(`${name} was in force and is not`);
  for (const name of program.overlays) if (!were.includes(name)) found.push(`${name} is in force and was not`);
  if (!found.length && header.rules !== identityOf(program, header.journal)) {
    found.push(`the rules of ${program.title} have been changed since`);
  }
  return found;
}

/** A save that tells otherwise than the rules that it meets: refused. How far it holds by them can be looked at. */
export class Refused extends InputError {}

/** See that a session is of a game. Throws an {@link InputError} where it is of another. */
export function checkIsOf(header: Header, program: Program, place: string): void {
  if (header.game === program.game) return;
  throw new InputError(`this is a save of ${header.title} (${header.game}), not of ${program.title}`, place);
}

/** See that a session belongs to a program.
 *
 * Throws an {@link InputError} where it is another game, {@link Refused} where the rules differ.
 */
export function checkGame(header: Header, program: Program, place: string): void {
  checkIsOf(header, program, place);
  if (isPlayedBy(header, program)) return;
  throw new Refused(`it was played with other rules: ${differences(header, program).join("; ")}`, place, OTHERS);
}

/** The index of what an undo takes back first: the last answer, or the last throw of real dice; or null. */
export function lastDecision(records: readonly Record[], header: Header): number | null {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    if (isDecision(records[index]!, header)) return index;
  }
  return null;
}

/** What a person is behind, the last first: the order in which it is taken back. */
export function decisionsBack(records: readonly Record[], header: Header): Record[] {
  return records.filter((record) => isDecision(record, header)).reverse();
}

/** Whether a player was asked for it, or for the order that gave it; so he may want to be asked again. */
export function isOwn(record: Record): boolean {
  return record.is !== "answer" || !record.why || record.ordered;
}

/** Whether a person is behind a record: an answer, or real dice. */
export function isDecision(record: Record, header: Header): boolean {
  return record.is === "answer" || record.by === (header.dice === "manual" ? "" : "hand");
}

/** A record whose journal so far was made by other rules. */
export function withoutStory(record: Record): Record {
  return record.is === "answer" ? { ...record, story: "" } : record;
}
