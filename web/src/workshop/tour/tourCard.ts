/** The entry of the tour on the start screen. */

import { type Child, h } from "../../page/dom";
import { routeHash } from "../routes";
import type { Workbench } from "../workbench";
import { TOUR_FILE, TOUR_STEPS } from "./steps";
import { isTourDone } from "./texts";
import { hasTour, tourToGoOn } from "./tour";

/** Draw the entry; it appears once it is known that the site has the game of the tour. */
export function tourCard(bench: Workbench): Child {
  const step = tourToGoOn(bench);
  const isDone = isTourDone(bench.library.find(TOUR_FILE)?.text ?? "");
  const way = isDone ? "Take the tour again" : step === null ? "Begin the tour" : "Go on with the tour";
  const link = h("a", { class: "button main", href: routeHash({ at: "tour", step: isDone ? 1 : (step ?? 1) }) }, way);
  const element = h(
    "section",
    { class: "card beginning tour-card", hidden: true },
    h("h2", {}, "A tour"),
    h(
      "p",
      {},
      `Write a house rule in ${TOUR_STEPS.length} small steps, with mistakes on the way. It takes ten minutes.`,
    ),
    link,
  );
  hasTour().then(
    (isThere) => {
      element.hidden = !isThere;
    },
    () => {}, // the other entries say why
  );
  return element;
}
