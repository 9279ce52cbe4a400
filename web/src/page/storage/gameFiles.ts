/** Choice of the game file for a save: its original one, or another with the same rules. */

import type { LinkedGame } from "../../play/links/classes";
import { hasRulesOfLink } from "../../play/links/rebuilding";
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

/** A candidate game file for a save, not opened yet. */
export interface GameFile extends RulesIdentity {
  /** The game's name in addresses. */
  readonly place: string;
  /** The names of its overlays; empty for none. */
  readonly edition: string;
  /** Whether it belongs to the site or the player, and is not only kept for saves. */
  readonly isOffered: boolean;
  /** Whether it came with the site. The identity in a stranger's file proves nothing. */
  readonly isOfSite: boolean;
  open(): Promise<ReadyGame>;
}

/** A game file opened for a save. */
export interface OpenedGameFile {
  readonly player: GameFile;
  readonly ready: ReadyGame;
}

/**
 * Find the game file by which a save can be played on: its original one, or one with the same rules.
 *
 * If the original is gone, or only another version can read it, any file with the same rules will do; but for a save
 * of a site's game it must be the site's too, for a stranger's file can claim any identity. Throws {@link SaveRefused}
 * if there is none.
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

/** Make the error for a save whose game file only another version of the program can read. */
function unreadableError(save: Save, { version }: UnsupportedVersion): SaveRefused {
  const its = version ? `Bombsight ${version}` : "The version that made it";
  return new SaveRefused(
    "the rules that it was begun by stand in a game file that this version cannot read",
    save.title,
    `${its} plays it. Or see how far it holds by the rules that are here.`,
  );
}

/** Make the error for a save whose game file is no longer stored. */
function missingError(save: Save): SaveRefused {
  return new SaveRefused(
    "the game file that it is played by is no longer kept here",
    save.title,
    "Put it onto the page; or see how far it holds by the rules that are here.",
  );
}

/**
 * Find the game file closest to the rules of a save from elsewhere: with the same texts, or rules, or overlays, or else
 * any file of the game that is offered here; null if there is none.
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

/**
 * Find a game file with the rules of a link: of the site, of its earlier editions, or stored here; null if there is
 * none.
 */
export async function findLinkGameFile(link: LinkedGame): Promise<OpenedGameFile | null> {
  const gameFiles = [
    ...(await siteGameFiles(link.game)),
    ...(await earlierGameFiles(link.game)),
    ...(await keptGameFiles(link.game)),
  ];
  return openFirst(gameFiles.filter((each) => hasRulesOfLink(each, link)));
}

/** Find the site's current game file for a save with older rules; null if there is none.
 *
 * A player's own game is not related to a site's game with the same id.
 */
export async function findNewerGameFile(save: Save, header: Header): Promise<GameFile | null> {
  if (save.place !== header.game) return null;
  const gameFiles = await siteGameFiles(header.game);
  if (gameFiles.some((each) => hasRulesHashOf(header, each))) return null;
  return gameFiles.find((each) => hasSameOverlays(header, each)) ?? null;
}

/** Whether a game file has a save's variants and house rules in force; errata belong to the rules, preferences change none. */
function hasSameOverlays(header: Header, { overlays }: GameFile): boolean {
  return describeOverlays(header.overlays.map((overlay) => overlay.name)) === describeOverlays(overlays);
}

/** Open the first readable one of some game files; null if there is none. */
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

/** List the game files of a game, by its id: the site's, then those stored in the browser. */
async function listGameFiles(game: string): Promise<GameFile[]> {
  return [...(await siteGameFiles(game)), ...(await keptGameFiles(game))];
}

/** List the site's game files of a game, by its id: one for each edition. */
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

/** List the game files of earlier editions of a game, by its id, that the site keeps for links. */
async function earlierGameFiles(game: string): Promise<GameFile[]> {
  const listed = (await listSiteGames()).filter((each) => each.game === game);
  return listed.flatMap(({ kept }) =>
    kept.map((edition) => ({
      game,
      rules_hash: edition.rules,
      wording_hash: "",
      snapshot: edition.snapshot,
      overlays: edition.overlays,
      place: game,
      edition: edition.name,
      isOffered: false,
      isOfSite: true,
      open: () => loadEdition(edition),
    })),
  );
}

/** List the game files of a game, by its id, that are stored in the browser. */
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
