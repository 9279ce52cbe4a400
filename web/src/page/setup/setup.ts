/** The setup screen: mission, edition, dice and names of a new game, which loads meanwhile. */

import { errorSentence, h } from "../dom";
import { type AvailableGame, findGame } from "../games/availableGames";
import { navigateTo } from "../layers";
import { loadPreferences, savePreferences } from "../preferences";
import { routeHash } from "../routes";
import { notify, type Screen } from "../shell";
import { requestPersistence } from "../storage/database";
import type { ReadyGame } from "../storage/games";
import { copyForm } from "./copyForm";
import { radioGroup } from "./fields";
import { gameFields } from "./gameFields";
import { type ChosenStart, storeNewGame } from "./newGame";

/** Build the screen that sets up a new game, by the game's name in an address; the game loads meanwhile. */
export async function setupScreen(name: string): Promise<Screen> {
  const game = await findGame(name);
  const place = h("div", {});
  const editions = radioGroup(
    "edition",
    "Rules",
    game.editions.map((edition, at) => [String(at), edition.name || "as they come"]),
    "0",
    () => void loadForm(),
  );
  let loadCount = 0;
  let shownForm: HTMLFormElement | null = null;
  /** Load the chosen edition, and show its form, filled with the input of the form shown before. */
  async function loadForm(): Promise<void> {
    const number = ++loadCount;
    const edition = game.editions[Number(editions.now())]!;
    place.replaceChildren(h("p", { class: "faint", role: "status" }, "Making the game ready …"));
    try {
      const ready = await edition.ready();
      if (number !== loadCount) return;
      const next = createForm(game, edition.name, ready);
      if (shownForm) copyForm(shownForm, next);
      shownForm = next;
      place.replaceChildren(next);
    } catch (error) {
      if (number === loadCount) place.replaceChildren(h("p", { role: "alert" }, errorSentence(error)));
    }
  }
  void loadForm();
  return {
    title: `New game: ${game.title}`,
    kind: "plain",
    body: [h("h1", {}, game.title), game.editions.length > 1 && editions.element, place],
  };
}

/** Create the form that sets up a new game of a loaded edition. */
function createForm(game: AvailableGame, edition: string, ready: ReadyGame): HTMLFormElement {
  const fields = gameFields(ready.game);
  const wrong = h("p", { role: "alert" });
  // The click is handled before the browser collects form data, which nobody sends; Enter in a field clicks, too.
  const start = h("button", { type: "submit", class: "main", onclick: (event) => void submitForm(event) }, "Begin");
  /** Start the game with the form's values, or show what is wrong with them. */
  async function submitForm(event: Event): Promise<void> {
    event.preventDefault();
    start.disabled = true;
    wrong.textContent = "";
    try {
      const chosen = fields.preferences();
      if (chosen) savePreferences(chosen);
      const { ask } = chosen ?? loadPreferences();
      await beginGame(game, ready, { edition, ask, setup: fields.gameSetup() });
    } catch (error) {
      wrong.textContent = errorSentence(error);
      start.disabled = false;
    }
  }
  const form = h("form", { novalidate: true }, ...fields.elements, h("div", { class: "start" }, start, wrong));
  // Firefox leaves what has the focus partly below the bar with the button.
  form.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
  });
  return form;
}

/** Start a game, store its save, and go to its screen. */
async function beginGame(game: AvailableGame, ready: ReadyGame, chosen: ChosenStart): Promise<void> {
  const save = await storeNewGame(game, ready, chosen);
  void requestPersistence();
  if (!("locks" in navigator)) notify("This browser cannot tell whether a game is open in two tabs: play it in one.");
  navigateTo(routeHash({ at: "play", save: save.id }));
}
