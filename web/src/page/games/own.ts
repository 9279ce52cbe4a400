/** Game files of a player's own: picked, or dropped anywhere onto the page. */

import { button, h, sentence } from "../dom";
import { addGame, dropOwn, type OwnGame, ownGames, ownName } from "../keeping/games";
import { importSave } from "../looking/exporting";
import { hashOf } from "../routes";
import { notify } from "../shell";

/** The game files that were put here, and where to put another. */
export async function ownSection(): Promise<HTMLElement> {
  const own = await ownGames().catch(() => []);
  const pick = h("input", { type: "file", id: "own-file", onchange: () => void taken(pick.files) });
  return h(
    "section",
    { "aria-labelledby": "own", class: "own" },
    h("h2", { id: "own" }, "A game file of your own"),
    h(
      "p",
      {},
      "A game with your own rules, made by ",
      h("code", {}, "bombsight compile GAME --site"),
      ", can be dropped onto this page, or picked here. It stays in this browser.",
    ),
    h("p", {}, h("label", { class: "pick", for: "own-file" }, "Game file"), " ", pick),
    own.length > 0 && h("ul", { class: "cards" }, ...own.map(ownCard)),
  );
}

function ownCard({ digest, game, title }: OwnGame): HTMLElement {
  const link = h("a", { class: "cover", href: hashOf({ at: "game", game: ownName(digest) }) }, title);
  const gone = button("Remove", () => void dropOwn(digest).then(() => made.remove()), {
    class: "quiet above",
    "aria-label": `Remove ${title}`,
  });
  const made = h("li", { class: "card" }, h("h3", {}, link), h("p", { class: "faint" }, game), gone);
  return made;
}

/** Take files that are dropped anywhere onto the page. */
export function dropAnywhere(): void {
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    void taken(event.dataTransfer?.files ?? null);
  });
}

async function taken(files: FileList | null): Promise<void> {
  const file = files?.[0];
  if (!file) return;
  try {
    if (isSave(file)) {
      const save = await importSave(file);
      location.hash = hashOf({ at: "play", save: save.id });
      return;
    }
    const { digest, title } = await addGame(file);
    notify(`${title} is kept in this browser.`);
    location.hash = hashOf({ at: "game", game: ownName(digest) });
  } catch (error) {
    notify(sentence(error));
  }
}

/** Whether a file is meant for a save: those of games end with `.game`. */
function isSave(file: File): boolean {
  return !file.name.endsWith(".game");
}
