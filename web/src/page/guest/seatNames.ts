/** The names of people and things at a table, which all who may see these can change. */

import { parseOwnName } from "../../engine/names";
import { parseRenaming } from "../../play/ownNames";
import { errorSentence } from "../dom";
import { notify } from "../shell";
import { openNamesDialog } from "../table/namesDialog";
import type { SeatController } from "./seatController";

const TABLE_TEXT =
  "Names are only shown: dice and story stay what they are. All who may see a person or thing read its new name, also in " +
  "what happened before.";

/** Ask the host for the names that the player may see, and show them to be changed. */
export async function namesDialog(controller: SeatController): Promise<void> {
  const { queries, questionView, game } = controller;
  try {
    const { named } = await queries.names();
    openNamesDialog(named, game.isOver ? "The game is over, and all keep their names." : TABLE_TEXT, (renamed) => {
      void change(controller, renamed);
    });
  } catch (error) {
    questionView.showProblem(errorSentence(error));
  }
}

/** Give a person or thing another name by a typed text: whom, then the new name. */
export async function rename(controller: SeatController, text: string): Promise<void> {
  const { queries, questionView } = controller;
  try {
    const [thing, name] = parseRenaming(text.split(/\s+/).filter(Boolean), (await queries.names()).named);
    await change(controller, [[thing, name]]);
  } catch (error) {
    questionView.showProblem(errorSentence(error));
  }
}

/** Have the host change names, one by one. */
async function change(
  controller: SeatController,
  renamed: Parameters<Parameters<typeof openNamesDialog>[2]>[0],
): Promise<void> {
  const { queries, questionView, states } = controller;
  try {
    for (const [{ of, number, what }, name] of renamed) {
      await queries.rename({ document: "rename", of, number, name: parseOwnName(name) });
      notify(`${what}: ${name}`);
    }
    states.clear();
    controller.showState();
  } catch (error) {
    questionView.showProblem(errorSentence(error));
  }
}
