/** A save told for others: shown, and as a file. */

import { InputError } from "../../errors";
import { DETAILS } from "../../modes";
import { shown } from "../../play/markup";
import { article } from "../../play/report/body";
import { type Report, reportOf } from "../../play/report/gathering";
import { markdown } from "../../play/report/markdown";
import { page } from "../../play/report/page";
import { button, fill, h } from "../dom";
import { saveOf } from "../keeping/saves";
import { hashOf } from "../routes";
import { select } from "../setup/fields";
import type { Screen } from "../shell";
import { TOLD } from "../table/more";
import { download, fileName } from "./exporting";
import { playedAgain } from "./played";
import { tellSideways } from "./sideways";

/** The screen of a save's report. */
export async function reportScreen(id: string): Promise<Screen> {
  const save = await saveOf(id);
  if (!save) throw new InputError("there is no such save in this browser");
  const session = await playedAgain(save);
  const place = h("div", { onclick: led });
  let report: Report;
  let settled = (): void => {};
  const detail = select("detail", [["", "as is usual"], ...DETAILS.map((each) => [each, TOLD[each]] as const)], "");
  function draw(): void {
    report = reportOf(
      session,
      DETAILS.find((each) => each === detail.value),
    );
    fill(place, shown(article(report, (id) => `#${id}`)));
    settled();
    settled = tellSideways(place.querySelectorAll<HTMLElement>(".boards, .wide"));
  }
  detail.addEventListener("change", draw);
  draw();
  return {
    title: `Report: ${save.title}`,
    kind: "reading",
    leave: () => settled(),
    body: [
      h(
        "div",
        { class: "ways noprint" },
        h("a", { href: hashOf({ at: "play", save: id }) }, "Back to the game"),
        button("As a page", () => download(page(report), fileName(save, "html"), "text/html")),
        button("As Markdown", () => download(markdown(report), fileName(save, "md"), "text/markdown")),
        h("label", { class: "choice" }, "Told: ", detail),
      ),
      place,
    ],
  };
}

/** Links within a report lead to its parts: they are no places of the program. */
function led(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const to = link?.getAttribute("href");
  if (!to?.startsWith("#") || to.startsWith("#/")) return;
  event.preventDefault();
  const part = document.getElementById(to.slice(1));
  if (part instanceof HTMLDetailsElement) part.open = true;
  part?.scrollIntoView();
}
