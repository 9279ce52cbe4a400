/** That the storage has lost the save that is played: it is missed at once, and stored again from the page. */

import { button } from "../dom";
import { announce, notify } from "../shell";
import { watchStorage } from "../storage/database";
import { findSave, type Save } from "../storage/saves";

/** What is needed of who plays. */
interface SavePlayer {
  readonly save: Save;
  /** Whether something is being done, or he has left: then nothing is to be looked for. */
  readonly isUnavailable: boolean;
  /** Do something, and store what is new. */
  perform(move: () => void): Promise<void>;
}

/** Sees whether the save that is played is still stored. */
export class StorageWatch {
  private notice: HTMLElement | null = null;

  constructor(private readonly player: SavePlayer) {}

  /** Whether the save is known to be lost. */
  get isLost(): boolean {
    return this.notice !== null;
  }

  /** Look whenever the storage was closed, or somebody comes back to the page. */
  start(signal: AbortSignal): void {
    const look = (): void => void this.checkStored();
    signal.addEventListener("abort", watchStorage({ onLost: look }));
    document.addEventListener("visibilitychange", look, { signal });
    window.addEventListener("focus", look, { signal });
  }

  /** Say that all is stored again. */
  noteStoredAgain(): void {
    this.notice?.remove();
    this.notice = null;
    notify("The browser had cleared this game from its storage. It was stored again, whole.");
  }

  /** Look whether the save is still there; where it is lost, say so, and offer to store it again. */
  private async checkStored(): Promise<void> {
    const isUseless = (): boolean => this.isLost || this.player.isUnavailable || this.player.save.lines === 0;
    if (isUseless()) return;
    const stored = await findSave(this.player.save.id).catch(() => null);
    if (stored !== undefined || isUseless()) return;
    this.notice = announce(
      "The browser has cleared this game from its storage. On this page it is still whole; it is stored again with your next answer, or now. ",
      button("Store it again", () => void this.player.perform(() => {}), { class: "main" }),
    );
  }
}
