/** Which game file a save is played by: the one that it was begun by, or another whose rules are the same. */

import { InvalidGame, UnsupportedVersion } from "../../rules/gamefile";
import type { Header } from "../../session/classes";
import { checkGame, hasRulesHashOf, SaveRefused } from "../../session/rulesIdentity";
import {
  describeOverlays,
  isOwnGameName,
  listKeptIdentities,
  listSiteGames,
  loadEdition,
  loadKeptGame,
  ownGameName,
  type ReadyGame,
  type RulesIdentity,
} from "./games";
import type { Save } from "./saves";

/** A game file that a save may be played by, and that has not been opened yet. */
export interface GameFile extends RulesIdentity {
  /** As an address calls the game. */
  readonly place: string;
  /** What is laid over the rules as they come, in words; empty where nothing is. */
  readonly edition: string;
  /** Whether it is the site's or a player's own, and not only kept for saves. */
  readonly isOffered: boolean;
  /** Whether it came with the site. What a stranger's file says that it is known by may be anything. */
  readonly isOfSite: boolean;
  open(): Promise<ReadyGame>;
}

/** A game file that was opened to play a save. */
export interface OpenedGameFile {
  readonly player: GameFile;
  readonly ready: ReadyGame;
}

/** The game file by which a save is played.
 *
 * Where the one that it was begun by is gone, or another version has made it, one whose rules are the same; for a save of
 * the site's games that is one which came with the site, too, for a stranger's file can say that its rules are any. Throws
 * {@link SaveRefused} where there is none.
 */
export async function findGameFile(save: Save, header: Header): Promise<ReadyGame> {
  let problem: unknown = null;
  let keptGame: ReadyGame | null = null;
  try {
    keptGame = await loadKeptGame(save.digest);
  } catch (error) {
    if (!(error instanceof InvalidGame)) throw error;
    problem = error;
  }
  if (keptGame && hasRulesHashOf(header, keptGame.game.program)) return keptGame;
  const trusted = (await listGameFiles(header.game)).filter((each) => each.isOfSite || isOwnGameName(save.place));
  const same = await openFirst(trusted.filter((each) => hasRulesHashOf(header, each)));
  if (same) return same.ready;
  if (keptGame) checkGame(header, keptGame.game.program, save.title);
  throw problem instanceof UnsupportedVersion ? unreadableError(save, problem) : missingError(save);
}

function unreadableError(save: Save, { version }: UnsupportedVersion): SaveRefused {
  const its = version ? `Bombsight ${version}` : "The version that made it";
  return new SaveRefused(
    "the rules that it was begun by stand in a game file that this version cannot read",
    save.title,
    `${its} plays it. Or see how far it holds by the rules that are here.`,
  );
}

function missingError(save: Save): SaveRefused {
  return new SaveRefused(
    "the game file that it is played by is no longer kept here",
    save.title,
    "Put it onto the page; or see how far it holds by the rules that are here.",
  );
}

/** The game file that a save from elsewhere goes with: that of the same texts, or of the same rules; or else of rules
 * called alike, or any of the game that is offered here. Null where there is none.
 */
export async function findClosestGameFile(header: Header): Promise<OpenedGameFile | null> {
  const gameFiles = await listGameFiles(header.game);
  const same = gameFiles.filter((each) => hasRulesHashOf(header, each));
  const offered = gameFiles.filter((each) => each.isOffered);
  return openFirst([
    ...same.filter((each) => each.snapshot !== "" && each.snapshot === header.snapshot),
    ...same,
    ...offered.filter((each) => hasSameOverlays(header, each)),
    ...offered,
  ]);
}

/** The game of the site that has other rules by now than a save was begun by; null where there is none.
 *
 * A game of a player's own, though it has the id of one of the site, has nothing to do with that.
 */
export async function findNewerGameFile(save: Save, header: Header): Promise<GameFile | null> {
  if (save.place !== header.game) return null;
  const gameFiles = await siteGameFiles(header.game);
  if (gameFiles.some((each) => hasRulesHashOf(header, each))) return null;
  return gameFiles.find((each) => hasSameOverlays(header, each)) ?? null;
}

/** Whether the same variants and house rules are in force; errata come with the rules. */
function hasSameOverlays(header: Header, { overlays }: GameFile): boolean {
  return describeOverlays(header.overlays.map((overlay) => overlay.name)) === describeOverlays(overlays);
}

/** The first of some game files that can be read here; null where none can. */
async function openFirst(gameFiles: readonly GameFile[]): Promise<OpenedGameFile | null> {
  for (const player of gameFiles) {
    try {
      return { player, ready: await player.open() };
    } catch (error) {
      if (!(error instanceof InvalidGame)) throw error;
    }
  }
  return null;
}

async function listGameFiles(game: string): Promise<GameFile[]> {
  return [...(await siteGameFiles(game)), ...(await keptGameFiles(game))];
}

async function siteGameFiles(game: string): Promise<GameFile[]> {
  const listed = (await listSiteGames()).filter((each) => each.game === game);
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
      open: () => loadEdition(edition),
    })),
  );
}

async function keptGameFiles(game: string): Promise<GameFile[]> {
  const identities = await listKeptIdentities(game);
  return identities.map(({ digest, isOwn, isOfSite = false, marks }) => ({
    ...marks,
    place: isOwn ? ownGameName(digest) : game,
    edition: describeOverlays(marks.overlays),
    isOffered: isOwn,
    isOfSite,
    open: async () => (await loadKeptGame(digest))!,
  }));
}
