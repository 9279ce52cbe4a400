/** The screen of a game that is played, in one tab at a time. */

import { InputError } from "../../errors";
import { resume } from "../../play/opening";
import { Unwritten } from "../../session/ledger";
import { Refused } from "../../session/records";
import { parseSave } from "../../session/saved";
import { button, h } from "../dom";
import { keptReady } from "../keeping/games";
import { held, type Save, type Whole, whole } from "../keeping/saves";
import type { Screen } from "../shell";
import { refusedScreen } from "./refused";
import { Seat } from "./seat";

/**
 * The screen of a save that is played; `force` to go on although it was told by other rules, or edited.
 *
 * Throws an {@link InputError} where there is none, or it cannot be gone on with.
 */
export async function playScreen(id: string, force = false): Promise<Screen> {
  const release = await held(id);
  try {
    const kept = await whole(id);
    if (kept === undefined) throw new InputError("there is no such save in this browser");
    return release === null ? elsewhere(kept.save) : await seated(kept, force, release);
  } catch (error) {
    release?.();
    throw error;
  }
}

/** The screen of a save that is held; `release` lets it go. What stands there first is ready before it is shown. */
async function seated({ save, lines }: Whole, force: boolean, release: () => void): Promise<Screen> {
  const ready = await keptReady(save.digest);
  if (ready === null) throw new InputError("the game file that this save is played by is no longer kept here");
  const keeper = new Unwritten(save.title);
  const text = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  try {
    const until = save.until || undefined;
    const play = resume(await ready.compiled, parseSave(text, save.title), keeper, "person", { force, until });
    const seat = new Seat(save, ready, play, keeper);
    await seat.come();
    return {
      title: save.title,
      kind: "playing",
      bar: seat.bar.element,
      body: seat.element,
      shown: () => seat.sit(),
      leave: () => {
        seat.leave();
        release();
      },
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    release();
    return refusedScreen(save, error);
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
