/** The program of the playing page: shows what its address says. */

import { unreachable } from "../closed";
import { h, sentence } from "./dom";
import { gameScreen } from "./games/game";
import { homeScreen } from "./games/home";
import { dropAnywhere } from "./games/taking";
import { watchStorage } from "./keeping/database";
import { recordScreen } from "./looking/record";
import { reportScreen } from "./looking/report";
import { savesScreen } from "./looking/saves";
import { type Route, routeOf } from "./routes";
import { setupScreen } from "./setup/setup";
import { raise, type Screen, show, warn } from "./shell";
import { rulesScreen } from "./table/rules";
import { playScreen } from "./table/screen";
import { keepOffline } from "./versions";

function screenOf(route: Route): Promise<Screen> {
  switch (route.at) {
    case "home":
      return homeScreen();
    case "game":
      return gameScreen(route.game);
    case "new":
      return setupScreen(route.game);
    case "play":
      return playScreen(route.save);
    case "rules":
      return rulesScreen(route.save);
    case "report":
      return reportScreen(route.save);
    case "saves":
      return savesScreen();
    case "record":
      return recordScreen();
    default:
      return unreachable(route);
  }
}

const FORGETFUL =
  "This browser stores nothing for this page, as some do in private windows. What you play lasts as long as this page " +
  "stays open: put it into files before you close it.";

let shown: Screen | null = null;
let goings = 0;

/** Go to where the address says. A place that is slow to come does not take the page from one gone to since. */
async function go(): Promise<void> {
  const going = ++goings;
  shown?.leave?.();
  shown = null;
  const screen = await screenOf(routeOf(location.hash)).catch(wrong);
  if (going !== goings) {
    screen.leave?.();
    return;
  }
  shown = screen;
  show(screen);
}

function wrong(error: unknown): Screen {
  const back = h("p", {}, h("a", { href: "#/" }, "To the games"));
  return {
    title: "Bombsight",
    body: [h("h1", {}, "This cannot be shown"), h("p", { role: "alert" }, sentence(error)), back],
  };
}

document.addEventListener("DOMContentLoaded", () => {
  raise();
  watchStorage({ forgetful: () => warn(FORGETFUL) });
  dropAnywhere();
  window.addEventListener("hashchange", () => void go());
  window.addEventListener("pagehide", () => shown?.leave?.());
  window.addEventListener("pageshow", (event) => event.persisted && void go());
  void go();
  keepOffline();
});
