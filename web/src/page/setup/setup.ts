/** Before a game: what is played, by which rules, with which dice and names. The game is made ready meanwhile. */

import { begin } from "../../play/opening";
import { played } from "../../session/entry";
import { Unwritten } from "../../session/ledger";
import { h, sentence } from "../dom";
import { type Offered, offered } from "../games/offered";
import { hold } from "../keeping/database";
import { keepPlayed, type Ready } from "../keeping/games";
import { newId, type Save } from "../keeping/saves";
import { prefer } from "../preferences";
import { hashOf } from "../routes";
import { notify, type Screen } from "../shell";
import { takeOver } from "./draft";
import { radios } from "./fields";
import { gameFields } from "./game";

/** The screen before a game. */
export async function setupScreen(name: string): Promise<Screen> {
  const game = await offered(name);
  const place = h("div", {});
  const editions = radios(
    "edition",
    "Rules",
    game.editions.map((edition, at) => [String(at), edition.name || "as they come"]),
    "0",
    () => void load(),
  );
  let coming = 0;
  let filled: HTMLFormElement | null = null;
  async function load(): Promise<void> {
    const number = ++coming;
    const edition = game.editions[Number(editions.now())]!;
    place.replaceChildren(h("p", { class: "faint", role: "status" }, "Making the game ready …"));
    try {
      const ready = await edition.ready();
      if (number !== coming) return;
      const next = form(game, edition.name, ready);
      if (filled) takeOver(filled, next);
      filled = next;
      place.replaceChildren(next);
    } catch (error) {
      if (number === coming) place.replaceChildren(h("p", { role: "alert" }, sentence(error)));
    }
  }
  void load();
  return {
    title: `New game: ${game.title}`,
    kind: "plain",
    body: [h("h1", {}, game.title), game.editions.length > 1 && editions.element, place],
  };
}

function form(game: Offered, edition: string, ready: Ready): HTMLFormElement {
  const fields = gameFields(ready.game);
  const wrong = h("p", { role: "alert" });
  // The press is taken before the browser gathers what is to be sent, for nothing is: Enter in a field presses it, too.
  const start = h("button", { type: "submit", class: "main", onclick: (event) => void begun(event) }, "Begin");
  async function begun(event: Event): Promise<void> {
    event.preventDefault();
    start.disabled = true;
    wrong.textContent = "";
    try {
      const chosen = fields.preferences();
      if (chosen) prefer(chosen);
      await beginGame(game, edition, ready, fields.opening());
    } catch (error) {
      wrong.textContent = sentence(error);
      start.disabled = false;
    }
  }
  return h("form", { novalidate: true }, ...fields.elements, h("div", { class: "start" }, start, wrong));
}

type Opening = Parameters<typeof begin>[1];

/** Begin a game, keep it, and go to it. */
async function beginGame(game: Offered, edition: string, ready: Ready, opening: Opening): Promise<void> {
  const keeper = new Unwritten(game.title);
  const { header } = begin(await ready.compiled, { ...opening, snapshot: ready.game.head.snapshot }, keeper).session;
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place: game.name,
    title: game.title,
    digest: ready.digest,
    what: [played(header.entry, header.args), edition].filter((each) => each).join(", "),
    standing: "Not yet begun",
    isOver: false,
    until: opening.until ?? "",
    begun: now,
    played: now,
    lines: 0,
  };
  await keepPlayed(ready, save, keeper.take());
  void hold();
  if (!("locks" in navigator)) notify("This browser cannot tell whether a game is open in two tabs: play it in one.");
  location.hash = hashOf({ at: "play", save: save.id });
}
