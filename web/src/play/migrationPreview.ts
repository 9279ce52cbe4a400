/** A save that goes over to other rules: how far its story holds by them, told before it does. */

import type { CompiledGame } from "../engine/modules";
import { pluralize } from "../listing";
import type { Program } from "../rules/program";
import type { Header } from "../session/classes";
import { checkByRules, type SaveCompatibility } from "../session/migration";
import { isUnchanged } from "../session/replay";
import { hasRulesOf, headerUnderRules, ruleDifferences } from "../session/rulesIdentity";
import type { ParsedSave } from "../session/saveReader";
import * as sentences from "./sentences";
import { withSavedOptions } from "./start";

/** What a save would come to by other rules. */
export interface Prospect {
  readonly program: Program;
  /** The header that it would have. */
  readonly header: Header;
  /** What differs between its rules and those, a line each; empty where nothing does. */
  readonly changes: readonly string[];
  /** Whether it cannot go on as it is by those: its rules are others, or its lines were changed. */
  readonly isNeeded: boolean;
  /** How far its story holds by them. */
  readonly holds: SaveCompatibility;
}

/** How far the story of a save holds by other rules; nothing is written. It is run again some records at a time; yields
 * which part of all has been, from 0 to 1.
 *
 * @param baseGame - The game, by those.
 * @param snapshot - The digest of their texts; empty where it is not known.
 * @param path - What the save is called, for messages.
 * @throws InputError - It is another game's, or what is played or chosen is nothing by these rules.
 */
export function* previewMigration(
  baseGame: CompiledGame,
  saved: ParsedSave,
  snapshot: string,
  path: string,
): Generator<number, Prospect> {
  const game = withSavedOptions(baseGame, saved.header, path);
  const { program } = game;
  const files = new Map(saved.header.overlays.map(({ name, file }) => [name, file]));
  const header = headerUnderRules(saved.header, program, files, snapshot);
  const hasSameRules = hasRulesOf(saved.header, program);
  return {
    program,
    header,
    changes: hasSameRules ? [] : ruleDifferences(saved.header, program),
    isNeeded: !(hasSameRules && (yield* isUnchanged(game, saved, path))),
    holds: yield* checkByRules(game, header, saved, path),
  };
}

/** How far the story holds, in words, a paragraph each. */
export function renderProspect({ program, changes, isNeeded, holds }: Prospect): string[] {
  if (!isNeeded) return [`It is played by the rules of ${program.title} as they are here: nothing is to be done.`];
  const answers = pluralize(holds.answers, "answer");
  const by = changes.length > 0 ? "by the rules that are here" : sentences.UNCHANGED_RULES;
  const ends = holds.ends && !holds.differsAt ? sentences.SAME_END : "";
  return [
    ...(holds.partsAt
      ? [
          sentences.storyParts(answers, holds.answersKept, by, holds.place),
          `${holds.partsAt}, but ${holds.reason}.`,
          "What comes from there on is taken back. To keep it as it is, save it as a file before.",
        ]
      : [sentences.storyHolds(by, answers, ends)]),
    ...(holds.differsAt ? [sentences.storyChanges(holds.differsAt)] : []),
  ];
}
