/** The terms of a table, as a guest reads them before he plays. */

import type { Seated } from "../../seat/classes";
import { diceWarning } from "../../seat/seatGame";
import { button, type Child, h } from "../dom";
import type { SeatController } from "./seatController";

/** How many digits of the rules' hash are shown. */
const HASH_DIGITS = 12;

/** Render what a player should know before he plays, folded once the game goes on. */
export function termsElement(controller: SeatController, isOpen: boolean): HTMLElement {
  const { seated } = controller.game;
  const warning = diceWarning(seated);
  const { isReferee } = controller.game;
  return h(
    "details",
    { class: "fold recalled", open: isOpen },
    h("summary", {}, `You are ${controller.game.ownTitle}`, h("small", { class: "faint" }, "before you play")),
    h(
      "div",
      { class: "inside" },
      ...seated.about.map((paragraph) => h("p", { class: "telling" }, paragraph)),
      warning && h("p", { class: "caution" }, warning),
      seated.hasReferee && !isReferee && h("p", { class: "caution" }, REFEREE_TEXT),
      isReferee &&
        h("p", {}, "You see everything, what is hidden too. You are asked nothing, and can say nothing here."),
      location.protocol === "http:" && !isLoopback() && h("p", { class: "caution" }, UNENCRYPTED_TEXT),
      termList(seated),
      !isReferee && h("p", { class: "faint" }, FILE_TEXT),
      h(
        "p",
        { class: "ways" },
        button("Keep my seat's file", () => controller.record.keepSeatFile()),
      ),
    ),
  );
}

const REFEREE_TEXT = "A referee watches: he sees everything, what is hidden too, and can say nothing here.";

const UNENCRYPTED_TEXT =
  "The line between you is not encrypted: whoever sits on its way can read and change what is told and answered.";

const FILE_TEXT =
  "Your seat is kept in this browser. To go on in another one, or at another address of the same table, take its file " +
  "along. While the game goes on, let nobody else read it: it holds your shares of the dice to come. This page comes " +
  "from the host; whoever wants a proof that it does as it should joins with a program of his own.";

/** Render the terms of a table as a list. */
export function termList(seated: Seated): Child {
  const rows: [string, string][] = [
    ["Played", seated.entry === "career" ? "campaign" : ["mission", ...seated.args].join(" ")],
    ...(seated.inForce.length > 0 ? [["In force", seated.inForce.join("; ")] as [string, string]] : []),
    ["Dice", seated.dice === "own" ? "each player's own" : "thrown by the program"],
    ["Rules", seated.rules.slice(0, HASH_DIGITS)],
    ["At the table", seated.seats.map(({ title }) => title).join(", ")],
  ];
  return h(
    "dl",
    { class: "terms" },
    ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** Whether the page comes from this machine. */
function isLoopback(): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
}
