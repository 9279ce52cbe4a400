/** The screen of a game: its description, start and saves. */

import { h } from "../dom";
import { routeHash } from "../routes";
import type { Screen } from "../shell";
import { listSaves } from "../storage/saves";
import { findGame } from "./availableGames";
import { saveCard, splitParagraphs } from "./home";

/** Build the screen of a game, by its name in an address: its description, start and saves. */
export async function gameScreen(name: string): Promise<Screen> {
  const game = await findGame(name);
  const gameSaves = (await listSaves().catch(() => [])).filter((save) => save.place === name);
  void game.editions[0]?.ready().catch(() => null);
  return {
    title: game.title,
    kind: "plain",
    body: [
      h("h1", {}, game.title),
      game.release && h("p", { class: "faint" }, game.release),
      ...splitParagraphs(game.about).map((text) => h("p", { class: "telling" }, text)),
      game.editions.length === 1 &&
        game.editions[0]!.name &&
        h("p", {}, `Laid over these rules: ${game.editions[0]!.name}.`),
      h(
        "p",
        { class: "ways" },
        h("a", { class: "main", href: routeHash({ at: "new", game: name }) }, "New game"),
        game.hasPages && h("a", { href: `../${encodeURIComponent(name)}/index.html` }, "Its rules and tables"),
      ),
      gameSaves.length > 0 && [h("h2", {}, "Saves"), h("ul", { class: "cards" }, ...gameSaves.map(saveCard))],
    ],
  };
}
