/** The screens of the page in a frame of the workshop: those of its one game, and no way to another. */

import { reportScreen } from "../archive/report";
import { watchScreen } from "../archive/watch";
import { errorSentence, h } from "../dom";
import { parseRoute, type Route } from "../routes";
import { type Screen, showScreen } from "../shell";
import { playScreen } from "../table/playScreen";
import type { FrameScreen } from "./messages";

/** What the router needs of the frame. */
export interface RouterHost {
  /** The id of the present save; empty for none. */
  save(): string;
  /** Begin the game again. */
  beginAgain(): void;
  shown(screen: FrameScreen): void;
}

/** Shows the screens of one game. */
export class Router {
  private current: Screen | null = null;
  private count = 0;

  constructor(private readonly host: RouterHost) {}

  /** Follow the links of the page, by which no address changes: a frame has none. */
  listen(): void {
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (link === null || event.defaultPrevented) return;
      event.preventDefault();
      const to = link.getAttribute("href")!;
      if (to.startsWith("#/")) this.go(parseRoute(to));
    });
    window.addEventListener("hashchange", () => this.go(parseRoute(location.hash)));
  }

  /** Go to the screen of a route, if it is one of this game; else to the game. */
  go(route: Route): void {
    const save = this.host.save();
    if (route.at === "new") this.host.beginAgain();
    else if (route.at === "report") void this.show("other", () => withoutBar(reportScreen(save)));
    else if (route.at === "watch") void this.show("other", () => watchScreen(save));
    else void this.show("game", () => playScreen(route.at === "play" ? route.save : save));
  }

  /** Show a screen, unless another is asked for by the time it is loaded. */
  async show(kind: FrameScreen, load: () => Promise<Screen>): Promise<void> {
    const number = ++this.count;
    this.current?.onLeave?.();
    this.current = null;
    const screen = await load().catch(errorScreen);
    if (number !== this.count) {
      screen.onLeave?.();
      return;
    }
    this.current = screen;
    showScreen(screen);
    this.host.shown(kind);
  }
}

/** A bar that is not shown, in place of the ways to other games. */
export function hiddenBar(): HTMLElement {
  return h("span", { class: "no-bar" });
}

/** Leave the bar of a screen out. */
async function withoutBar(loading: Promise<Screen>): Promise<Screen> {
  return { ...(await loading), bar: hiddenBar() };
}

/** Build the screen that shows an error. */
function errorScreen(error: unknown): Screen {
  const body = [h("h1", {}, "This cannot be shown"), h("p", { role: "alert" }, errorSentence(error))];
  return { title: "Play", kind: "plain", bar: hiddenBar(), body };
}
