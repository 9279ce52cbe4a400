/** The screen of all saves in this browser, with their status and actions. */

import { confirmAction } from "../dialogs";
import { button, errorSentence, h, setChildren } from "../dom";
import { filePicker } from "../games/fileInput";
import { formatAgo } from "../games/home";
import { routeHash } from "../routes";
import { announce, type Screen } from "../shell";
import { isEvictable } from "../storage/database";
import { removeUnusedGames } from "../storage/games";
import { deleteSave, describeProgress, describeStanding, listSaves, lockSave, type Save } from "../storage/saves";
import { exportAll, exportSave } from "./exportSaves";
import { shareSave } from "./shareDialog";

const EVICTION_NOTE =
  "This browser does not promise to keep them: it may clear them when space is short, or when the page is not visited for weeks. " +
  "Put what is dear to you into a file now and then.";

/** Build the screen of all saves in this browser. */
export async function savesScreen(): Promise<Screen> {
  const list = h("ul", { class: "rows" });
  const none = h("p", { class: "faint" }, "There are none yet.");
  const passing = (await isEvictable()) && h("p", { class: "faint" }, EVICTION_NOTE);
  const whole = h(
    "p",
    {},
    button("All saves as one file", () => void listSaves().then(exportAll, (error) => announce(errorSentence(error)))),
  );
  /** Load all saves, and show them. */
  async function drawList(): Promise<void> {
    const allSaves = await listSaves();
    none.hidden = allSaves.length > 0;
    whole.hidden = allSaves.length < 2;
    setChildren(list, ...allSaves.map((save) => saveRow(save, () => void drawList())));
  }
  await drawList();
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
      h(
        "div",
        { class: "field" },
        h("label", { for: "save-file" }, "Take saves from a file"),
        filePicker("save-file", "save"),
      ),
    ],
  };
}

/** Create the row of a save in the list, with buttons for its export and removal; `onChange` redraws the list. */
function saveRow(save: Save, onChange: () => void): HTMLElement {
  /** Delete the save if the player confirms it. */
  const confirmRemoval = (): void =>
    confirmAction(
      `Throw away ${save.title}?`,
      `${save.what}; ${describeStanding(save)}. It cannot be brought back.`,
      "Throw it away",
      () => void deleteUnlessPlayed(save).then(onChange),
    );
  return h(
    "li",
    { class: "row" },
    h(
      "div",
      {},
      h("h2", {}, h("a", { href: routeHash({ at: "play", save: save.id }) }, save.title)),
      h("p", {}, describeProgress(save)),
      h(
        "p",
        { class: "faint" },
        `${formatAgo(save.played)} · begun ${new Date(save.begun).toLocaleDateString("en", { dateStyle: "medium" })}`,
      ),
    ),
    h(
      "p",
      { class: "does" },
      h("a", { href: routeHash({ at: "report", save: save.id }) }, "Report"),
      h("a", { href: routeHash({ at: "watch", save: save.id }) }, "Watch"),
      button("As a link", () => void shareSave(save), { "aria-label": `Share ${save.title} as a link` }),
      button("As a file", () => void exportSave(save).catch((error: unknown) => announce(errorSentence(error))), {
        "aria-label": `Save ${save.title} as a file`,
      }),
      button("Throw away", confirmRemoval, { class: "quiet", "aria-label": `Throw away ${save.title}` }),
    ),
  );
}

/** Delete a save, unless another tab plays it and would write further lines. */
async function deleteUnlessPlayed(save: Save): Promise<void> {
  const release = await lockSave(save.id);
  if (release === null) {
    announce(`${save.title} is open in another tab or window: close it there first.`);
    return;
  }
  await deleteSave(save.id);
  release();
  await removeUnusedGames();
}
