/** The dialog that hands a link on: its address, to be copied or given to other programs. */

import { openDialog } from "../dialogs";
import { button, type Child, h } from "../dom";

/** A link to hand on. */
export interface HandedLink {
  readonly address: string;
  /** The title of what it leads to. */
  readonly title: string;
  /** What whoever opens it can do. */
  readonly label: string;
  /** What else there is to know: how long it is, what it shows. */
  readonly notes: readonly Child[];
}

/** Show the address of a link, with ways to hand it on. */
export function openLinkDialog({ address, title, label, notes }: HandedLink): void {
  const box = h("textarea", { id: "link-text", readonly: true, rows: 4, spellcheck: "false" }, address);
  const shared = { title, url: address };
  const copied = h("span", { class: "faint", role: "status" });
  const canShare = "share" in navigator && (navigator.canShare?.(shared) ?? true);
  openDialog(
    "Share as a link",
    [h("label", { for: "link-text" }, label), box, ...notes.map((note) => h("p", { class: "faint" }, note))],
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
