/** Going on with a game under changed rules: how far its save holds by them, and a save that goes on from there. */

import { type Prospect, previewMigration } from "../../play/migrationPreview";
import { describeEntry } from "../../session/entry";
import { writeRulesChange } from "../../session/migration";
import { LineBuffer } from "../../session/sessionLog";
import { type Progress, readSave, runInSlices } from "../archive/slicedWork";
import { ownGameName, type ReadyGame, storeSave } from "../storage/games";
import { encodeLines, newId, type Save } from "../storage/saves";

/** Find how far a save holds by the rules of a game. */
export async function previewSave(ready: ReadyGame, lines: readonly string[], progress?: Progress): Promise<Prospect> {
  const { head } = ready.game;
  const saved = await readSave(encodeLines(lines), head.title);
  const preview = previewMigration(await ready.compiled, saved, head.snapshot ?? "", head.title);
  return runInSlices(preview, progress);
}

/** Store the save that goes on by other rules as far as it holds by them. */
export async function storeContinued(ready: ReadyGame, lines: readonly string[], prospect: Prospect): Promise<Save> {
  const { title } = ready.game.head;
  const { header, holds } = prospect;
  const writer = new LineBuffer(title);
  if (prospect.isNeeded) writeRulesChange(writer, header, holds);
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place: ownGameName(ready.digest),
    title,
    digest: ready.digest,
    what: describeEntry(header.entry, header.args),
    standing: "By changed rules",
    isOver: holds.ends,
    until: "",
    shownEvents: null,
    begun: now,
    played: now,
    lines: 0,
  };
  return storeSave(ready, save, [...lines, ...writer.takeLines()]);
}
