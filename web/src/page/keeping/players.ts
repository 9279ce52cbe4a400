/** Which game file a save is played by: the one that it was begun by, or another whose rules are the same. */

import { NoGame, OtherVersion } from "../../rules/gamefile";
import type { Header } from "../../session/classes";
import { checkGame, isByRulesOf, Refused } from "../../session/identity";
import {
  editionReady,
  games,
  isOwnName,
  keptMarks,
  keptReady,
  laidOver,
  type Marks,
  ownName,
  type Ready,
} from "./games";
import type { Save } from "./saves";

/** A game file that a save may be played by, and that has not been opened yet. */
export interface Player extends Marks {
  /** As an address calls the game. */
  readonly place: string;
  /** What is laid over the rules as they come, in words; empty where nothing is. */
  readonly edition: string;
  /** Whether it is the site's or a player's own, and not only kept for saves. */
  readonly isOffered: boolean;
  /** Whether it came with the site. What a stranger's file says that it is known by may be anything. */
  readonly isOfSite: boolean;
  open(): Promise<Ready>;
}

/** A game file that was opened to play a save. */
export interface Opened {
  readonly player: Player;
  readonly ready: Ready;
}

/** The game file by which a save is played.
 *
 * Where the one that it was begun by is gone, or another version has made it, one whose rules are the same; for a save of
 * the site's games that is one which came with the site, too, for a stranger's file can say that its rules are any. Throws
 * {@link Refused} where there is none.
 */
export async function playerOf(save: Save, header: Header): Promise<Ready> {
  let problem: unknown = null;
  let kept: Ready | null = null;
  try {
    kept = await keptReady(save.digest);
  } catch (error) {
    if (!(error instanceof NoGame)) throw error;
    problem = error;
  }
  if (kept && isByRulesOf(header, kept.game.program)) return kept;
  const trusted = (await players(header.game)).filter((each) => each.isOfSite || isOwnName(save.place));
  const same = await firstOpened(trusted.filter((each) => isByRulesOf(header, each)));
  if (same) return same.ready;
  if (kept) checkGame(header, kept.game.program, save.title);
  throw problem instanceof OtherVersion ? unreadable(save, problem) : gone(save);
}

function unreadable(save: Save, { version }: OtherVersion): Refused {
  const its = version ? `Bombsight ${version}` : "The version that made it";
  return new Refused(
    "the rules that it was begun by stand in a game file that this version cannot read",
    save.title,
    `${its} plays it. Or see how far it holds by the rules that are here.`,
  );
}

function gone(save: Save): Refused {
  return new Refused(
    "the game file that it is played by is no longer kept here",
    save.title,
    "Put it onto the page; or see how far it holds by the rules that are here.",
  );
}

/** The game file that a save from elsewhere goes with: that of the same texts, or of the same rules; or else of rules
 * called alike, or any of the game that is offered here. Null where there is none.
 */
export async function likestPlayer(header: Header): Promise<Opened | null> {
  const found = await players(header.game);
  const same = found.filter((each) => isByRulesOf(header, each));
  const offered = found.filter((each) => each.isOffered);
  return firstOpened([
    ...same.filter((each) => each.snapshot !== "" && each.snapshot === header.snapshot),
    ...same,
    ...offered.filter((each) => isCalledAlike(header, each)),
    ...offered,
  ]);
}

/** The game of the site that has other rules by now than a save was begun by; null where there is none.
 *
 * A game of a player's own, though it has the id of one of the site, has nothing to do with that.
 */
export async function newerPlayer(save: Save, header: Header): Promise<Player | null> {
  if (save.place !== header.game) return null;
  const found = await ofSite(header.game);
  if (found.some((each) => isByRulesOf(header, each))) return null;
  return found.find((each) => isCalledAlike(header, each)) ?? null;
}

/** Whether the same variants and house rules are in force; errata come with the rules. */
function isCalledAlike(header: Header, { overlays }: Player): boolean {
  return laidOver(header.overlays.map((overlay) => overlay.name)) === laidOver(overlays);
}

/** The first of some game files that can be read here; null where none can. */
async function firstOpened(wanted: readonly Player[]): Promise<Opened | null> {
  for (const player of wanted) {
    try {
      return { player, ready: await player.open() };
    } catch (error) {
      if (!(error instanceof NoGame)) throw error;
    }
  }
  return null;
}

async function players(game: string): Promise<Player[]> {
  return [...(await ofSite(game)), ...(await ofKept(game))];
}

async function ofSite(game: string): Promise<Player[]> {
  const listed = (await games()).filter((each) => each.game === game);
  return listed.flatMap(({ editions }) =>
    editions.map((edition) => ({
      game,
      rules_hash: edition.rules,
      wording_hash: edition.wording,
      snapshot: edition.snapshot,
      overlays: edition.overlays,
      place: game,
      edition: edition.name,
      isOffered: true,
      isOfSite: true,
      open: () => editionReady(edition),
    })),
  );
}

async function ofKept(game: string): Promise<Player[]> {
  const kept = await keptMarks(game);
  return kept.map(({ digest, isOwn, isOfSite = false, marks }) => ({
    ...marks,
    place: isOwn ? ownName(digest) : game,
    edition: laidOver(marks.overlays),
    isOffered: isOwn,
    isOfSite,
    open: async () => (await keptReady(digest))!,
  }));
}
