/** A guest's program keeps to the protocol with an honest host, and refuses what no honest host does. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { InputError } from "../src/errors";
import type { Answered } from "../src/seat/classes";
import { GuestClient, HostCheatsError } from "../src/seat/guest";
import { findConsentedUndos } from "../src/seat/seatFile";
import { restoreGame } from "../src/seat/seatGame";
import { hear, newChoice, newFile, newSeated, newTurn, newWaits, sitDown } from "./seatParts";

/** An answer to the question with a number. */
const answer = (number: number, name = "left"): Answered => ({
  document: "answer",
  number,
  names: [name],
  together: false,
  move: 0,
  share: "",
});

/** A guest who sits at a table whose game has begun. */
async function begun(): Promise<GuestClient> {
  const guest = new GuestClient(newFile(), "all");
  await sitDown(guest);
  await hear(guest, newTurn());
  return guest;
}

/** Whether an error is an input error whose message matches, and perhaps a refusal that the host reads. */
const refused =
  (message: RegExp, cheats = false) =>
  (error: unknown) =>
    error instanceof InputError && message.test(error.message) && error instanceof HostCheatsError === cheats;

test("a share is opened with an answer, and behind the answer of another to which the host has committed", async () => {
  const guest = await begun();
  const sent = await guest.prepareMessage(answer(0));
  assert.deepEqual([sent.document, (sent as Answered).move], ["answer", 1]);
  const wanted = { document: "share_wanted", move: 2, committed: "3".repeat(64) } as const;
  const share = await hear(guest, newTurn({ number: 1, moves: 1, question: null, turn: "host" }), wanted);
  assert.equal(share?.document, "share");
  assert.deepEqual(await hear(guest, wanted), share, "a share that is asked for again is the same");
});

test("a share is refused out of turn, and for another answer than before", async () => {
  const guest = await begun();
  const wanted = { document: "share_wanted", move: 1, committed: "3".repeat(64) } as const;
  await assert.rejects(hear(guest, { ...wanted, move: 2 }), refused(/share of move 2 out of turn/, true));
  await hear(guest, wanted);
  await assert.rejects(hear(guest, { ...wanted, committed: "4".repeat(64) }), refused(/taken back the answer/, true));
  await assert.rejects(guest.prepareMessage(answer(0)), refused(/had the share of move 1 for another answer/));
});

test("other terms than before, and terms without this seat's commitment, are refused", async () => {
  const guest = new GuestClient(newFile(), "all");
  const seated = await sitDown(guest);
  for (const change of [{ rules: "9".repeat(64) }, { seed: 7n }, { hasReferee: true }])
    await assert.rejects(hear(guest, { ...seated, ...change } as typeof seated), refused(/another game/));
  await assert.rejects(hear(guest, newWaits({ seal: "5".repeat(64) })), refused(/another secret/));
  const other = new GuestClient(newFile(), "all");
  await assert.rejects(sitDown(other, { anchors: new Map([["guest", "6".repeat(64)]]) }), refused(/not taken/));
  const dice = new GuestClient(newFile(), "all");
  await assert.rejects(sitDown(dice, { dice: "own" }), refused(/dice are others/));
});

test("a host goes back only behind an undo to which this seat has consented", async () => {
  const guest = await begun();
  await guest.prepareMessage(answer(0));
  await hear(guest, newTurn({ number: 1, moves: 1, events: [newChoice("left")] }));
  const back = newTurn({ moves: 1, undone: 1 });
  await assert.rejects(hear(guest, newTurn({ moves: 1 })), refused(/gone back to an earlier question/));
  await assert.rejects(hear(guest, back), refused(/without this seat's consent/));
  await hear(guest, { document: "undo_asked", number: 1, seat: "guest", ownAnswers: 1 });
  await assert.rejects(hear(guest, back), refused(/without this seat's consent/), "it never asked");
  await hear(guest, { document: "undo_asked", number: 1, seat: "host", ownAnswers: 1 });
  await guest.prepareMessage({ document: "undo_reply", number: 1, agrees: false });
  await assert.rejects(hear(guest, back), refused(/without this seat's consent/), "it refused");
  await guest.prepareMessage({ document: "undo_reply", number: 1, agrees: true });
  await hear(guest, { document: "undone", number: 1, seat: "host" }, back);
  assert.deepEqual(
    guest.file.messages.slice(-4).map(({ document }) => document),
    ["undo_reply", "undo_reply", "undone", "turn"],
  );
});

test("what this seat asked for is taken back, and what it answers anew is sent, though it is the same", async () => {
  const guest = await begun();
  const first = (await guest.prepareMessage(answer(0))) as Answered;
  await hear(guest, newTurn({ number: 1, moves: 1, events: [newChoice("left")] }));
  await guest.prepareMessage({ document: "undo_request" });
  await hear(
    guest,
    { document: "undo_asked", number: 1, seat: "guest", ownAnswers: 1 },
    { document: "undone", number: 1, seat: "guest" },
    newTurn({ moves: 1, undone: 1 }),
  );
  assert.deepEqual([...findConsentedUndos(guest.file.messages)], [1]);
  const game = restoreGame(guest.file.messages)!;
  assert.deepEqual([game.eventCount, game.isAsked, game.ownAnswers], [0, true, []]);
  const second = (await guest.prepareMessage(answer(0))) as Answered;
  assert.deepEqual([second.move, second.share === first.share], [2, false]);
  const again = new GuestClient(newFile(guest.file.messages), "all");
  const hello = await hear(again, newWaits());
  assert.deepEqual(
    [hello?.document === "hello" && hello.undone, await hear(again, newTurn({ moves: 1, undone: 1 }))],
    [1, second],
  );
});

test("an answer whose share the host lost as he was killed is sent again when he asks for that", async () => {
  const guest = await begun();
  const sent = await guest.prepareMessage(answer(0));
  assert.deepEqual(await hear(guest, { document: "share_wanted", move: 1, committed: "3".repeat(64) }), sent);
});

test("dice of one's own are agreed to before the greeting, once, and a throw is sent again", async () => {
  const guest = new GuestClient(newFile(), "all");
  const waits = newWaits({ guests: [], dice: "own" });
  assert.deepEqual([await hear(guest, waits), guest.awaitsConsent, guest.file.lines], [null, true, []]);
  assert.equal((await guest.agree())?.document, "hello");
  const seated = newSeated({ dice: "own" });
  const dice = { dice: { count: 1, sides: 6, keep: "sum", kept: 1, others: [], single: false } };
  const wanted = { ...dice, table: "", title: "The tide", about: [], leads: [], members: [] } as never;
  await hear(guest, seated, newTurn({ question: null, throw: wanted }));
  const thrown = { document: "thrown", number: 0, faces: [4] } as const;
  await guest.prepareMessage(thrown);
  const again = new GuestClient(newFile(guest.file.messages), "all");
  assert.equal((await hear(again, waits))?.document, "hello", "what was agreed to is not asked again");
  assert.deepEqual(await hear(again, seated, newTurn({ question: null, throw: wanted })), thrown);
});

test("the events of a turn that reads otherwise replace those from its start on", async () => {
  const game = restoreGame([newSeated(), newTurn({ events: [newChoice("left"), newChoice("Ann")] })])!;
  assert.equal(game.addTurn(newTurn({ start: 0, events: [newChoice("left"), newChoice("Bea")] })), 1);
  assert.equal(game.addTurn(newTurn({ start: 2, events: [newChoice("right")] })), 2);
  assert.equal(game.eventCount, 3);
});

test("what the storage does not take is neither sent nor replied to, and is done again later", async () => {
  const guest = await begun();
  const { length } = guest.file.messages;
  const failing = { append: () => Promise.reject(new InputError("There is no room left")) };
  const kept = Reflect.get(guest.file, "kept") as unknown;
  Reflect.set(guest.file, "kept", failing);
  await assert.rejects(guest.prepareMessage(answer(0)), refused(/no room left/));
  await assert.rejects(guest.prepareMessage({ document: "undo_reply", number: 1, agrees: true }), refused(/no room/));
  await assert.rejects(hear(guest, newTurn({ number: 1 })), refused(/no room left/));
  assert.equal(guest.file.messages.length, length);
  Reflect.set(guest.file, "kept", kept);
  assert.equal(((await guest.prepareMessage(answer(0, "right"))) as Answered).move, 1);
});
