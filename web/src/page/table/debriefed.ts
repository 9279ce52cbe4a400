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

/** Show a debriefing of each mission that has ended since so many events, one after the other. */
export function showDebriefings(seat: Seat, since: number): void {
  showNext(seat, debriefings(seat.play.session, since).map(debriefingTold));
}

/** Show the first of some debriefings; then one goes on to the next, or to the game, or leaves it for another day. */
function showNext(seat: Seat, [told, ...others]: readonly DebriefingTold[]): void {
  if (told === undefined) {
    seat.asked.focus();
    return;
  }
  const isOver = seat.view?.outcome !== null;
  const on = (): void => {
    opened.close();
    showNext(seat, others);
  };
  const next = button(others.length > 0 || isOver ? "Go on" : "Go on with the next", on, { class: "main" });
  const past = others.length > 0 && button(`Pass over ${others.length} more`, () => opened.close());
  const leave = !isOver && h("a", { href: hashOf({ at: "saves" }) }, "Another day");
  const opened = open(told.title, debriefed(told), { ways: [next, past, leave] });
  opened.element.addEventListener("close", () => seat.asked.focus());
  next.focus({ preventScroll: true });
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
