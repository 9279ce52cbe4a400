/** The dialog that shares a game as a link: its text, to be copied or handed to other programs. */

import { makeLink } from "../../play/links/making";
import { LINK_ROUTE, packLink, SAFE_LINK_LENGTH } from "../../play/links/packing";
import * as sentences from "../../play/links/sentences";
import type { Session } from "../../session/session";
import { openDialog } from "../dialogs";
import { button, errorSentence, h } from "../dom";
import { announce } from "../shell";
import type { ReadyGame } from "../storage/games";
import { findSave, isInStory, type Save } from "../storage/saves";
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

/** Show the address of a link, with ways to hand it on. */
function showLink(address: string, title: string): void {
  const box = h("textarea", { id: "link-text", readonly: true, rows: 4, spellcheck: "false" }, address);
  const isLong = address.length > SAFE_LINK_LENGTH;
  const shared = { title, url: address };
  const copied = h("span", { class: "faint", role: "status" });
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
        button("Copy", () => void copyText(box, copied), { class: "main" }),
        copied,
        canShare && button("Share …", () => void navigator.share(shared).catch(() => {})),
      ],
    },
  );
}

/** Copy the text of a box to the clipboard, or where the browser does not allow that, select it; `status` says which. */
async function copyText(box: HTMLTextAreaElement, status: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(box.value);
    status.textContent = "Copied.";
  } catch {
    box.focus();
    box.select();
    status.textContent = "Copy it from the box: this browser does not let the page do it.";
  }
}
