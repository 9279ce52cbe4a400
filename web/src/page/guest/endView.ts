/** The end of a game at a seat: who gave it up, what was revealed, and how to check it. */

import { pluralize } from "../../listing";
import type { Revealed } from "../../seat/classes";
import { capitalizeFirst } from "../../text";
import { button, type Child, h } from "../dom";
import type { SeatController } from "./seatController";

/** Render the end of a game. */
export function endContent(controller: SeatController): readonly Child[] {
  const { game } = controller;
  const { revealed } = game;
  const title = revealed?.void ? "The game is void" : revealed?.givenUp ? "The game was given up" : "The game is over";
  return [
    h("h2", { id: "prompt" }, title),
    revealed !== null && describeEnd(controller, revealed),
    revealed === null
      ? h("p", { class: "faint" }, "What was hidden has not come from the host yet.")
      : [
          h(
            "p",
            {},
            "All that was hidden is revealed: the host's secret, every answer, and the whole record. ",
            "Whoever has the game can check that nobody cheated. Keep both files in one folder, then:",
          ),
          h("code", { class: "command", tabindex: 0 }, `bombsight verify ${controller.record.fileName("seat")}`),
          h("p", {}, "To watch it there with all cards up:"),
          h(
            "code",
            { class: "command", tabindex: 0 },
            `bombsight replay ${controller.record.fileName("seat")} --watch`,
          ),
        ],
    h(
      "p",
      { class: "ways" },
      button("Keep my seat's file", () => controller.record.keepSeatFile(), { class: "main" }),
      revealed !== null && button("Keep what was revealed", () => controller.record.keepRevealed()),
      button("Back through the story", () => controller.history.step(-1), { class: "quiet" }),
    ),
    revealed !== null && revealedDetails(controller, revealed),
  ];
}

/** Describe who ended the game before its end; nothing if it came to its end. */
function describeEnd({ game }: SeatController, { givenUp, void: by }: Revealed): Child {
  /** Name a player at the beginning of a sentence. */
  const who = (seat: string): string => (seat === game.seated.seat ? "You" : capitalizeFirst(game.titleOf(seat)));
  if (by) return h("p", {}, `${who(by)} gave no share of the dice, or a wrong one: that makes a game void.`);
  return givenUp && h("p", {}, `${who(givenUp)} gave the game up.`);
}

/** Render what was revealed, folded: the secret, and who answered how often. */
function revealedDetails({ game }: SeatController, { key, moves, save }: Revealed): Child {
  const counts = game.seated.seats.map(({ name, title }): [string, string] => [
    title,
    pluralize(moves.filter(({ seat }) => seat === name).length, "answer"),
  ]);
  const rows: [string, string][] = [
    ["The host's secret", key],
    ...counts,
    ["The record", pluralize(save.length, "line")],
  ];
  return h(
    "details",
    { class: "fold" },
    h("summary", {}, "What was revealed"),
    h(
      "div",
      { class: "inside" },
      h("dl", { class: "terms" }, ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    ),
  );
}
