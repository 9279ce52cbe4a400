/** The dialog for renaming persons and things. */

import { openDialog } from "../dialogs";
import { button, h } from "../dom";
import type { GameController } from "./gameController";

/** Open a dialog that lists all names of persons and things, with inputs for new ones. */
export function namesDialog(controller: GameController): void {
  const fields = controller.play.namedThings().map((who) => ({
    who,
    input: h("input", {
      type: "text",
      id: `name-${who.of}-${who.number}`,
      value: who.name,
      autocomplete: "off",
      maxlength: 60,
    }),
  }));
  /** Close the dialog, and apply the changed names to the game and its story. */
  const applyNames = (): void => {
    dialog.close();
    const changed = fields.filter(({ who, input }) => input.value.trim() !== "" && input.value.trim() !== who.name);
    void controller
      .perform(() => changed.forEach(({ who, input }) => void controller.play.renameThing(who, input.value)))
      .then(() => changed.length > 0 && controller.retell());
  };
  const dialog = openDialog(
    "Names",
    [
      h(
        "p",
        { class: "faint" },
        "Names are only shown: dice and story stay what they are. What was told by the old name is told by the new one.",
      ),
      fields.length === 0 && h("p", {}, "Nobody has a name here."),
      ...fields.map(({ who, input }) => h("p", { class: "field" }, h("label", { for: input.id }, who.what), input)),
    ],
    { actions: [button("Take these names", applyNames, { class: "main" })] },
  );
}
