/** A save that is refused, since rules or story are not what they were: one is told, and may see how far it holds. */

import { WorkLimitExceeded } from "../../engine/fuel";
import { SaveRefused } from "../../session/rulesIdentity";
import { exportRules, exportSave } from "../archive/exportSaves";
import { button, errorSentence, h } from "../dom";
import { routeHash } from "../routes";
import type { Screen } from "../shell";
import type { Save } from "../storage/saves";

/** The screen of a save that is refused. */
export function refusedScreen(save: Save, error: SaveRefused): Screen {
  return {
    title: save.title,
    kind: "plain",
    body: [
      h("h1", {}, save.title),
      h("p", {}, `${save.what} · ${save.standing}`),
      h("p", { role: "alert" }, errorSentence(error)),
      h("p", { class: "ways" }, rulesLink(save), ...exportButtons(save)),
    ],
  };
}

/** The way to what would become of a save by the rules that are here; nothing is done on it. */
export function rulesLink(save: Save): HTMLElement {
  return h("a", { class: "main", href: routeHash({ at: "rules", save: save.id }) }, "See how far it holds");
}

/** The way on from where a game cannot go on: to what would become of it by other rules, or to where its file can be
 * removed; null where none is known.
 */
export function recoveryLink(save: Save, error: unknown): HTMLElement | null {
  if (error instanceof SaveRefused) return rulesLink(save);
  return error instanceof WorkLimitExceeded ? h("a", { class: "main", href: "#/" }, "To the games") : null;
}

/** The ways to take a save, and its rules, elsewhere. */
export function exportButtons(save: Save): readonly HTMLElement[] {
  return [
    button("Save as a file", () => void exportSave(save)),
    button("Its rules as a file", () => void exportRules(save)),
  ];
}
