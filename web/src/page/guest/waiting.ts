/** Words on whom a seat waits for, and who is there. */

import type { Question } from "../../engine/question";
import { joinNames } from "../../listing";
import { answerTitle, displayOrder } from "../../play/answers/answers";
import type { GameAtSeat } from "../../seat/seatGame";
import { capitalizeFirst } from "../../text";
import { h } from "../dom";
import type { SightTarget } from "../table/questionSight";

/** What is known of a seat that waits. */
interface WaitingSeat {
  readonly game: GameAtSeat;
  readonly line: {
    /** Whether the line to the table is open, and the host has answered. */
    readonly isOpen: boolean;
    /** Whether the line has ended for good. */
    readonly hasEnded: boolean;
  };
}

/** Describe for whom a seat waits, in a title and a sentence, which may be empty. */
export function waitingText({ game, line }: WaitingSeat): {
  readonly title: string;
  readonly text: string;
} {
  const { turn, awaitedSeats, presentSeats } = game;
  if (line.hasEnded) return { title: "You do not sit here any more", text: "Nothing can be answered in this tab." };
  if (turn === null) {
    if (awaitedSeats.length > 0) return awaitedText(game);
    return { title: "The game begins as soon as all sit at the table", text: absentText(game) };
  }
  if (game.isSending) {
    if (awaitedSeats.length > 0) return awaitedText(game);
    const text = line.isOpen ? "" : "It is kept here, and is sent as soon as the table answers.";
    return { title: game.thrownAt === null ? "Your answer is on its way" : "Your throw is on its way", text };
  }
  if (awaitedSeats.length > 0) return awaitedText(game);
  const who = capitalizeFirst(game.titleOf(turn.turn));
  const isOwnDice = game.seated.dice === "own";
  if (presentSeats.includes(turn.turn)) return { title: `${who} decides${isOwnDice ? ", or throws" : ""}`, text: "" };
  return {
    title: `${who} is to decide${isOwnDice ? ", or to throw" : ""}`,
    text: `${who} is not at the table just now. You can close this page, and come back.`,
  };
}

/** What stands below the story at a seat: nobody is led to a question that others are asked. */
export function sightTarget({ isOver, isOwnTurn }: GameAtSeat, isAtStop: boolean): SightTarget {
  if (isAtStop) return "stop";
  return isOver ? "end" : isOwnTurn ? "question" : "present";
}

/** Render a question as who only looks on sees it: he answers nothing. */
export function askedOfOther(question: Question): HTMLElement {
  const options = displayOrder(question).map((index) => h("li", {}, answerTitle(question, index)));
  const remarks = question.remarks.map((remark) => h("p", { class: "faint" }, remark));
  return h(
    "div",
    { class: "asked-of-other" },
    h("p", { class: "prompt" }, question.prompt),
    ...remarks,
    h("ul", {}, ...options),
  );
}

/** Describe whose shares of the dice are awaited. */
function awaitedText(game: GameAtSeat): { readonly title: string; readonly text: string } {
  const names = joinNames(game.awaitedSeats.map((seat) => game.titleOf(seat)));
  const absent = game.awaitedSeats.filter((seat) => !game.presentSeats.includes(seat));
  const away = joinNames(absent.map((seat) => game.titleOf(seat)));
  const text = "Each player's program gives its share of them by itself, once it is at the table.";
  return { title: `The dice wait for ${names}`, text: absent.length > 0 ? `${text} Not there now: ${away}.` : "" };
}

/** Describe who is not at the table; empty if all are. */
function absentText(game: GameAtSeat): string {
  const absent = game.seated.seats.filter(({ name }) => !isThere(game, name)).map(({ title }) => title);
  return absent.length > 0 ? `Not there yet: ${joinNames(absent)}.` : "";
}

/** Whether a seat is at the table: the autopilot always is. */
function isThere({ seated, presentSeats }: GameAtSeat, seat: string): boolean {
  return presentSeats.includes(seat) || seated.autos.includes(seat);
}

/** Render who is at the table, and who decides. */
export function companyItems(game: GameAtSeat): HTMLElement[] {
  const { seated, turn } = game;
  return seated.seats.map(({ name, title }) => {
    const there = isThere(game, name);
    const decides = !game.isOver && turn?.turn === name;
    const notes = [
      name === seated.seat ? "you" : seated.autos.includes(name) ? "the autopilot" : there ? "" : "not at the table",
      decides && name !== seated.seat ? "decides" : "",
    ].filter(Boolean);
    const classes = [there && "there", decides && "decides"].filter(Boolean).join(" ");
    return h("li", { class: classes }, notes.length > 0 ? `${title} (${notes.join(", ")})` : title);
  });
}
