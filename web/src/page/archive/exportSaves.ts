/** Saves as files, out of the browser. */

import { button } from "../dom";
import { announce } from "../shell";
import { keptGameFile } from "../storage/games";
import { loadLines, type Save } from "../storage/saves";

/** Give the browser a file to put where a person wants it. */
export function download(content: BlobPart, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name for a file of a save. */
export function saveFileName({ game, begun }: Save, ending: string): string {
  const time = new Date(begun).toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
  return `${game}-${time}.${ending}`;
}

let rulesOffer: HTMLElement | null = null;

/** What a page that plays a save holds of it: it is taken from there, for the storage may have lost it. */
export interface SaveContent {
  readonly lines: readonly string[];
  /** The file of its game. */
  readonly file: Blob;
}

/** Put a save into a file, as `bombsight resume` takes it, and offer to put its rules into another. */
export async function exportSave(save: Save, content?: SaveContent): Promise<void> {
  const lines = content?.lines ?? (await loadLines(save.id));
  download(lines.map((line) => `${line}\n`).join(""), saveFileName(save, "save"), "application/jsonl");
  rulesOffer?.remove();
  rulesOffer = announce(
    "Elsewhere the save is played where its rules are. They can go along: ",
    button("Its rules as a file", () => void exportRules(save, content), { class: "quiet" }),
  );
}

/** Put the game file that a save is played by into a file, as `bombsight resume SAVE --rules FILE` takes it, and the page
 * of any site.
 */
export async function exportRules(save: Save, content?: SaveContent): Promise<void> {
  const file = content?.file ?? (await keptGameFile(save.digest));
  if (file === null) announce("The game file that it is played by is no longer kept here.");
  else download(file, saveFileName(save, "game"), "application/octet-stream");
}

/** Put all saves into one file: one behind the other, each as in a file of its own. */
export async function exportAll(saves: readonly Save[]): Promise<void> {
  const parts: string[] = [];
  for (const save of saves) parts.push(...(await loadLines(save.id)).map((line) => `${line}\n`));
  const day = new Date().toISOString().slice(0, 10);
  download(new Blob(parts), `bombsight-${day}.saves`, "application/jsonl");
}
