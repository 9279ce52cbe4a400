/** The games that an address can mean: those of the site, and the files of a player's own. */

import { InvalidGame } from "../../rules/gamefile";
import {
  describeOverlays,
  listOwnGames,
  listSiteGames,
  loadEdition,
  loadKeptGame,
  ownGameName,
  type ReadyGame,
} from "../storage/games";

/** A game that can be begun. */
export interface AvailableGame {
  /** As an address calls it. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The ways it is there: by its own rules, and with others laid over. */
  readonly editions: readonly AvailableEdition[];
  /** Whether the site has pages of its rules and tables. */
  readonly hasPages: boolean;
}

export interface AvailableEdition {
  readonly name: string;
  readonly overlays: readonly string[];
  /** Loads it and makes it ready. */
  ready(): Promise<ReadyGame>;
}

/** The game of this name. Throws {@link InvalidGame} where there is none. */
export async function findGame(name: string): Promise<AvailableGame> {
  const listed = (await listSiteGames()).find((each) => each.game === name);
  if (listed) {
    const editions = listed.editions.map((edition) => ({ ...edition, ready: () => loadEdition(edition) }));
    return { ...listed, name, editions, hasPages: true };
  }
  const own = (await listOwnGames()).find((each) => ownGameName(each.digest) === name);
  if (!own) throw new InvalidGame("There is no such game here.");
  const ready = (await loadKeptGame(own.digest))!;
  const { about, overlays } = ready.game.program;
  const edition = { name: describeOverlays(overlays), overlays, ready: () => Promise.resolve(ready) };
  return { name, title: own.title, about: about.join("\n"), editions: [edition], hasPages: false };
}
