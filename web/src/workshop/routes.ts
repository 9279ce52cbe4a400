/** Routes of the workshop: what is shown, encoded in the address behind `#`, so that other pages can link to it. */

import { unreachable } from "../closed";

/** What is shown. */
export type Route =
  | { readonly at: "start" }
  /** A house rule for a table or one of its rows; without a table, the form for one. */
  | { readonly at: "house"; readonly game: string; readonly table: string; readonly row: string }
  | { readonly at: "new" }
  /** A step of the tour, from 1. */
  | { readonly at: "tour"; readonly step: number }
  | { readonly at: "file"; readonly path: string }
  /** Rules that the address holds, packed; one of their files by name, or the first. */
  | { readonly at: "rule"; readonly packed: string; readonly file: string };

/** Parse the hash of an address; the start for an invalid one. */
export function parseRoute(hash: string): Route {
  const [first = "", second = "", third = "", fourth = ""] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decodePart);
  if (first === "house" && second) return { at: first, game: second, table: third, row: fourth };
  if (first === "new") return { at: first };
  if (first === "rule" && second) return { at: first, packed: second, file: third };
  if (first === "tour") return { at: first, step: Math.max(1, Number.parseInt(second, 10) || 1) };
  if (first === "file" && second) return { at: first, path: second };
  return { at: "start" };
}

/** Render a route as the hash of an address: `#/house/GAME/TABLE`, `#/new`, `#/tour/STEP`, `#/file/PATH`, `#/rule/PACKED`. */
export function routeHash(route: Route): string {
  switch (route.at) {
    case "start":
      return "#/";
    case "house": {
      const parts = [route.game, route.table, route.row];
      return `#/house/${parts.map(encodeURIComponent).join("/").replace(/\/+$/, "")}`;
    }
    case "new":
      return "#/new";
    case "tour":
      return `#/tour/${route.step}`;
    case "file":
      return `#/file/${encodeURIComponent(route.path)}`;
    case "rule":
      return `#/rule/${route.packed}${route.file && `/${encodeURIComponent(route.file)}`}`;
    default:
      return unreachable(route);
  }
}

/** Decode a percent-encoded part; empty if it is invalid. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
