/** Preview of a save's migration to other rules: how much of its story they reproduce. */

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

/** The preview of a migration. */
export interface Prospect {
  readonly program: Program;
  /** The header after it. */
  readonly header: Header;
  /** The differences between the two rules, a line each; empty for none. */
  readonly changes: readonly string[];
  /** Whether the save cannot go on without it: its rules differ, or somebody edited its lines. */
  readonly isNeeded: boolean;
  /** How much of its story the other rules reproduce. */
  readonly holds: SaveCompatibility;
}

/**
 * Preview a save's migration to other rules, in slices, by a replay; nothing is written. Yields the fraction done, from
 * 0 to 1.
 *
 * @param baseGame - The game with those rules.
 * @param snapshot - The digest of the rules' texts; empty if unknown.
 * @param path - The save's name in messages.
 * @throws InputError - It is another game's, or the game has no such entry, argument or option.
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

/** What becomes of the answers of a stored save that do not hold. */
const LOSS_TEXT = "What comes from there on is taken back. To keep it as it is, save it as a file before.";

/**
 * Render the preview of a save's migration as paragraphs.
 * @param loss - What becomes of the answers that do not hold.
 */
export function renderProspect({ program, changes, isNeeded, holds }: Prospect, loss: string = LOSS_TEXT): string[] {
  if (!isNeeded) return [`It is played by the rules of ${program.title} as they are here: nothing is to be done.`];
  const answers = pluralize(holds.answers, "answer");
  const by = changes.length > 0 ? "by the rules that are here" : sentences.UNCHANGED_RULES;
  const ends = holds.ends && !holds.differsAt ? sentences.SAME_END : "";
  return [
    ...(holds.partsAt
      ? [
          sentences.storyParts(answers, holds.answersKept, by, holds.place),
          `${holds.partsAt}, but ${holds.reason}.`,
          loss,
        ]
      : [sentences.storyHolds(by, answers, ends)]),
    ...(holds.differsAt ? [sentences.storyChanges(holds.differsAt)] : []),
  ];
}
