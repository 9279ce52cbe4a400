/** Saves as files: out of the browser, and into it. */

import { InputError } from "../../errors";
import { played } from "../../play/records/wording";
import { linesKept, parseSave } from "../../session/saved";
import { button } from "../dom";
import { keepPlayed, keptFile } from "../keeping/games";
import { likestPlayer } from "../keeping/players";
import { linesOf, newId, type Save } from "../keeping/saves";
import { announce } from "../shell";

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
export function fileName({ game, begun }: Save, ending: string): string {
  const time = new Date(begun).toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
  return `${game}-${time}.${ending}`;
}

let offer: HTMLElement | null = null;

/** What a page that plays a save holds of it: it is taken from there, for the storage may have lost it. */
export interface SaveContent {
  readonly lines: readonly string[];
  /** The file of its game. */
  readonly file: Blob;
}

/** Put a save into a file, as `bombsight resume` takes it, and offer to put its rules into another. */
export async function exportSave(save: Save, content?: SaveContent): Promise<void> {
  const lines = content?.lines ?? (await linesOf(save.id));
  download(lines.map((line) => `${line}\n`).join(""), fileName(save, "save"), "application/jsonl");
  offer?.remove();
  offer = announce(
    "Elsewhere the save is played where its rules are. They can go along: ",
    button("Its rules as a file", () => void exportRules(save, content), { class: "quiet" }),
  );
}

/** Put the game file that a save is played by into a file, as `bombsight resume SAVE --rules FILE` takes it, and the page
 * of any site.
 */
export async function exportRules(save: Save, content?: SaveContent): Promise<void> {
  const file = content?.file ?? (await keptFile(save.digest));
  if (file === null) announce("The game file that it is played by is no longer kept here.");
  else download(file, fileName(save, "game"), "application/octet-stream");
}

/**
 * Take a save from a file; where nothing here has its rules, one is told when it is to be played.
 *
 * Throws an {@link InputError} where it is none, or its game is not here.
 */
export async function importSave(file: File): Promise<Save> {
  const data = new Uint8Array(await file.arrayBuffer());
  const saved = parseSave(data, file.name);
  const { header } = saved;
  const found = await likestPlayer(header);
  if (found === null)
    throw new InputError(`${header.title} is not here`, "", "Put a game file of it onto the page first.");
  const { ready, player } = found;
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place: player.place,
    title: header.title,
    digest: ready.digest,
    what: [played(header.entry, header.args), player.edition].filter((each) => each).join(", "),
    standing: `From ${file.name}`,
    isOver: saved.end !== null,
    until: "",
    begun: now,
    played: now,
    lines: 0,
  };
  return keepPlayed(ready, save, linesKept(data, saved));
}
