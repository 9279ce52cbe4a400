/** The page after a mission of a campaign: what is counted, who is hurt and what is damaged, what it changed. */

import { type Debriefing, debriefings } from "../../play/debriefing/debriefing";
import type { SheetGroup } from "../../play/sheet/sheet";
import { troubleText } from "../../play/sheet/troubles";
import { isLeft, lineTold } from "../../play/sheet/wording";
import { open } from "../dialogs";
import { button, type Child, h } from "../dom";
import { hashOf } from "../routes";
import { groupTold, troubleList } from "./beside";
import type { Seat } from "./seat";

/** Show a debriefing of each mission that has ended since so many events; then one goes on, or another day. */
export function showDebriefings(seat: Seat, since: number): void {
  const told = debriefings(seat.play.session, since);
  const isOver = seat.view?.outcome !== null;
  // The last is opened first: it lies below, and the focus goes on from one to the next.
  for (const each of told.reverse()) {
    const next = button(isOver ? "Go on" : "Fly the next", () => opened.close(), { class: "main" });
    const leave = h("a", { href: hashOf({ at: "saves" }) }, "Another day");
    const opened = open(`Debriefing: ${each.title}`, [debriefed(each), h("p", { class: "ways" }, next, !isOver && leave)]);
    opened.element.addEventListener("close", () => seat.asked.focus());
    next.focus({ preventScroll: true });
  }
}

/** All that a debriefing tells; what came to nothing only where it would have been good. */
export function debriefed(told: Debriefing): Child {
  const counted = told.tallies.filter((each) => each.number !== 0 || each.matters === "good");
  const record = told.record.map((group) => ({ ...group, lines: group.lines.filter((line) => !line.isList) }));
  return [
    counted.length > 0 && h("dl", { class: "tallies" }, ...counted.map(({ title, value }) => h("div", {}, h("dt", {}, title), h("dd", {}, value)))),
    told.troubles.length > 0 && [h("h3", { class: "bad" }, "Hurt and damaged"), troubleList(told.troubles.map(troubleText))],
    told.tallies.length === 0 && groups(told.sheet),
    groups(record),
  ];
}

function groups(sheet: readonly SheetGroup[]): Child {
  return sheet
    .map(({ title, lines }) => ({ title, lines: lines.filter(isLeft).map((line) => lineTold(line)) }))
    .filter(({ lines }) => lines.length > 0)
    .map(groupTold);
}
