/** The page after a mission of a campaign, and where one was. */

import { debriefings } from "../../play/debriefing/debriefing";
import { type DebriefingTold, debriefingTold, type Recalled } from "../../play/debriefing/wording";
import { open } from "../dialogs";
import { button, type Child, h } from "../dom";
import { hashOf } from "../routes";
import { groupTold, troubleList } from "./beside";
import { drawn } from "./lines";
import type { Seat } from "./seat";
import { showThrow } from "./why";

/** Show a debriefing of each mission that has ended since so many events; then one goes on, or another day. */
export function showDebriefings(seat: Seat, since: number): void {
  const isOver = seat.view?.outcome !== null;
  // The last is opened first: it lies below, and one goes on from each to the next.
  for (const each of debriefings(seat.play.session, since).reverse()) {
    const told = debriefingTold(each);
    const next = button(isOver ? "Go on" : "Go on with the next", () => opened.close(), { class: "main" });
    const leave = h("a", { href: hashOf({ at: "saves" }) }, "Another day");
    const opened = open(told.title, debriefed(told), { ways: [next, !isOver && leave] });
    opened.element.addEventListener("close", () => seat.asked.focus());
    next.focus({ preventScroll: true });
  }
}

function debriefed({ counted, wrong, groups }: DebriefingTold): Child {
  return [
    counted.length > 0 &&
      h(
        "dl",
        { class: "tallies" },
        ...counted.map(([title, value]) => h("div", {}, h("dt", {}, title), h("dd", {}, value))),
      ),
    wrong.length > 0 && [h("h3", { class: "bad" }, "Hurt and damaged"), troubleList(wrong)],
    h("div", { class: "sheet" }, ...groups.map(groupTold)),
  ];
}

/** Where one was, as a game is taken up again. */
export function whereYouWere(seat: Seat, { title, lines, wrong, more }: Recalled): HTMLElement {
  return h(
    "details",
    { class: "fold recalled", open: true },
    h("summary", {}, title),
    h(
      "div",
      { class: "inside story" },
      ...lines.map((line) => drawn(line, (number) => showThrow(seat, number))),
      wrong.length > 0 && [h("h3", { class: "bad" }, "What is wrong"), troubleList(wrong)],
      more > 0 && h("p", { class: "faint" }, `and ${more} more on the sheet`),
    ),
  );
}
