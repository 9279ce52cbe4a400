/** The section of the player's own game files. */

import { button, h } from "../dom";
import { routeHash } from "../routes";
import { listOwnGames, type OwnGame, ownGameName, removeOwnGame } from "../storage/games";
import { filePicker } from "./fileInput";

/** Create the section of the player's own game files, with an input that adds one. */
export async function ownGamesSection(): Promise<HTMLElement> {
  const own = await listOwnGames().catch(() => []);
  return h(
    "section",
    { "aria-labelledby": "own" },
    h("h2", { id: "own" }, "A game from a file"),
    h(
      "p",
      {},
      "A game that somebody gave you, ",
      h("code", {}, "NAME.bombsight"),
      ", or made by ",
      h("code", {}, "bombsight compile GAME --site"),
      ", can be dropped onto this page, or picked here. It stays in this browser.",
    ),
    h("div", { class: "field" }, h("label", { for: "own-file" }, "Game file"), filePicker("own-file", "game")),
    own.length > 0 && h("ul", { class: "cards" }, ...own.map(ownGameCard)),
  );
}

/** Create a card that links to a player's own game file, with a button that removes it. */
function ownGameCard({ digest, game, title, over, release }: OwnGame): HTMLElement {
  const link = h("a", { class: "cover", href: routeHash({ at: "game", game: ownGameName(digest) }) }, title);
  const removeButton = button("Remove", () => void removeOwnGame(digest).then(() => card.remove()), {
    class: "quiet above",
    "aria-label": `Remove ${[title, over].filter(Boolean).join(", ")}`,
  });
  const card = h(
    "li",
    { class: "card" },
    h("h3", {}, link),
    h("p", { class: "faint" }, [over ?? game, release].filter(Boolean).join(", ")),
    removeButton,
  );
  return card;
}
