/** Beginning a new game: its save is stored before its first question. */

import type { Level } from "../../modes";
import { startGame } from "../../play/start";
import { describeEntry } from "../../session/entry";
import { LineBuffer } from "../../session/sessionLog";
import { type ReadyGame, storeSave } from "../storage/games";
import { newId, type Save } from "../storage/saves";

/** What the player has chosen for a new game. */
export interface ChosenStart {
  /** The name of the edition: its variants and house rules. */
  readonly edition: string;
  readonly ask: Level;
  readonly setup: Parameters<typeof startGame>[1];
}

/** Start a game, and store its save; the game is known in addresses by its name. */
export async function storeNewGame(
  game: { readonly name: string; readonly title: string },
  ready: ReadyGame,
  { edition, ask, setup }: ChosenStart,
): Promise<Save> {
  const writer = new LineBuffer(game.title);
  const { header } = startGame(await ready.compiled, { ...setup, snapshot: ready.game.head.snapshot }, writer).session;
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place: game.name,
    title: game.title,
    digest: ready.digest,
    what: [describeEntry(header.entry, header.args), edition].filter((each) => each).join(", "),
    standing: "Not yet begun",
    isOver: false,
    until: setup.until ?? "",
    ask,
    shownEvents: 0,
    begun: now,
    played: now,
    lines: 0,
  };
  return storeSave(ready, save, writer.takeLines());
}
