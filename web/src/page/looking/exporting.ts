/** Saves as files: out of the browser, and into it. */

import { InputError } from "../../errors";
import { played } from "../../play/records/wording";
import { linesKept, parseSave } from "../../session/saved";
import { editionReady, games, keepGame, keptReady, ownGames, ownName, type Ready } from "../keeping/games";
import { keepSave, linesOf, newId, type Save } from "../keeping/saves";

/** Give the browser a file to put where a person wants it. */
export function download(content: string, name: string, type: string): void {
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

/** Put a save into a file, as `bombsight resume` takes it. */
export async function exportSave(save: Save): Promise<void> {
  const lines = await linesOf(save.id);
  download(lines.map((line) => `${line}\n`).join(""), fileName(save, "save"), "application/jsonl");
}

/** Take a save from a file. Throws an {@link InputError} where it is none, or its game is not here. */
export async function importSave(file: File): Promise<Save> {
  const data = new Uint8Array(await file.arrayBuffer());
  const saved = parseSave(data, file.name);
  const { header } = saved;
  const [ready, place] = await gameOf(header.game, header.rules);
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place,
    title: header.title,
    digest: ready.digest,
    what: played(header.entry, header.args),
    standing: `From ${file.name}`,
    isOver: false,
    begun: now,
    played: now,
    lines: 0,
  };
  await keepGame(ready);
  await keepSave(save, linesKept(data, saved));
  return save;
}

/** The game file by which a save is played: of these rules, among the site's and one's own. */
async function gameOf(game: string, rules: string): Promise<[Ready, string]> {
  for (const listed of await games()) {
    const edition = listed.editions.find((each) => each.rules === rules);
    if (edition) return [await editionReady(edition), listed.game];
  }
  for (const own of await ownGames()) {
    const ready = await keptReady(own.digest);
    if (ready?.game.program.rules_hash === rules) return [ready, ownName(own.digest)];
  }
  throw new InputError(
    `no game here has the rules by which this save of ${game} was played`,
    "",
    "Put the game file with these rules onto the page first.",
  );
}
