/** A save run again, to be told: nothing of it is changed. */

import { InputError } from "../../errors";
import { resume } from "../../play/opening";
import { Unwritten } from "../../session/ledger";
import { parseSave } from "../../session/saved";
import type { Session } from "../../session/session";
import { keptReady } from "../keeping/games";
import { linesOf, type Save } from "../keeping/saves";

/** The session of a save as it stands. Throws an {@link InputError} where it cannot be run again. */
export async function playedAgain(save: Save): Promise<Session> {
  const ready = await keptReady(save.digest);
  if (ready === null) throw new InputError("the game file that this save is played by is no longer kept here");
  const text = (await linesOf(save.id)).map((line) => `${line}\n`).join("");
  const play = resume(
    await ready.compiled,
    parseSave(new TextEncoder().encode(text), save.title),
    new Unwritten(save.title),
  );
  play.view();
  return play.session;
}
