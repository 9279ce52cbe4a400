/** Games of the player's own, from the beginnings of games that were watched. */

import { countRecords } from "../../play/links/making";
import { saveLines } from "../../play/links/rebuilding";
import { describeEntry } from "../../session/entry";
import type { Session } from "../../session/session";
import { navigateTo } from "../layers";
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
 * Store what led to the first events of a session, by default to all, as a new save, and go to its screen, where the story
 * waits behind these events; no save is replaced.
 */
export async function playOn(session: Session, origin: Origin, eventCount = session.eventCount): Promise<void> {
  const { header, records, end, program } = session;
  const now = Date.now();
  const recordCount = countRecords(session, eventCount);
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
    shownEvents: eventCount < session.eventCount ? eventCount : null,
  };
  await storeSave(origin.ready, save, saveLines(session, recordCount));
  void requestPersistence();
  navigateTo(routeHash({ at: "play", save: save.id }));
}
