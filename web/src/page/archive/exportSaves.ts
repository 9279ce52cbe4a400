/** Export of saves from the browser as files. */

import { button } from "../dom";
import { download } from "../download";
import { announce } from "../shell";
import { keptGameFile } from "../storage/games";
import { loadLines, type Save } from "../storage/saves";

/** Make the file name of a save from its game and begin, with a file ending. */
export function saveFileName({ game, begun }: Save, ending: string): string {
  const time = new Date(begun).toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
  return `${game}-${time}.${ending}`;
}

let rulesOffer: HTMLElement | null = null;

/** A playing page's own copy of a save, in case the storage has lost it. */
export interface SaveContent {
  readonly lines: readonly string[];
  /** The game file. */
  readonly file: Blob;
}

/**
 * Download a save as a file for `bombsight resume`, stored or from the page's own copy `content`; and offer to download
 * its rules.
 */
export async function exportSave(save: Save, content?: SaveContent): Promise<void> {
  const lines = content?.lines ?? (await loadLines(save.id));
  const name = saveFileName(save, "save");
  download(lines.map((line) => `${line}\n`).join(""), name, "application/jsonl");
  rulesOffer?.remove();
  rulesOffer = announce(
    `Saved as ${name}. Elsewhere the save is played where its rules are. They can go along: `,
    button("Its rules as a file", () => void exportRules(save, content), { class: "quiet" }),
  );
}

/**
 * Download the game file of a save, stored or from the page's own copy `content`, for `bombsight resume SAVE --rules
 * FILE` and the page of any site.
 */
export async function exportRules(save: Save, content?: SaveContent): Promise<void> {
  const file = content?.file ?? (await keptGameFile(save.digest));
  if (file === null) announce("The game file that it is played by is no longer kept here.");
  else download(file, saveFileName(save, "game"), "application/octet-stream");
}

/** Download all saves in one file, concatenated. */
export async function exportAll(saves: readonly Save[]): Promise<void> {
  const parts: string[] = [];
  for (const save of saves) parts.push(...(await loadLines(save.id)).map((line) => `${line}\n`));
  const day = new Date().toISOString().slice(0, 10);
  download(new Blob(parts), `bombsight-${day}.saves`, "application/jsonl");
}
