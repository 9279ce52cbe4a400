/** Saves as a browser keeps them, and games ready to play them. */

import { loadEdition, type ReadyGame } from "../src/page/storage/games";
import type { Save } from "../src/page/storage/saves";
import { edition, site } from "./browserParts";

/** A save that was begun and has no line yet. */
export function newSave(id: string, more: Partial<Save> = {}): Save {
  return {
    id,
    game: "lighthouse",
    place: "lighthouse",
    title: "The Keeper's Night",
    digest: "",
    what: "Mission 1",
    standing: "Not yet begun",
    isOver: false,
    until: "",
    begun: 1,
    played: 1,
    lines: 0,
    ...more,
  };
}

/** A game ready to be played, loaded from a site of this file alone. */
export async function loadGame(path: string, file: Blob): Promise<ReadyGame> {
  site.files = new Map([[path, file]]);
  return loadEdition(edition(path));
}
