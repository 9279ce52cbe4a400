/** A save run again, to be told: nothing of it is changed. */

import { resume } from "../../play/opening";
import { Unwritten } from "../../session/ledger";
import type { Session } from "../../session/session";
import { playerOf } from "../keeping/players";
import { bytesOf, linesOf, type Save } from "../keeping/saves";
import { notify } from "../shell";
import { inSlices, type Progress, readSave } from "./reading";

/** Tell how far a save has been run again. */
export const tellAgain: Progress = (part) => notify(`Playing the save again: ${Math.floor(100 * part)} %`);

/** Run a save again, up to where {@link Session.play} has little left to do; how far it has come is told meanwhile. */
export function catchUp(session: Session): Promise<void> {
  return inSlices(session.catchUp(), tellAgain);
}

/** The session of a save as it stands. Throws an {@link InputError} where it cannot be run again. */
export async function playedAgain(save: Save): Promise<Session> {
  const saved = await readSave(bytesOf(await linesOf(save.id)), save.title);
  const ready = await playerOf(save, saved.header);
  const play = resume(await ready.compiled, saved, new Unwritten(save.title));
  await catchUp(play.session);
  play.view();
  return play.session;
}
