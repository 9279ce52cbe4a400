/** A save that goes over to other rules: how far its story holds by them, told before it does. */

import type { Compiled } from "../engine/modules";
import { counted } from "../listing";
import type { Program } from "../rules/program";
import type { Header } from "../session/classes";
import { differences, isPlayedBy, underRules } from "../session/identity";
import { type Holds, holdsBy } from "../session/migration";
import { isAsTold } from "../session/replay";
import type { Saved } from "../session/saved";
import { withSettings } from "./opening";

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
  readonly holds: Holds;
}

/** How far the story of a save holds by other rules; nothing is written. It is run again some records at a time; yields
 * which part of all has been, from 0 to 1.
 *
 * @param made - The game, by those.
 * @param snapshot - The digest of their texts; empty where it is not known.
 * @param path - What the save is called, for messages.
 * @throws InputError - It is another game's, or what is played or chosen is nothing by these rules.
 */
export function* prospectOf(made: Compiled, saved: Saved, snapshot: string, path: string): Generator<number, Prospect> {
  const game = withSettings(made, saved.header, path);
  const { program } = game;
  const files = new Map(saved.header.overlays.map(({ name, file }) => [name, file]));
  const header = underRules(saved.header, program, files, snapshot);
  const isSame = isPlayedBy(saved.header, program);
  return {
    program,
    header,
    changes: isSame ? [] : differences(saved.header, program),
    isNeeded: !(isSame && (yield* isAsTold(game, saved, path))),
    holds: yield* holdsBy(game, header, saved, path),
  };
}

/** How far the story holds, in words, a paragraph each. */
export function prospectTold({ program, changes, isNeeded, holds }: Prospect): string[] {
  if (!isNeeded) return [`It is played by the rules of ${program.title} as they are here: nothing is to be done.`];
  const answers = counted(holds.answers, "answer");
  const by = changes.length > 0 ? "by the rules that are here" : "as it stands";
  const ends = holds.ends && !holds.differsAt ? ", and it ends as it did" : "";
  return [
    ...(holds.partsAt
      ? [
          `Of ${answers} ${holds.answersKept} hold ${by}. At ${holds.place} it parts:`,
          `${holds.partsAt}, but ${holds.reason}.`,
          "What comes from there on is taken back. To keep it as it is, save it as a file before.",
        ]
      : [`All that was answered can be answered so ${by}: ${answers}${ends}.`]),
    ...(holds.differsAt ? [`Something else happens than did: before ${holds.differsAt} the story is another.`] : []),
  ];
}
