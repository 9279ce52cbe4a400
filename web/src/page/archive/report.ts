/** The report screen of a save, with its export as a file. */

import { InputError } from "../../errors";
import { DETAILS } from "../../modes";
import { toDomElement } from "../../play/markup";
import { renderBrief } from "../../play/report/brief";
import { renderMarkdown } from "../../play/report/markdown";
import { renderPage } from "../../play/report/page";
import { buildReport, type Report } from "../../play/report/reportData";
import { renderArticle } from "../../play/report/reportElements";
import { button, h, setChildren } from "../dom";
import { download } from "../download";
import { isEmbedded } from "../embedded/isEmbedded";
import { routeHash } from "../routes";
import { selectBox } from "../setup/fields";
import { notify, type Screen } from "../shell";
import { findSave, isInStory } from "../storage/saves";
import { DETAIL_TEXTS } from "../table/detailChoice";
import { saveFileName } from "./exportSaves";
import { replaySave } from "./replaySave";
import { showScrollHints } from "./scrollHints";

/** The note above the report on a game that the player left in the middle of its story. */
const IN_STORY_NOTE = "You are in the middle of this story: the report ends where you are.";

/** Build the screen with the report of the save with this id, and its export as a file. */
export async function reportScreen(id: string): Promise<Screen> {
  const save = await findSave(id);
  if (!save) throw new InputError("there is no such save in this browser");
  const session = await replaySave(save);
  const place = h("div", { onclick: followLink });
  let report: Report;
  /** Stop watching the scrolling boxes of the shown report. */
  let stopWatching = (): void => {};
  const detail = selectBox(
    "detail",
    [["", "as is usual"], ...DETAILS.map((each) => [each, DETAIL_TEXTS[each]] as const)],
    "",
  );
  /** Build the report at the chosen level of detail, and show it. */
  function drawReport(): void {
    report = buildReport(
      session,
      DETAILS.find((each) => each === detail.value),
    );
    setChildren(place, toDomElement(renderArticle(report, (id) => `#${id}`)));
    stopWatching();
    stopWatching = showScrollHints(place.querySelectorAll<HTMLElement>(".boards, .wide"));
  }
  /** Offer what was made of the report as a file with an ending, and say so. */
  const exportAs = (content: string, ending: string, type: string): void => {
    const name = saveFileName(save, ending);
    download(content, name, type);
    notify(`Saved as ${name}, where the browser keeps what it downloads.`);
  };
  detail.addEventListener("change", drawReport);
  drawReport();
  return {
    title: `Report: ${save.title}`,
    kind: "reading",
    onLeave: () => stopWatching(),
    body: [
      h(
        "div",
        { class: "ways noprint" },
        h("a", { href: routeHash({ at: "play", save: id }) }, "Back to the game"),
        h("a", { href: routeHash({ at: "watch", save: id }) }, "Watch"),
        !isEmbedded() && [
          button("As a page", () => exportAs(renderPage(report), "html", "text/html")),
          button("As Markdown", () => exportAs(renderMarkdown(report), "md", "text/markdown")),
          button("In brief", () => exportAs(renderBrief(report), "brief.md", "text/markdown")),
        ],
        h("label", { class: "choice" }, "Told: ", detail),
      ),
      isInStory(save) && h("p", { class: "noprint" }, IN_STORY_NOTE),
      place,
    ],
  };
}

/** Follow a link within a report by scrolling to its target: the address stays, for it names the screen. */
function followLink(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const to = link?.getAttribute("href");
  if (!to?.startsWith("#") || to.startsWith("#/")) return;
  event.preventDefault();
  const part = document.getElementById(to.slice(1));
  for (let folded = part?.closest("details"); folded; folded = folded.parentElement?.closest("details")) {
    folded.open = true;
  }
  for (const earlier of document.querySelectorAll(".report .told")) earlier.classList.remove("told");
  if (part?.tagName === "P") part.classList.add("told");
  part?.scrollIntoView({ block: "center" });
}
