/**
 * The page in a frame of the workshop: it plays the game that it is given, tells the workshop each line that it stores, and
 * keeps nothing.
 *
 * The frame has an origin of its own (`sandbox`), so whatever strangers wrote finds neither the saves of this site nor a
 * network: its policy allows no connection.
 */

import { errorSentence } from "../dom";
import { loadPreferences, savePreferences } from "../preferences";
import { storeNewGame } from "../setup/newGame";
import { mountShell } from "../shell";
import { keepInMemory } from "../storage/database";
import { addGame, loadKeptGame, ownGameName, type ReadyGame } from "../storage/games";
import { watchLines } from "../storage/saves";
import { goingOnScreen } from "./goingOnScreen";
import { holdFocus } from "./heldFocus";
import type { FrameReady, FromFrame, PlayOrder } from "./messages";
import { Router } from "./router";

/** Wait for the workshop's order, and play its game. */
export function beginEmbedded(): void {
  keepInMemory();
  const take = (event: MessageEvent<PlayOrder>) => {
    const [port] = event.ports;
    if (event.source !== window.parent || port === undefined) return;
    window.removeEventListener("message", take);
    new EmbeddedPlay(event.data, port).start();
  };
  window.addEventListener("message", take);
  window.parent.postMessage({ kind: "ready" } satisfies FrameReady, "*"); // nothing that anybody may not know
}

/** A game that is played in a frame. */
class EmbeddedPlay {
  private save = "";
  private readonly router = new Router({
    save: () => this.save,
    beginAgain: () => void this.beginAgain(),
    shown: (screen) => this.post({ kind: "shown", screen }),
  });
  private ready: ReadyGame | null = null;

  constructor(
    private readonly order: PlayOrder,
    private readonly port: MessagePort,
  ) {}

  /** Play the game, from the beginning or from where its save holds; say so if it cannot be played. */
  start(): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(this.order.styles);
    document.adoptedStyleSheets = [sheet];
    document.documentElement.classList.add("embedded");
    savePreferences(this.order.preferences);
    holdFocus();
    mountShell();
    this.router.listen();
    watchLines((save, lines) => {
      this.save = save.id;
      this.post({ kind: "stored", at: save.lines, lines });
    });
    this.begin().catch((error: unknown) => this.fail(error));
  }

  private async begin(): Promise<void> {
    const { digest } = await addGame(new Blob([this.order.file]));
    const ready = await loadKeptGame(digest);
    if (ready === null) throw new Error("the game is not there");
    this.ready = ready;
    const { lines } = this.order;
    if (lines === null) return this.beginAgain();
    const screen = await goingOnScreen(ready, lines, {
      continued: ({ answers, differsAt }) => this.post({ kind: "continued", answers, differsAt }),
      play: ({ id }) => this.router.go({ at: "play", save: id }),
      beginAgain: () => void this.beginAgain(),
    });
    if (screen !== null) await this.router.show("preview", () => Promise.resolve(screen));
  }

  /** Begin the game at its seed. */
  private async beginAgain(): Promise<void> {
    const ready = this.ready!;
    const { mission } = ready.game.program;
    const setup = { seed: BigInt(this.order.seed), campaign: mission === null };
    const game = { name: ownGameName(ready.digest), title: ready.game.head.title };
    try {
      const save = await storeNewGame(game, ready, { edition: "", ask: loadPreferences().ask, setup });
      this.router.go({ at: "play", save: save.id });
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.post({ kind: "failed", message: errorSentence(error) });
  }

  private post(message: FromFrame): void {
    this.port.postMessage(message);
  }
}
