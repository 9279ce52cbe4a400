/** The dialog for renaming persons and things. */

import type { NamedThing } from "../../play/ownNames";
import { openDialog } from "../dialogs";
import { button, h } from "../dom";
import type { GameController } from "./gameController";

/** Maximum characters of a name. */
const MAX_LENGTH = 60;

const ALONE_TEXT =
  "Names are only shown: dice and story stay what they are. What was told by the old name is told by the new one.";

/** Open a dialog that lists all names of persons and things in a game, with inputs for new ones. */
export function namesDialog(controller: GameController): void {
  const { play } = controller;
  openNamesDialog(play.namedThings(), ALONE_TEXT, (renamed) => {
    void controller
      .perform(() => renamed.forEach(([thing, name]) => void play.renameThing(thing, name)))
      .then(() => renamed.length > 0 && controller.retell());
  });
}

/** Open a dialog that lists persons and things with inputs for new names; `take` gets the changed names. */
export function openNamesDialog(
  things: readonly NamedThing[],
  about: string,
  take: (renamed: readonly (readonly [thing: NamedThing, name: string])[]) => void,
): void {
  const fields = things.map((thing) => ({
    thing,
    input: h("input", {
      type: "text",
      id: `name-${thing.of}-${thing.number}`,
      value: thing.name,
      autocomplete: "off",
      maxlength: MAX_LENGTH,
    }),
  }));
  /** Close the dialog, and pass on the changed names. */
  const takeNames = (): void => {
    dialog.close();
    const changed = fields.map(({ thing, input }) => [thing, input.value.trim()] as const);
    take(changed.filter(([thing, name]) => name !== "" && name !== thing.name));
  };
  const dialog = openDialog(
    "Names",
    [
      h("p", { class: "faint" }, about),
      fields.length === 0 && h("p", {}, "Nobody has a name here."),
      ...fields.map(({ thing, input }) => h("p", { class: "field" }, h("label", { for: input.id }, thing.what), input)),
    ],
    { actions: [button("Take these names", takeNames, { class: "main" })] },
  );
}
