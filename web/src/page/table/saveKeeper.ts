/** The save of a game in play: its lines, and how much of its story has been shown. */

import type { LineBuffer } from "../../session/sessionLog";
import type { SaveContent } from "../archive/exportSaves";
import { errorSentence } from "../dom";
import { type ReadyGame, storeProgress } from "../storage/games";
import { type Save, type SaveProgress, storeShownEvents } from "../storage/saves";

/** The error for an answer that the browser's storage rejects. */
export class StorageFailure extends Error {}

/** Keeper of the save of a game in play: it stores each move before the page shows it. */
export class SaveKeeper {
  /** All lines of the save: stored ones, then pending ones. */
  private readonly lines: string[];

  /**
   * Make the keeper of a save.
   * @param lines - The stored lines of the save.
   * @param writer - The buffer into which the game writes further ones.
   */
  constructor(
    public save: Save,
    lines: readonly string[],
    private readonly ready: ReadyGame,
    private readonly writer: LineBuffer,
  ) {
    this.lines = [...lines];
  }

  /** The page's own copy of the save's lines and its game file, even if the storage has lost them. */
  get content(): SaveContent {
    return { lines: this.lines, file: this.ready.file };
  }

  /**
   * Store the new lines of the save with its progress; `wasLost` is called if the storage had lost it, `isLost` says that
   * it is known to. Throws {@link StorageFailure}.
   */
  async store(progress: SaveProgress, isLost: boolean, wasLost: () => void): Promise<void> {
    this.lines.push(...this.writer.takeLines());
    const { lines, standing, until, ask, shownEvents = null } = this.save;
    const isSame =
      this.lines.length === lines &&
      progress.standing === standing &&
      progress.until === until &&
      progress.ask === ask &&
      progress.shownEvents === shownEvents;
    if (isSame && !isLost) return;
    try {
      this.save = await storeProgress(this.ready, this.save, this.lines, progress, wasLost);
    } catch (error) {
      throw new StorageFailure(errorSentence(error));
    }
  }

  /** Note how many events the player has been shown, null for all; what is not stored costs his place, and no answer. */
  noteShown(shownEvents: number | null): void {
    if (shownEvents === (this.save.shownEvents ?? null)) return;
    this.save = { ...this.save, shownEvents };
    storeShownEvents(this.save, shownEvents).catch(() => {});
  }
}
