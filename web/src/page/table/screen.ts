/** The screen of a game that is played, in one tab at a time. */

import { InputError } from "../../errors";
import { resume } from "../../play/opening";
import { Refused } from "../../session/identity";
import { Unwritten } from "../../session/ledger";
import { button, h } from "../dom";
import { keepPlayed } from "../keeping/games";
import { playerOf } from "../keeping/players";
import { bytesOf, held, type Save, type Whole, whole } from "../keeping/saves";
import { catchUp } from "../looking/played";
import { readSave } from "../looking/reading";
import type { Screen } from "../shell";
import { tellOfNewer } from "./newer";
import { refusedScreen } from "./refused";
import { Seat } from "./seat";

/** The screen of a save that is played. Throws an {@link InputError} where there is none, or it cannot be gone on with. */
export async function playScreen(id: string): Promise<Screen> {
  const release = await held(id);
  try {
    const kept = await whole(id);
    if (kept === undefined) throw new InputError("there is no such save in this browser");
    return release === null ? elsewhere(kept.save) : await seated(kept, release);
  } catch (error) {
    release?.();
    throw error;
  }
}

/** The screen of a save that is held; `release` lets it go. What stands there first is ready before it is shown. */
async function seated({ save, lines }: Whole, release: () => void): Promise<Screen> {
  const keeper = new Unwritten(save.title);
  const saved = await readSave(bytesOf(lines), save.title);
  try {
    const ready = await playerOf(save, saved.header);
    const until = save.until || undefined;
    const play = resume(await ready.compiled, saved, keeper, "person", { until });
    await catchUp(play.session);
    const now = ready.digest === save.digest ? save : await keepPlayed(ready, save, []);
    const seat = new Seat(now, lines, ready, play, keeper);
    await seat.come();
    return {
      title: save.title,
      kind: "playing",
      bar: seat.bar.element,
      body: seat.element,
      shown: () => {
        seat.sit();
        void tellOfNewer(seat);
      },
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
