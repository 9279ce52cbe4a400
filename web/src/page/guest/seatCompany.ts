/** Who is at the table, and whose turn it is: in a list, in the window's title, and for screen readers. */

import { h, setChildren } from "../dom";
import type { SeatController } from "./seatController";
import { companyItems } from "./waiting";

/** The view of who is at the table. */
export class SeatCompany {
  readonly element = h("ul", { class: "company", "aria-label": "At the table" });
  /** Says to screen readers whose turn it is. */
  readonly statusLine = h("p", { class: "unseen", role: "status" });

  /** Show who is there, and whose turn it is. */
  show({ game, questionView }: SeatController): void {
    setChildren(this.element, ...companyItems(game));
    const asked = game.turn?.question?.prompt ?? "the dice are yours to throw";
    const heading = questionView.element.querySelector("h2")?.textContent ?? "";
    const words = game.isOwnTurn ? `Your turn: ${asked}` : heading;
    if (this.statusLine.textContent !== words) this.statusLine.textContent = words;
    document.title = `${game.isOwnTurn ? "● Your turn · " : ""}${game.seated.title} · Bombsight`;
  }
}
