/** All saves in this browser: where each stands, and what can be done with it. */

import { sure } from "../dialogs";
import { button, fill, h, sentence } from "../dom";
import { ago } from "../games/home";
import { picker } from "../games/taking";
import { isPassing } from "../keeping/database";
import { dropUnused } from "../keeping/games";
import { dropSave, held, type Save, saves } from "../keeping/saves";
import { hashOf } from "../routes";
import { announce, type Screen } from "../shell";
import { exportAll, exportSave } from "./exporting";

const PASSING =
  "This browser does not promise to keep them: it may clear them when space is short, or when the page is not visited for weeks. " +
  "Put what is dear to you into a file now and then.";

/** The screen of all saves. */
export async function savesScreen(): Promise<Screen> {
  const list = h("ul", { class: "rows" });
  const none = h("p", { class: "faint" }, "There are none yet.");
  const passing = (await isPassing()) && h("p", { class: "faint" }, PASSING);
  const whole = h(
    "p",
    {},
    button("All saves as one file", () => void saves().then(exportAll, (error) => announce(sentence(error)))),
  );
  async function draw(): Promise<void> {
    const kept = await saves();
    none.hidden = kept.length > 0;
    whole.hidden = kept.length < 2;
    fill(list, ...kept.map((save) => row(save, () => void draw())));
  }
  await draw();
  return {
    title: "Saves",
    kind: "plain",
    body: [
      h("h1", {}, "Saves"),
      h(
        "p",
        {},
        "Every answer is stored in this browser as it is given. A save put into a file can be taken up elsewhere: in another browser, or by ",
        h("code", {}, "bombsight resume"),
        ".",
      ),
      passing,
      list,
      none,
      whole,
      h("div", { class: "field" }, h("label", { for: "save-file" }, "Take saves from a file"), picker("save-file")),
    ],
  };
}

function row(save: Save, changed: () => void): HTMLElement {
  const gone = (): void =>
    sure(
      `Throw away ${save.title}?`,
      `${save.what}; ${save.standing}. It cannot be brought back.`,
      "Throw it away",
      () => void thrownAway(save).then(changed),
    );
  return h(
    "li",
    { class: "row" },
    h(
      "div",
      {},
      h("h2", {}, h("a", { href: hashOf({ at: "play", save: save.id }) }, save.title)),
      h("p", {}, `${save.what} · ${save.standing}`),
      h(
        "p",
        { class: "faint" },
        `${ago(save.played)} · begun ${new Date(save.begun).toLocaleDateString("en", { dateStyle: "medium" })}`,
      ),
    ),
    h(
      "p",
      { class: "does" },
      h("a", { href: hashOf({ at: "report", save: save.id }) }, "Report"),
      button("As a file", () => void exportSave(save).catch((error: unknown) => announce(sentence(error))), {
        "aria-label": `Save ${save.title} as a file`,
      }),
      button("Throw away", gone, { class: "quiet", "aria-label": `Throw away ${save.title}` }),
    ),
  );
}

/** Throw a save away, unless another tab plays it: that would write on behind what is no longer there. */
async function thrownAway(save: Save): Promise<void> {
  const release = await held(save.id);
  if (release === null) {
    announce(`${save.title} is open in another tab or window: close it there first.`);
    return;
  }
  await dropSave(save.id);
  release();
  await dropUnused();
}
