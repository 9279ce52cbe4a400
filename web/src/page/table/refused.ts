/** A save that is refused, since rules or story are not what they were: one is told, and may go on all the same. */

import type { Refused } from "../../session/records";
import { button, h, sentence } from "../dom";
import type { Save } from "../keeping/saves";
import { exportSave } from "../looking/exporting";
import { hashOf } from "../routes";
import type { Screen } from "../shell";

/** The screen of a save that is refused. */
export function refusedScreen(save: Save, error: Refused): Screen {
  return {
    title: save.title,
    kind: "plain",
    body: [
      h("h1", {}, save.title),
      h("p", {}, `${save.what} · ${save.standing}`),
      h("p", { role: "alert" }, sentence(error)),
      h("p", { class: "faint" }, "Played on, its dice and answers count as far as they fit the rules that are here."),
      h(
        "p",
        { class: "ways" },
        playAnyway(save),
        button("Save as a file", () => void exportSave(save)),
      ),
    ],
  };
}

/** The way to go on with a save all the same. */
export function playAnyway(save: Save): HTMLElement {
  return h("a", { class: "main", href: hashOf({ at: "play", save: save.id, force: true }) }, "Play on all the same");
}
