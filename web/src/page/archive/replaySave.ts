/** Replay of saves for display, without changing them. */

import { cutSession } from "../../play/pacing/cutSession";
import { resumeGame } from "../../play/start";
import type { Session } from "../../session/session";
import { LineBuffer } from "../../session/sessionLog";
import { notify } from "../shell";
import { findGameFile } from "../storage/gameFiles";
import { encodeLines, isInStory, loadLines, type Save } from "../storage/saves";
import { type Progress, readSave, runInSlices } from "./slicedWork";

/** Show the progress of a replay as a notification, from the `fraction` done, 0 to 1. */
export const showReplayProgress: Progress = (fraction) =>
  notify(`Playing the save again: ${Math.floor(100 * fraction)} %`);

/** Replay the records of a session in slices, so that the page stays responsive, and show the progress. */
export function catchUpInSlices(session: Session): Promise<void> {
  return runInSlices(session.catchUp(), showReplayProgress);
}

/**
 * Replay a stored save into a session, up to where the player left its story. Throws an {@link InputError} if its records
 * do not fit the rules.
 */
export async function replaySave(save: Save): Promise<Session> {
  const saved = await readSave(encodeLines(await loadLines(save.id)), save.title);
  const ready = await findGameFile(save, saved.header);
  const play = resumeGame(await ready.compiled, saved, new LineBuffer(save.title));
  await catchUpInSlices(play.session);
  play.view();
  if (isInStory(save)) cutSession(play.session, save.shownEvents!);
  return play.session;
}
