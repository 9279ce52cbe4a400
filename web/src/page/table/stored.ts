/** That the storage has lost the save that is played: it is missed at once, and stored again from the page. */

import { button } from "../dom";
import { watchStorage } from "../keeping/database";
import { type Save, saveOf } from "../keeping/saves";
import { announce, notify } from "../shell";

/** What is needed of who plays. */
interface Player {
  readonly save: Save;
  /** Whether something is being done, or he has left: then nothing is to be looked for. */
  readonly isAway: boolean;
  /** Do something, and store what is new. */
  do(move: () => void): Promise<void>;
}

/** Sees whether the save that is played is still stored. */
export class StoredWatch {
  private notice: HTMLElement | null = null;

  constructor(private readonly player: Player) {}

  /** Whether the save is known to be lost. */
  get isLost(): boolean {
    return this.notice !== null;
  }

  /** Look whenever the storage was closed, or somebody comes back to the page. */
  begin(signal: AbortSignal): void {
    const look = (): void => void this.look();
    signal.addEventListener("abort", watchStorage({ lost: look }));
    document.addEventListener("visibilitychange", look, { signal });
    window.addEventListener("focus", look, { signal });
  }

  /** Say that all is stored again. */
  again(): void {
    this.notice?.remove();
    this.notice = null;
    notify("The browser had cleared this game from its storage. It was stored again, whole.");
  }

  /** Look whether the save is still there; where it is lost, say so, and offer to store it again. */
  private async look(): Promise<void> {
    const isOfNoUse = (): boolean => this.isLost || this.player.isAway || this.player.save.lines === 0;
    if (isOfNoUse()) return;
    const kept = await saveOf(this.player.save.id).catch(() => null);
    if (kept !== undefined || isOfNoUse()) return;
    this.notice = announce(
      "The browser has cleared this game from its storage. On this page it is still whole; it is stored again with your next answer, or now. ",
      button("Store it again", () => void this.player.do(() => {}), { class: "main" }),
    );
  }
}
