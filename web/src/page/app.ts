/** Entry point of the playing page: shows the screen of the current address. */

import { unreachable } from "../closed";
import { linkScreen, watchLinkScreen } from "./archive/link";
import { recordScreen } from "./archive/record";
import { reportScreen } from "./archive/report";
import { savesScreen } from "./archive/saves";
import { watchScreen } from "./archive/watch";
import { errorSentence, h } from "./dom";
import { beginEmbedded } from "./embedded/embedded";
import { isEmbedded } from "./embedded/isEmbedded";
import { acceptDrops } from "./games/fileInput";
import { gameScreen } from "./games/game";
import { homeScreen } from "./games/home";
import { tableScreen } from "./games/tableScreen";
import { layers } from "./layers";
import { parseRoute, type Route } from "./routes";
import { setupScreen } from "./setup/setup";
import { announce, mountShell, type Screen, showNeighbours, showScreen, warn } from "./shell";
import { keepOffline } from "./siteUpdates";
import { watchStorage } from "./storage/database";
import { listNeighbours } from "./storage/games";
import { playScreen } from "./table/playScreen";
import { rulesScreen } from "./table/rulesScreen";

/** Build the screen of a route. */
function loadScreen(route: Route): Promise<Screen> {
  switch (route.at) {
    case "home":
      return homeScreen();
    case "game":
      return gameScreen(route.game);
    case "new":
      return setupScreen(route.game);
    case "table":
      return tableScreen(route.game, route.table);
    case "play":
      return playScreen(route.save);
    case "rules":
      return rulesScreen(route.save);
    case "report":
      return reportScreen(route.save);
    case "watch":
      return watchScreen(route.save);
    case "link":
      return route.isWatched ? watchLinkScreen(route.link) : linkScreen(route.link);
    case "saves":
      return savesScreen();
    case "record":
      return recordScreen();
    default:
      return unreachable(route);
  }
}

const NOT_STORED_TEXT =
  "This browser stores nothing for this page, as some do in private windows. What you play lasts as long as this page " +
  "stays open: put it into files before you close it.";

let currentScreen: Screen | null = null;
let navigationCount = 0;

/** Show the screen of the page's address, unless the address has changed by the time the screen is loaded. */
async function showRoute(): Promise<void> {
  const navigation = ++navigationCount;
  currentScreen?.onLeave?.();
  currentScreen = null;
  const screen = await loadScreen(parseRoute(location.hash)).catch(errorScreen);
  if (navigation !== navigationCount) {
    screen.onLeave?.();
    return;
  }
  currentScreen = screen;
  showScreen(screen);
}

/** Build the screen that shows an error, with a link to the games. */
function errorScreen(error: unknown): Screen {
  const back = h("p", {}, h("a", { href: "#/" }, "To the games"));
  return {
    title: "Bombsight",
    body: [h("h1", {}, "This cannot be shown"), h("p", { role: "alert" }, errorSentence(error)), back],
  };
}

document.addEventListener("DOMContentLoaded", () => {
  if (isEmbedded()) return beginEmbedded();
  mountShell();
  void listNeighbours().then(showNeighbours);
  watchStorage({ onNotStored: () => warn(NOT_STORED_TEXT) });
  acceptDrops();
  window.addEventListener("popstate", () => layers.handleTraversal());
  window.addEventListener("hashchange", () => void showRoute());
  window.addEventListener("pagehide", () => currentScreen?.onLeave?.());
  window.addEventListener("pageshow", (event) => event.persisted && void showRoute());
  layers.settle(); // loaded again while a layer was open
  void showRoute();
  keepOffline(announce);
});
