/** The screen of a refused save, whose rules or story differ, with a link to its migration. */

import { WorkLimitExceeded } from "../../engine/fuel";
import { SaveRefused } from "../../session/rulesIdentity";
import { exportRules, exportSave } from "../archive/exportSaves";
import { button, errorSentence, h } from "../dom";
import { routeHash } from "../routes";
import type { Screen } from "../shell";
import { describeProgress, type Save } from "../storage/saves";

/** Build the screen of a save that cannot be played by the rules here, with a link to its migration. */
export function refusedScreen(save: Save, error: SaveRefused): Screen {
  return {
    title: save.title,
    kind: "plain",
    body: [
      h("h1", {}, save.title),
      h("p", {}, describeProgress(save)),
      h("p", { role: "alert" }, errorSentence(error)),
      h("p", { class: "ways" }, rulesLink(save), ...exportButtons(save)),
    ],
  };
}

/** Create the link to a save's migration preview, which changes nothing. */
export function rulesLink(save: Save): HTMLElement {
  return h("a", { class: "main", href: routeHash({ at: "rules", save: save.id }) }, "See how far it holds");
}

/** Create the link to a way out of an error: the migration preview, or the game file's removal; null for none. */
export function recoveryLink(save: Save, error: unknown): HTMLElement | null {
  if (error instanceof SaveRefused) return rulesLink(save);
  return error instanceof WorkLimitExceeded ? h("a", { class: "main", href: "#/" }, "To the games") : null;
}

/** Create the buttons that export a save and its rules. */
export function exportButtons(save: Save): readonly HTMLElement[] {
  return [
    button("Save as a file", () => void exportSave(save)),
    button("Its rules as a file", () => void exportRules(save)),
  ];
}
