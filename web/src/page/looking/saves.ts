/** All saves in this browser: where each stands, and what can be done with it. */

import { sure } from "../dialogs";
import { button, fill, h, sentence } from "../dom";
import { ago } from "../games/home";
import { dropUnused } from "../keeping/games";
import { dropSave, type Save, saves } from "../keeping/saves";
import { hashOf } from "../routes";
import { notify, type Screen } from "../shell";
import { exportSave, importSave } from "./exporting";

/** The screen of all saves. */
export async function savesScreen(): Promise<Screen> {
  const list = h("ul", { class: "rows" });
  const none = h("p", { class: "faint" }, "There are none yet.");
  async function draw(): Promise<void> {
    const kept = await saves();
    none.hidden = kept.length > 0;
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
      list,
      none,
      picker(),
    ],
  };
}

function row(save: Save, changed: () => void): HTMLElement {
  const gone = (): void =>
    sure(
      `Throw away ${save.title}?`,
      `${save.what}; ${save.standing}. It cannot be brought back.`,
      "Throw it away",
      () => {
        void dropSave(save.id).then(dropUnused).then(changed);
      },
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
      button("As a file", () => void exportSave(save), { "aria-label": `Save ${save.title} as a file` }),
      button("Throw away", gone, { class: "quiet", "aria-label": `Throw away ${save.title}` }),
    ),
  );
}

function picker(): HTMLElement {
  const input = h("input", { type: "file", id: "save-file", onchange: () => void take() });
  async function take(): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const save = await importSave(file);
      location.hash = hashOf({ at: "play", save: save.id });
    } catch (error) {
      notify(sentence(error));
    }
  }
  return h("div", { class: "field" }, h("label", { for: "save-file" }, "Take a save from a file"), input);
}
