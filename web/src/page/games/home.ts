/** The beginning: games to play, and those to go on with. */

import type { SiteGame } from "../../rules/documents";
import { h } from "../dom";
import { games } from "../keeping/games";
import { type Save, saves } from "../keeping/saves";
import { hashOf } from "../routes";
import type { Screen } from "../shell";
import { ownSection } from "./own";
import { pagesSection } from "./pages";

/** So many saves stand on the first screen; the list has all. */
const LAST = 3;

/** The beginning. */
export async function homeScreen(): Promise<Screen> {
  const [listed, kept, own] = await Promise.all([games(), saves().catch(() => []), ownSection()]);
  const open = kept.filter((save) => !save.isOver);
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
      open.length > 0 && goOn(open),
      listed.length > 0 && h("h2", {}, "Games"),
      h("ul", { class: "cards" }, ...listed.map(card)),
      own,
      pagesSection(),
    ],
  };
}

function goOn(open: readonly Save[]): HTMLElement {
  return h(
    "section",
    { "aria-labelledby": "go-on" },
    h("h2", { id: "go-on" }, "Go on"),
    h("ul", { class: "cards" }, ...open.slice(0, LAST).map(saveCard)),
    open.length > LAST && h("p", {}, h("a", { href: hashOf({ at: "saves" }) }, `All ${open.length} saves`)),
  );
}

/** A save as a card that leads to it. */
export function saveCard(save: Save): HTMLElement {
  const link = h("a", { class: "cover", href: hashOf({ at: "play", save: save.id }) }, save.title);
  return h(
    "li",
    { class: "card" },
    h("h3", {}, link),
    h("p", {}, save.what),
    h("p", {}, save.standing),
    h("p", { class: "faint" }, ago(save.played)),
  );
}

function card({ game, title, about }: SiteGame): HTMLElement {
  const [first = ""] = paragraphs(about);
  return h(
    "li",
    { class: "card" },
    h("h3", {}, h("a", { class: "cover", href: hashOf({ at: "game", game }) }, title)),
    h("p", { class: "brief" }, first),
  );
}

/** A text in paragraphs. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((each) => each.replaceAll("\n", " ").trim())
    .filter((each) => each !== "");
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** When something was, in words. */
export function ago(time: number): string {
  const seconds = (Date.now() - time) / 1000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, size] of UNITS) if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  return "just now";
}
