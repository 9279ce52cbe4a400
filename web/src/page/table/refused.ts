/** A save that is refused, since rules or story are not what they were: one is told, and may see how far it holds. */

import { WorkedTooLong } from "../../engine/fuel";
import { Refused } from "../../session/identity";
import { button, h, sentence } from "../dom";
import type { Save } from "../keeping/saves";
import { exportRules, exportSave } from "../looking/exporting";
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
      h("p", { class: "ways" }, linkToRules(save), ...waysOut(save)),
    ],
  };
}

/** The way to what would become of a save by the rules that are here; nothing is done on it. */
export function linkToRules(save: Save): HTMLElement {
  return h("a", { class: "main", href: hashOf({ at: "rules", save: save.id }) }, "See how far it holds");
}

/** The way on from where a game cannot go on: to what would become of it by other rules, or to where its file can be
 * removed; null where none is known.
 */
export function wayOn(save: Save, error: unknown): HTMLElement | null {
  if (error instanceof Refused) return linkToRules(save);
  return error instanceof WorkedTooLong ? h("a", { class: "main", href: "#/" }, "To the games") : null;
}

/** The ways to take a save, and its rules, elsewhere. */
export function waysOut(save: Save): readonly HTMLElement[] {
  return [
    button("Save as a file", () => void exportSave(save)),
    button("Its rules as a file", () => void exportRules(save)),
  ];
}
