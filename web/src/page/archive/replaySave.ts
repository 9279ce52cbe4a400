/** A save run again, to be told: nothing of it is changed. */

import { resumeGame } from "../../play/start";
import type { Session } from "../../session/session";
import { LineBuffer } from "../../session/sessionLog";
import { notify } from "../shell";
import { findGameFile } from "../storage/gameFiles";
import { encodeLines, loadLines, type Save } from "../storage/saves";
import { type Progress, readSave, runInSlices } from "./slicedWork";

/** Tell how far a save has been run again. */
export const showReplayProgress: Progress = (part) => notify(`Playing the save again: ${Math.floor(100 * part)} %`);

/** Run a save again, up to where {@link Session.play} has little left to do; how far it has come is told meanwhile. */
export function catchUpInSlices(session: Session): Promise<void> {
  return runInSlices(session.catchUp(), showReplayProgress);
}

/** The session of a save as it stands. Throws an {@link InputError} where it cannot be run again. */
export async function replaySave(save: Save): Promise<Session> {
  const saved = await readSave(encodeLines(await loadLines(save.id)), save.title);
  const ready = await findGameFile(save, saved.header);
  const play = resumeGame(await ready.compiled, saved, new LineBuffer(save.title));
  await catchUpInSlices(play.session);
  play.view();
  return play.session;
}
