/** Routes: the screens of the page, encoded in the URL behind `#`. */

import { unreachable } from "../closed";

/** A screen of the page with its parameters. */
export type Route =
  | { readonly at: "home" }
  | { readonly at: "game"; readonly game: string }
  | { readonly at: "new"; readonly game: string }
  | { readonly at: "table"; readonly game: string; readonly table: string }
  | { readonly at: "play"; readonly save: string }
  | { readonly at: "rules"; readonly save: string }
  | { readonly at: "report"; readonly save: string }
  | { readonly at: "watch"; readonly save: string }
  | { readonly at: "link"; readonly link: string; readonly isWatched: boolean }
  | { readonly at: "saves" }
  | { readonly at: "record" };

/** The suffix of a save's migration screen. */
const RULES_PART = "rules";

/** The middle of a table's address. */
const TABLE_PART = "table";

/** First words of routes that are not names of games. */
const RESERVED_WORDS = ["play", "report", "watch", "link", "saves", "record"];

/** The suffix of a link's film. */
const WATCH_PART = "watch";

/** Parse the hash of the page's address as a route (a screen with its arguments); home for an invalid one. */
export function parseRoute(hash: string): Route {
  const [first = "", second = "", third = ""] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decodePart);
  if (first === "saves" || first === "record") return { at: first };
  if (first === "play" && second) return { at: third === RULES_PART ? "rules" : first, save: second };
  if ((first === "report" || first === "watch") && second) return { at: first, save: second };
  if (first === "link" && second) return { at: first, link: second, isWatched: third === WATCH_PART };
  if (!first || RESERVED_WORDS.includes(first)) return { at: "home" };
  if (second === TABLE_PART && third) return { at: "table", game: first, table: third };
  return { at: second === "new" ? "new" : "game", game: first };
}

/** Render a route (a screen with its arguments) as the hash of an address: `#/play/ID`. */
export function routeHash(route: Route): string {
  switch (route.at) {
    case "home":
      return "#/";
    case "game":
      return `#/${encodeURIComponent(route.game)}`;
    case "new":
      return `#/${encodeURIComponent(route.game)}/new`;
    case "table":
      return `#/${encodeURIComponent(route.game)}/${TABLE_PART}/${encodeURIComponent(route.table)}`;
    case "play":
      return `#/play/${encodeURIComponent(route.save)}`;
    case "rules":
      return `#/play/${encodeURIComponent(route.save)}/${RULES_PART}`;
    case "report":
      return `#/report/${encodeURIComponent(route.save)}`;
    case "watch":
      return `#/watch/${encodeURIComponent(route.save)}`;
    case "link":
      return `#/link/${encodeURIComponent(route.link)}${route.isWatched ? `/${WATCH_PART}` : ""}`;
    case "saves":
    case "record":
      return `#/${route.at}`;
    default:
      return unreachable(route);
  }
}

/** Decode a percent-encoded part of a route; empty if it is invalid. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
