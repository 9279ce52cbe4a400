/** That the site has other rules by now than a game was begun by. */

import { h } from "../dom";
import { routeHash } from "../routes";
import { announce } from "../shell";
import { findNewerGameFile } from "../storage/gameFiles";
import type { Seat } from "./seat";

/** The saves of which it was told since the page was loaded: once is enough. */
const announcedSaves = new Set<string>();

/** Say so, where it is so; whoever has left meanwhile is told nothing. */
export async function announceNewerRules(seat: Seat): Promise<void> {
  const { save, play } = seat;
  if (announcedSaves.has(save.id)) return;
  const newer = await findNewerGameFile(save, play.session.header).catch(() => null);
  if (newer === null || seat.isLeft) return;
  announcedSaves.add(save.id);
  announce(
    "This site has newer rules by now. This game goes on by those that it was begun by. ",
    h("a", { href: routeHash({ at: "rules", save: save.id }) }, "See what would change …"),
  );
}
