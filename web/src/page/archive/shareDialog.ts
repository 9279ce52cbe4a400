/** The dialog that shares a game as a link: its text, to be copied or handed to other programs. */

import { makeLink } from "../../play/links/making";
import { LINK_ROUTE, packLink, SAFE_LINK_LENGTH } from "../../play/links/packing";
import * as sentences from "../../play/links/sentences";
import type { Session } from "../../session/session";
import { confirmAction, openDialog } from "../dialogs";
import { button, errorSentence, h } from "../dom";
import { announce, notify } from "../shell";
import type { ReadyGame } from "../storage/games";
import { findSave, isInStory, type Save } from "../storage/saves";
import { openSave } from "./replaySave";
import { runInSlices } from "./slicedWork";

const UNTOLD_TITLE = "It tells more than you have read";
const UNTOLD_TEXT =
  "You are in the middle of the story. A link leads on to the next question, so whoever opens it sees what you have not.";

/** Share the save with this id, if it is still stored. */
export async function shareSaveOf(id: string): Promise<void> {
  const save = await findSave(id);
  if (save) await shareSave(save);
}

/** Share a stored save; an error is announced. */
export async function shareSave(save: Save): Promise<void> {
  try {
    const { session, ready } = await openSave(save);
    await shareGame(ready, session, isInStory(save));
  } catch (error) {
    announce(errorSentence(error));
  }
}

/**
 * Make the link of a game, up to where it stands, and show it; where its story waits (`isUntold`) only after consent, for
 * the link tells what follows. An error is announced.
 */
export async function shareGame(ready: ReadyGame, session: Session, isUntold: boolean): Promise<void> {
  if (!isUntold) await showLinkOf(ready, session);
  else confirmAction(UNTOLD_TITLE, UNTOLD_TEXT, "Make the link", () => void showLinkOf(ready, session));
}

/** Make the link of a game, and show it; an error is announced. */
async function showLinkOf(ready: ReadyGame, session: Session): Promise<void> {
  try {
    const link = await runInSlices(makeLink(session, ready.game.head.version || "of an unknown version"));
    const page = location.href.split("#")[0]!;
    showLink(`${page}${LINK_ROUTE}${await packLink(link)}`, session.program.title);
  } catch (error) {
    announce(errorSentence(error));
  }
}

/** Show the address of a link, with ways to hand it on. */
function showLink(address: string, title: string): void {
  const box = h("textarea", { id: "link-text", readonly: true, rows: 4, spellcheck: "false" }, address);
  const isLong = address.length > SAFE_LINK_LENGTH;
  const shared = { title, url: address };
  const canShare = "share" in navigator && (navigator.canShare?.(shared) ?? true);
  openDialog(
    "Share as a link",
    [
      h("label", { for: "link-text" }, "Whoever opens it can watch the game up to here, and play on from any moment."),
      box,
      h(
        "p",
        { class: "faint" },
        isLong ? sentences.longLink(address.length, SAFE_LINK_LENGTH) : sentences.linkLength(address.length),
      ),
      h("p", { class: "faint" }, sentences.LINK_SHOWS_ALL),
    ],
    {
      actions: [
        button("Copy", () => void copyText(box), { class: "main" }),
        canShare && button("Share …", () => void navigator.share(shared).catch(() => {})),
      ],
    },
  );
}

/** Copy the text of a box to the clipboard; where the browser does not allow that, select it. */
async function copyText(box: HTMLTextAreaElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(box.value);
    notify("Copied.");
  } catch {
    box.focus();
    box.select();
    notify("Copy it from the box: this browser does not let the page do it.");
  }
}
