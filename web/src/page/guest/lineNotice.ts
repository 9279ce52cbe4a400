/** The line to the table, as a seat's page shows it: open, lost and tried again, or ended. */

import type { InputError } from "../../errors";
import { button, errorSentence, h, setChildren } from "../dom";

const LOST_TEXT =
  "The table does not answer: its host may be away. It is tried again as long as this page is open, and what you " +
  "have answered is kept.";

/** Whether the line is open, and what is said while it is not. */
export class LineNotice {
  readonly element = h("div", { class: "line-note lost", role: "status", hidden: true });
  /** Whether the line is open, and the host has answered. */
  isOpen = false;
  /** Whether the line has ended for good: nothing can be answered here. */
  hasEnded = false;

  /** Make the notice of a line that `reconnect` begins anew. */
  constructor(private readonly reconnect: () => void) {}

  /** Note that the host has answered. */
  showOpen(): void {
    this.isOpen = true;
    this.hide();
  }

  /** Say nothing more of the line: the game is over. */
  hide(): void {
    this.element.hidden = true;
  }

  /** Say that the table does not answer, and is tried again. */
  showLost(): void {
    this.isOpen = false;
    if (!this.element.hidden) return;
    setChildren(this.element, h("p", {}, LOST_TEXT), button("Try now", this.reconnect));
    this.element.hidden = false;
  }

  /** Say why the line has ended for good. */
  showEnd(error: InputError): void {
    this.isOpen = false;
    this.hasEnded = true;
    const again = button("Sit down here again", () => location.reload());
    setChildren(this.element, h("p", {}, errorSentence(error)), again);
    this.element.hidden = false;
    this.element.scrollIntoView({ block: "nearest" });
  }
}
