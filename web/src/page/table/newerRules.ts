/** Announcement that the site has newer rules than a game in play. */

import { h } from "../dom";
import { routeHash } from "../routes";
import { announce } from "../shell";
import { findNewerGameFile } from "../storage/gameFiles";
import type { GameController } from "./gameController";

/** Saves already announced since the page was loaded. */
const announcedSaves = new Set<string>();

/** Announce that the site has newer rules than the game in play, if so, unless the player has left by then. */
export async function announceNewerRules(controller: GameController): Promise<void> {
  const { save, play } = controller;
  if (announcedSaves.has(save.id)) return;
  const newer = await findNewerGameFile(save, play.session.header).catch(() => null);
  if (newer === null || controller.isLeft) return;
  announcedSaves.add(save.id);
  announce(
    "This site has newer rules by now. This game goes on by those that it was begun by. ",
    h("a", { href: routeHash({ at: "rules", save: save.id }) }, "See what would change …"),
  );
}
