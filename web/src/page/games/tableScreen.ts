/** The screen of a table: its card, with a field for dice of one's own, as it counts in a game that was begun. */

import { InputError } from "../../errors";
import { openSave } from "../archive/replaySave";
import { h } from "../dom";
import { routeHash } from "../routes";
import type { Screen } from "../shell";
import { isKnownOver, listSaves } from "../storage/saves";
import { cardWithDice } from "../table/cardRollView";
import { tableLinks } from "../table/tableLinks";
import { findGame } from "./availableGames";

/** Build the screen of the table with an id, of a game by its name in an address. */
export async function tableScreen(name: string, table: string): Promise<Screen> {
  const game = await findGame(name);
  const save = (await listSaves().catch(() => [])).find((each) => each.place === name && !isKnownOver(each));
  const begun = save && (await openSave(save).catch(() => null)); // its rules may be gone, or others by now
  const ready = begun?.ready ?? (await game.editions[0]!.ready());
  const card = ready.game.cards().tables.find(({ id }) => id === table);
  if (card === undefined) throw new InputError(`${game.title} has no table ${table}`);
  const session = begun?.session ?? null;
  const title = card.title && card.title !== card.id ? `${card.id} ${card.title}` : card.id;
  return {
    title,
    kind: "plain",
    body: [
      h("h1", {}, title),
      save && begun
        ? h(
            "p",
            {},
            "As it stands in ",
            h("a", { href: routeHash({ at: "play", save: save.id }) }, save.title),
            ", the last game that you played.",
          )
        : h("p", {}, "No game is begun that would say what counts."),
      cardWithDice({ program: ready.game.program, session, eventCount: session?.eventCount ?? 0 }, card),
      tableLinks(ready, card.id),
      h("p", { class: "ways" }, h("a", { href: routeHash({ at: "game", game: name }) }, game.title)),
    ],
  };
}
