/** The header of the larger site that this page is a part of: links to all its parts. */

import type { Neighbour } from "../rules/documents";
import { h, setChildren } from "./dom";

/** The path from a page's folder to the site's. */
export const SITE_FOLDER = "../";

/** Create the place of the header; hidden until it is filled. */
export function createSiteBar(): HTMLElement {
  return h("nav", { class: "site-bar", "aria-label": "Parts of the site", hidden: true });
}

/**
 * Show the links to the parts of the larger site; nothing if there are none.
 *
 * `neighbours` have their paths in the site, `here` is that of the present page.
 */
export function fillSiteBar(siteBar: HTMLElement, neighbours: readonly Neighbour[], here = ""): void {
  const links = neighbours.map(({ title, path }) =>
    h("li", {}, h("a", { href: SITE_FOLDER + path, "aria-current": path === here ? "page" : null }, title)),
  );
  const icon = h("img", { src: `${SITE_FOLDER}icon.svg`, alt: "", width: "24", height: "24" });
  const home = h("a", { href: `${SITE_FOLDER}index.html` }, icon, "Bombsight");
  setChildren(siteBar, [home, h("ul", {}, ...links)]);
  siteBar.hidden = !neighbours.length;
  document.documentElement.classList.toggle("with-neighbours", neighbours.length > 0);
}
