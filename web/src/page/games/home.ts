/** The home screen: games to start, and games to resume. */

import type { SiteGame } from "../../rules/documents";
import { h } from "../dom";
import { routeHash } from "../routes";
import type { Screen } from "../shell";
import { listSiteGames } from "../storage/games";
import { describeStanding, isKnownOver, listSaves, type Save } from "../storage/saves";
import { pagesSection } from "./offlinePages";
import { ownGamesSection } from "./ownGames";

/** Maximum number of saves on the home screen; the list of saves has all. */
const MAX_RECENT_SAVES = 3;

/** Build the home screen: games to start, and saves to resume. */
export async function homeScreen(): Promise<Screen> {
  const [siteGames, allSaves, ownSection] = await Promise.all([
    listSiteGames(),
    listSaves().catch(() => []),
    ownGamesSection(),
  ]);
  const open = allSaves.filter((save) => !isKnownOver(save));
  return {
    title: "Bombsight",
    kind: "plain",
    body: [
      h("h1", {}, "Solitaire table games"),
      h(
        "p",
        { class: "lead" },
        "You decide; the page throws the dice, looks up the tables and keeps the books. All of it happens on this device: nothing is sent anywhere.",
      ),
      open.length > 0 && recentSavesSection(open),
      siteGames.length > 0 && h("h2", {}, "Games"),
      h("ul", { class: "cards" }, ...siteGames.map(gameCard)),
      ownSection,
      pagesSection(),
    ],
  };
}

/** Create the section that links to the first, last played, of the `unfinished` saves. */
function recentSavesSection(unfinished: readonly Save[]): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "go-on" },
    h("h2", { id: "go-on" }, "Go on"),
    h("ul", { class: "cards" }, ...unfinished.slice(0, MAX_RECENT_SAVES).map(saveCard)),
    unfinished.length > MAX_RECENT_SAVES &&
      h("p", {}, h("a", { href: routeHash({ at: "saves" }) }, `All ${unfinished.length} saves`)),
  );
}

/** Create a card that links to a save. */
export function saveCard(save: Save): HTMLElement {
  const link = h("a", { class: "cover", href: routeHash({ at: "play", save: save.id }) }, save.title);
  return h(
    "li",
    { class: "card" },
    h("h3", {}, link),
    h("p", {}, save.what),
    h("p", {}, describeStanding(save)),
    h("p", { class: "faint" }, formatAgo(save.played)),
  );
}

/** Create a card that links to a game of the site, with the first paragraph of its description. */
function gameCard({ game, title, about }: SiteGame): HTMLElement {
  const [first = ""] = splitParagraphs(about);
  return h(
    "li",
    { class: "card" },
    h("h3", {}, h("a", { class: "cover", href: routeHash({ at: "game", game }) }, title)),
    h("p", { class: "brief" }, first),
  );
}

/** Split a text into paragraphs at empty lines. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((each) => each.replaceAll("\n", " ").trim())
    .filter((each) => each !== "");
}

const TIME_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Format how long ago a moment was: `3 days ago`. */
export function formatAgo(time: number): string {
  const seconds = (Date.now() - time) / 1000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, size] of TIME_UNITS) if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  return "just now";
}
