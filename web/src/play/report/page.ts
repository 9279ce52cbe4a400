/** Reports as a self-contained HTML page for a browser or a printer, without scripts. */

import boardStyle from "../../../../service/boards/board.css" with { type: "text" };
import reportStyle from "../../../../service/report/report.css" with { type: "text" };
import pageStyle from "../../../../service/simulating/page.css" with { type: "text" };
import { renderMarkup, tag } from "../markup";
import type { Report } from "./reportData";
import { renderParts } from "./reportElements";
import { describePlayed } from "./wording";

/** The first lines of a page, which identify our files. */
const PAGE_START = "<!doctype html>\n<!-- bombsight report -->\n";

/** The page's content security policy: only inline styles. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Render a report as the HTML text of a page. */
export function renderPage(report: Report): string {
  const head = tag(
    "head",
    {},
    tag("meta", { charset: "utf-8" }),
    tag("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    tag("meta", { "http-equiv": "Content-Security-Policy", content: CONTENT_POLICY }),
    tag("meta", { name: "color-scheme", content: "light dark" }),
    tag("title", {}, `${report.title}: ${describePlayed(report)}`),
    tag("style", {}, `\n${[pageStyle, boardStyle, reportStyle].join("\n")}`),
  );
  const { front, contents, main, foot } = renderParts(report, (id) => `#${id}`);
  const body = tag("body", {}, front, contents, tag("main", {}, main), foot);
  const html = tag("html", { lang: "en" }, head, body);
  return `${PAGE_START}${renderMarkup(html)}\n`;
}
