/** The games that routes can name: those of the site, and the player's own files. */

import { InvalidGame } from "../../rules/gamefile";
import {
  describeOverlays,
  describeRelease,
  listOwnGames,
  listSiteGames,
  loadEdition,
  loadKeptGame,
  ownGameName,
  type ReadyGame,
} from "../storage/games";

/** A game that can be started. */
export interface AvailableGame {
  /** Its name in addresses. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Its version, licence and address on the web; empty if it has none. */
  readonly release: string;
  /** Its editions: without overlays, and with variants or house rules. */
  readonly editions: readonly AvailableEdition[];
  /** Whether the site has pages of its rules and tables. */
  readonly hasPages: boolean;
}

/** An edition of a game. */
export interface AvailableEdition {
  readonly name: string;
  readonly overlays: readonly string[];
  /** Load and prepare the game. */
  ready(): Promise<ReadyGame>;
}

/** Find a game by its name in an address, the site's or the player's own. Throws {@link InvalidGame} for none. */
export async function findGame(name: string): Promise<AvailableGame> {
  const listed = (await listSiteGames()).find((each) => each.game === name);
  if (listed) {
    const editions = listed.editions.map((edition) => ({ ...edition, ready: () => loadEdition(edition) }));
    return { ...listed, name, editions, hasPages: true };
  }
  const own = (await listOwnGames()).find((each) => ownGameName(each.digest) === name);
  if (!own) throw new InvalidGame("There is no such game here.");
  const ready = (await loadKeptGame(own.digest))!;
  const { about, overlays, release } = ready.game.program;
  const edition = { name: describeOverlays(overlays), overlays, ready: () => Promise.resolve(ready) };
  return {
    name,
    title: own.title,
    about: about.join("\n"),
    release: describeRelease(release),
    editions: [edition],
    hasPages: false,
  };
}
