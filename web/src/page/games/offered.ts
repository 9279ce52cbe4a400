/** The games that an address can mean: those of the site, and the files of a player's own. */

import { NoGame } from "../../rules/gamefile";
import { editionReady, games, keptReady, laidOver, ownGames, ownName, type Ready } from "../keeping/games";

/** A game that can be begun. */
export interface Offered {
  /** As an address calls it. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The ways it is there: by its own rules, and with others laid over. */
  readonly editions: readonly OfferedEdition[];
  /** Whether the site has pages of its rules and tables. */
  readonly hasPages: boolean;
}

export interface OfferedEdition {
  readonly name: string;
  readonly overlays: readonly string[];
  /** Loads it and makes it ready. */
  ready(): Promise<Ready>;
}

/** The game of this name. Throws {@link NoGame} where there is none. */
export async function offered(name: string): Promise<Offered> {
  const listed = (await games()).find((each) => each.game === name);
  if (listed) {
    const editions = listed.editions.map((edition) => ({ ...edition, ready: () => editionReady(edition) }));
    return { ...listed, name, editions, hasPages: true };
  }
  const own = (await ownGames()).find((each) => ownName(each.digest) === name);
  if (!own) throw new NoGame("There is no such game here.");
  const ready = (await keptReady(own.digest))!;
  const { about, overlays } = ready.game.program;
  const edition = { name: laidOver(overlays), overlays, ready: () => Promise.resolve(ready) };
  return { name, title: own.title, about: about.join("\n"), editions: [edition], hasPages: false };
}
