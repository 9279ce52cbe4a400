/** The screen of a game that is played, in one tab at a time. */

import { InputError } from "../../errors";
import { resume } from "../../play/opening";
import { Unwritten } from "../../session/ledger";
import { Refused } from "../../session/records";
import { parseSave } from "../../session/saved";
import { button, h } from "../dom";
import { keptReady } from "../keeping/games";
import { held, linesOf, type Save, saveOf } from "../keeping/saves";
import type { Screen } from "../shell";
import { refusedScreen } from "./refused";
import { Seat } from "./seat";

/**
 * The screen of a save that is played; `force` to go on although it was told by other rules, or edited.
 *
 * Throws an {@link InputError} where there is none, or it cannot be gone on with.
 */
export async function playScreen(id: string, force = false): Promise<Screen> {
  const save = await saveOf(id);
  if (!save) throw new InputError("there is no such save in this browser");
  const release = await held(id);
  if (release === null) return elsewhere(save);
  try {
    const ready = await keptReady(save.digest);
    if (ready === null) throw new InputError("the game file that this save is played by is no longer kept here");
    const keeper = new Unwritten(save.title);
    const text = new TextEncoder().encode((await linesOf(id)).map((line) => `${line}\n`).join(""));
    const play = resume(await ready.compiled, parseSave(text, save.title), keeper, "person", {
      force,
      until: save.until || undefined,
    });
    const seat = new Seat(save, ready, play, keeper);
    return {
      title: save.title,
      kind: "playing",
      bar: seat.bar.element,
      body: seat.element,
      shown: () => void seat.sit(),
      leave: () => {
        seat.leave();
        release();
      },
    };
  } catch (error) {
    release();
    if (error instanceof Refused) return refusedScreen(save, error);
    throw error;
  }
}

function elsewhere(save: Save): Screen {
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
