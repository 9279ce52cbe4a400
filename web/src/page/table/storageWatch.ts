/** Watch over the stored save of a game in play: a loss is noticed at once, and the page stores it again. */

import { button } from "../dom";
import { announce, notify } from "../shell";
import { watchStorage } from "../storage/database";
import { findSave, type Save } from "../storage/saves";

/** The part of the controller's interface that the watch uses. */
interface SavePlayer {
  readonly save: Save;
  /** Whether a move is in progress, or the player has left: then no check is made. */
  readonly isUnavailable: boolean;
  /** Make a move, and store the new lines. */
  perform(move: () => void): Promise<void>;
}

/** A watch that notices when the storage loses the save in play, and offers to store it again. */
export class StorageWatch {
  private notice: HTMLElement | null = null;

  /** Make the watch of a save in play; `player` holds the save, and stores it again. */
  constructor(private readonly player: SavePlayer) {}

  /** Whether the save is known to be lost. */
  get isLost(): boolean {
    return this.notice !== null;
  }

  /** Check the storage whenever it is closed, or the user returns to the page, until the signal aborts. */
  start(signal: AbortSignal): void {
    /** Check the storage, in the background. */
    const check = (): void => void this.checkStored();
    signal.addEventListener("abort", watchStorage({ onLost: check }));
    document.addEventListener("visibilitychange", check, { signal });
    window.addEventListener("focus", check, { signal });
  }

  /** Tell the player that the lost save is stored again. */
  noteStoredAgain(): void {
    this.notice?.remove();
    this.notice = null;
    notify("The browser had cleared this game from its storage. It was stored again, whole.");
  }

  /** Check whether the save is still stored; if not, warn, and offer to store it again. */
  private async checkStored(): Promise<void> {
    /**
     * Whether a check would tell nothing: the loss is known already, a move is in progress, or nothing was stored yet.
     */
    const isCheckPointless = (): boolean => this.isLost || this.player.isUnavailable || this.player.save.lines === 0;
    if (isCheckPointless()) return;
    const stored = await findSave(this.player.save.id).catch(() => null);
    if (stored !== undefined || isCheckPointless()) return;
    this.notice = announce(
      "The browser has cleared this game from its storage. On this page it is still whole; it is stored again with your next answer, or now. ",
      button("Store it again", () => void this.player.perform(() => {}), { class: "main" }),
    );
  }
}
