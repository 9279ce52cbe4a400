/** The header of the site above the workshop's own, where the workshop is a part of a larger site. */

import { fillSiteBar, SITE_FOLDER } from "../page/siteBar";
import { decodeDocument } from "../rules/decode";

/** The path of the workshop's page in the site. */
const WORKSHOP_PATH = "workshop/index.html";

/** Show the links to the other parts of the site; without its list of games there are none. */
export async function showSiteHeader(siteBar: HTMLElement): Promise<void> {
  try {
    const answer = await fetch(`${SITE_FOLDER}games.json`);
    if (!answer.ok) return;
    const { neighbours = [] } = decodeDocument(await answer.json(), "SiteGames") ?? {};
    fillSiteBar(siteBar, neighbours, WORKSHOP_PATH);
  } catch {
    // The page works without the other parts.
  }
}
