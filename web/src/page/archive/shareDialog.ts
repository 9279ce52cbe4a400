/** Sharing of a game as a link. */

import { makeLink } from "../../play/links/making";
import { SAFE_LINK_LENGTH } from "../../play/links/packedData";
import { LINK_ROUTE, packLink } from "../../play/links/packing";
import * as sentences from "../../play/links/sentences";
import type { Session } from "../../session/session";
import { errorSentence } from "../dom";
import { announce } from "../shell";
import type { ReadyGame } from "../storage/games";
import { findSave, isInStory, type Save } from "../storage/saves";
import { openLinkDialog } from "./linkDialog";
import { openSave } from "./replaySave";
import { runInSlices } from "./slicedWork";

/** Share the save with this id, if it is still stored. */
export async function shareSaveOf(id: string): Promise<void> {
  const save = await findSave(id);
  if (save) await shareSave(save);
}

/** Share a stored save; an error is announced. */
export async function shareSave(save: Save): Promise<void> {
  try {
    const { session, ready } = await openSave(save);
    await shareGame(ready, session, isInStory(save) ? save.shownEvents! : null);
  } catch (error) {
    announce(errorSentence(error));
  }
}

/**
 * Make the link of a game, up to where it stands, or to the number of events that its player has been shown, and show it;
 * an error is announced.
 */
export async function shareGame(ready: ReadyGame, session: Session, shownEvents: number | null): Promise<void> {
  try {
    const version = ready.game.head.version || "of an unknown version";
    const link = await runInSlices(makeLink(session, version, shownEvents));
    const page = location.href.split("#")[0]!;
    showLink(`${page}${LINK_ROUTE}${await packLink(link)}`, session.program.title);
  } catch (error) {
    announce(errorSentence(error));
  }
}

/** Show the address of a link. */
function showLink(address: string, title: string): void {
  const isLong = address.length > SAFE_LINK_LENGTH;
  openLinkDialog({
    address,
    title,
    label: "Whoever opens it can watch the game up to here, and play on from any moment.",
    notes: [
      isLong ? sentences.longLink(address.length, SAFE_LINK_LENGTH) : sentences.linkLength(address.length),
      sentences.LINK_SHOWS_ALL,
    ],
  });
}
