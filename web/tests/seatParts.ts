/** Messages of a table, and a seat's file in memory, for the tests of a seat. */

import type { ChoiceView, View } from "../src/engine/classes";
import type { Question } from "../src/engine/question";
import { NO_PHRASES } from "../src/play/story/phrases";
import type { HostMessage, Seated, SeatMessage, StoredMessage, Turn, Waits } from "../src/seat/classes";
import type { GuestClient } from "../src/seat/guest";
import { encodeMessage } from "../src/seat/messages";
import { SeatFile } from "../src/seat/seatFile";

const ORIGIN = { cite: "", standing: "", evidence: "", amendedBy: [], place: null } as unknown as View["origin"];

/** A file of a seat with some messages, kept in memory. */
export function newFile(messages: readonly StoredMessage[] = []): SeatFile {
  const file = new SeatFile([], { append: async () => {} });
  file.messages.push(...messages);
  return file;
}

/** A host's first message. */
export function newWaits(changes: Partial<Waits> = {}): Waits {
  return {
    document: "waits",
    seal: "0".repeat(64),
    protocol: 2,
    guests: ["guest"],
    spares: false,
    dice: "seeded",
    ...changes,
  };
}

/** The terms of a table. */
export function newSeated(changes: Partial<Seated> = {}): Seated {
  return {
    document: "seated",
    game: "cove",
    title: "The Cove",
    seat: "guest",
    seats: [
      { name: "host", title: "the keeper" },
      { name: "guest", title: "the smuggler" },
    ],
    rules: "1".repeat(64),
    options: new Map(),
    overlays: [],
    entry: "mission",
    args: [],
    pins: [],
    fields: [],
    about: [],
    phrases: NO_PHRASES,
    seal: "0".repeat(64),
    seed: null,
    protocol: 2,
    host: "host",
    autos: [],
    anchors: new Map(),
    spares: false,
    asks: "all",
    journal: 1,
    names: null,
    hasReferee: false,
    inForce: [],
    dice: "seeded",
    ...changes,
  };
}

/** A question with the answers `left` and `right`. */
export function newQuestion(prompt = "Where"): Question {
  const options = ["left", "right"].map((name) => ({
    name,
    title: `To the ${name}`,
    marks: new Set<string>(),
    beside: "",
    grave: false,
    piece: "",
    short: "",
  }));
  return {
    site: 0,
    id: "choice:way",
    prompt,
    by: "player",
    seat: "guest",
    options,
    optional: false,
    offer: false,
    preferred: 0,
    origin: ORIGIN,
    remarks: [],
    routine: false,
    ends: [],
    together: "",
  } as unknown as Question;
}

/** An answer in the story, in words. */
export function newChoice(title: string): ChoiceView {
  return {
    event: "choice",
    origin: ORIGIN,
    id: "choice:way",
    prompt: "Where",
    by: "player",
    options: ["left", "right"],
    titles: ["left", "right"],
    answer: title,
    answerTitle: title,
    offer: false,
    unit: 1,
  };
}

/** A turn in which nothing has happened, and the guest is asked. */
export function newTurn(changes: Partial<Turn> = {}): Turn {
  return {
    document: "turn",
    number: 0,
    start: 0,
    events: [],
    turn: "guest",
    question: newQuestion(),
    rows: [],
    again: null,
    committed: "2".repeat(64),
    moves: 0,
    debriefings: [],
    undone: 0,
    throw: null,
    ...changes,
  };
}

/** Have a guest's program handle messages of its host; returns its last reply. */
export async function hear(guest: GuestClient, ...messages: readonly HostMessage[]): Promise<SeatMessage | null> {
  let reply: SeatMessage | null = null;
  for (const message of messages) reply = await guest.handleMessage(message, encodeMessage(message as never));
  return reply;
}

/** Seat a guest whose host begins the game, with his own commitment. */
export async function sitDown(guest: GuestClient, changes: Partial<Seated> = {}): Promise<Seated> {
  const hello = await hear(guest, newWaits());
  if (hello?.document !== "hello") throw new Error("no greeting");
  const seated = newSeated({ anchors: new Map([["guest", hello.anchor]]), ...changes });
  await hear(guest, seated);
  return seated;
}
