/** Games of the player's own, from the beginnings of games that were watched. */

import { saveLines } from "../../play/links/rebuilding";
import { describeEntry } from "../../session/entry";
import type { Session } from "../../session/session";
import { routeHash } from "../routes";
import { requestPersistence } from "../storage/database";
import { type ReadyGame, storeSave } from "../storage/games";
import { newId, type Save } from "../storage/saves";

/** Where a new save comes from. */
export interface Origin {
  readonly ready: ReadyGame;
  /** The game's name in addresses. */
  readonly place: string;
  /** The names of its overlays; empty for none. */
  readonly edition: string;
}

/**
 * Store the first dice and answers of a session, all by default, as a new save, and go to its screen; no save is
 * replaced.
 */
export async function playOn(session: Session, origin: Origin, recordCount = session.records.length): Promise<void> {
  const { header, records, end, program } = session;
  const now = Date.now();
  const isWhole = recordCount >= records.length;
  const save: Save = {
    id: newId(),
    game: header.game,
    place: origin.place,
    title: program.title,
    digest: origin.ready.digest,
    what: [describeEntry(header.entry, header.args), origin.edition].filter((each) => each).join(", "),
    standing: isWhole ? "Taken over from elsewhere" : "Taken over from the middle of a game",
    isOver: isWhole && end !== null,
    until: "",
    begun: now,
    played: now,
    lines: 0,
  };
  await storeSave(origin.ready, save, saveLines(session, recordCount));
  void requestPersistence();
  location.hash = routeHash({ at: "play", save: save.id });
}
