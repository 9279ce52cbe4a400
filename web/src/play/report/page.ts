/** A report as one page for a browser or a printer: nothing is loaded from elsewhere, and nothing runs in it. */

import boardStyle from "../../../../service/boards/board.css" with { type: "text" };
import reportStyle from "../../../../service/report/report.css" with { type: "text" };
import pageStyle from "../../../../service/simulating/page.css" with { type: "text" };
import { rendered, tag } from "../markup";
import { reportParts } from "./body";
import type { Report } from "./gathering";
import { whatWasPlayed } from "./wording";

/** What a page begins with, by which one of ours is known. */
const MARK = "<!doctype html>\n<!-- bombsight report -->\n";

/** What a browser lets the page do: have a style. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The text of a file that holds a report, whole by itself. */
export function page(report: Report): string {
  const head = tag(
    "head",
    {},
    tag("meta", { charset: "utf-8" }),
    tag("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    tag("meta", { "http-equiv": "Content-Security-Policy", content: POLICY }),
    tag("meta", { name: "color-scheme", content: "light dark" }),
    tag("title", {}, `${report.title}: ${whatWasPlayed(report)}`),
    tag("style", {}, `\n${[pageStyle, boardStyle, reportStyle].join("\n")}`),
  );
  const { front, contents, told, foot } = reportParts(report, (id) => `#${id}`);
  const body = tag("body", {}, front, contents, tag("main", {}, told), foot);
  const html = tag("html", { lang: "en" }, head, body);
  return `${MARK}${rendered(html)}\n`;
}
