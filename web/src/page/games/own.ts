/** Game files of a player's own. */

import { button, h } from "../dom";
import { dropOwn, type OwnGame, ownGames, ownName } from "../keeping/games";
import { hashOf } from "../routes";
import { picker } from "./taking";

/** The game files that were put here, and where to put another. */
export async function ownSection(): Promise<HTMLElement> {
  const own = await ownGames().catch(() => []);
  return h(
    "section",
    { "aria-labelledby": "own" },
    h("h2", { id: "own" }, "A game file of your own"),
    h(
      "p",
      {},
      "A game with your own rules, made by ",
      h("code", {}, "bombsight compile GAME --site"),
      ", can be dropped onto this page, or picked here. It stays in this browser.",
    ),
    h("div", { class: "field" }, h("label", { for: "own-file" }, "Game file"), picker("own-file")),
    own.length > 0 && h("ul", { class: "cards" }, ...own.map(ownCard)),
  );
}

function ownCard({ digest, game, title, over }: OwnGame): HTMLElement {
  const link = h("a", { class: "cover", href: hashOf({ at: "game", game: ownName(digest) }) }, title);
  const gone = button("Remove", () => void dropOwn(digest).then(() => made.remove()), {
    class: "quiet above",
    "aria-label": `Remove ${[title, over].filter(Boolean).join(", ")}`,
  });
  const made = h("li", { class: "card" }, h("h3", {}, link), h("p", { class: "faint" }, over ?? game), gone);
  return made;
}
