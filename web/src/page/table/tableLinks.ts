/** Links from a table's card to what the site has about it: its page, and the workshop, where it is changed. */

import { h } from "../dom";
import { findTablePage, findTableWorkshop } from "../games/tablePages";
import type { ReadyGame } from "../storage/games";

/** Create the links, which open beside the game: there all stays as it is. Empty where the site has no page of it. */
export function tableLinks(ready: ReadyGame, table: string): HTMLElement {
  const links = h("p", { class: "table-page" });
  void Promise.all([findTablePage(ready, table), findTableWorkshop(ready, table)]).then(
    ([page, workshop]) => {
      if (page) links.append(linkBeside(page, "The page of this table: its sources and odds (in a new tab)"));
      if (workshop) links.append(linkBeside(workshop, "Change this table (in a new tab)"));
    },
    () => {}, // without the list of the site's games there is no way to its pages
  );
  return links;
}

function linkBeside(address: string, text: string): HTMLElement {
  return h("a", { href: address, target: "_blank" }, text);
}
