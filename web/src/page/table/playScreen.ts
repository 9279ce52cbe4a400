/** The screen of a game in play, in one tab at a time. */

import { InputError } from "../../errors";
import { resumeGame } from "../../play/start";
import { SaveRefused } from "../../session/rulesIdentity";
import { LineBuffer } from "../../session/sessionLog";
import { catchUpInSlices } from "../archive/replaySave";
import { readSave } from "../archive/slicedWork";
import { button, h } from "../dom";
import type { Screen } from "../shell";
import { findGameFile } from "../storage/gameFiles";
import { storeSave } from "../storage/games";
import { encodeLines, loadSave, lockSave, type Save, type SaveWithLines } from "../storage/saves";
import { GameController } from "./gameController";
import { announceNewerRules } from "./newerRules";
import { refusedScreen } from "./refusedSave";

/** Build the screen that plays a save, by its id. Throws an {@link InputError} if there is none, or it cannot go on. */
export async function playScreen(id: string): Promise<Screen> {
  const release = await lockSave(id);
  try {
    const stored = await loadSave(id);
    if (stored === undefined) throw new InputError("there is no such save in this browser");
    return release === null ? openElsewhereScreen(stored.save) : await lockedSaveScreen(stored, release);
  } catch (error) {
    release?.();
    throw error;
  }
}

/** Build the screen that plays a save locked by this tab; `release` unlocks the save when the player leaves. */
async function lockedSaveScreen({ save, lines }: SaveWithLines, release: () => void): Promise<Screen> {
  const writer = new LineBuffer(save.title);
  const saved = await readSave(encodeLines(lines), save.title);
  try {
    const ready = await findGameFile(save, saved.header);
    const until = save.until || undefined;
    const play = resumeGame(await ready.compiled, saved, writer, "person", { until });
    await catchUpInSlices(play.session);
    const current = ready.digest === save.digest ? save : await storeSave(ready, save, []);
    const controller = new GameController(current, lines, ready, play, writer);
    await controller.start();
    return {
      title: save.title,
      kind: "playing",
      bar: controller.bar.element,
      body: controller.element,
      onShown: () => {
        controller.onShown();
        void announceNewerRules(controller);
      },
      onLeave: () => {
        controller.leave();
        release();
      },
    };
  } catch (error) {
    if (!(error instanceof SaveRefused)) throw error;
    release();
    return refusedScreen(save, error);
  }
}

/** Build the screen that says that a save is being played in another tab. */
function openElsewhereScreen(save: Save): Screen {
  const again = button("Try again", () => dispatchEvent(new HashChangeEvent("hashchange")), { class: "main" });
  return {
    title: save.title,
    kind: "plain",
    body: [
      h("h1", {}, save.title),
      h(
        "p",
        {},
        "This game is open in another tab or window. It can be played in one place at a time: close it there, then go on here.",
      ),
      h("p", {}, again),
    ],
  };
}
