/** When the workshop checks what is typed, by a clock and a desk that the test plays. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Checker, type Clock, IDLE_TIME, TYPING_PAUSE } from "../src/workshop/checks";
import type { Checked, ShownFinding } from "../src/workshop/desk/classes";

/** A clock that goes on when the test says so. */
class PlayedClock implements Clock {
  time = 0;
  private timers: { at: number; act: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(milliseconds: number, act: () => void): () => void {
    const timer = { at: this.time + milliseconds, act };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  /** Go on, and let what is due and what waits for it happen. */
  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    for (const due of this.timers.filter((each) => each.at <= this.time)) {
      this.timers = this.timers.filter((each) => each !== due);
      due.act();
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

const PART: Checked = { files: [], is_complete: false };
const ITEMS_DONE: Checked = { files: [{ file: "/b", findings: [] }], is_complete: false };
const DONE: Checked = { files: [], is_complete: true };

/** A checker whose desk answers each slice by the next of these, and waits when none is left. */
function open(slices: Checked[]) {
  const clock = new PlayedClock();
  const calls: string[] = [];
  const shown: string[] = [];
  let answer = (_checked: Checked) => {};
  const desk = {
    changeText: (file: string, text: string) => {
      calls.push(`${file} ${text}`);
      return Promise.resolve({ files: [{ file, findings: [] as ShownFinding[] }], is_complete: false });
    },
    continueCheck: () => {
      calls.push("slice");
      const next = slices.shift();
      return next ? Promise.resolve(next) : new Promise<Checked>((resolve) => (answer = resolve));
    },
  };
  const listener = {
    show: (files: Checked["files"], isComplete: boolean) =>
      shown.push(`${files.map((each) => each.file).join()}${isComplete ? " complete" : ""}`),
    fail: (error: unknown) => shown.push(String(error)),
  };
  const checker = new Checker(desk, listener, clock);
  return { checker, clock, calls, shown, answer: (checked: Checked) => answer(checked) };
}

test("a text is sent once nobody types, and the check goes on in slices", async () => {
  const { checker, clock, calls, shown } = open([PART, PART, DONE]);
  checker.type("/a", "1");
  await clock.pass(TYPING_PAUSE - 1);
  checker.type("/a", "2");
  await clock.pass(TYPING_PAUSE - 1);
  assert.deepEqual(calls, []);
  await clock.pass(1);
  assert.deepEqual(calls, ["/a 2", "slice", "slice", "slice"]);
  assert.deepEqual(shown, ["/a", "", "", " complete"]);
});

test("the last part, which is long, waits until nobody has typed for longer", async () => {
  const { checker, clock, calls } = open([ITEMS_DONE, DONE]);
  checker.type("/a", "1");
  await clock.pass(TYPING_PAUSE);
  assert.deepEqual(calls, ["/a 1", "slice"]);
  await clock.pass(IDLE_TIME - TYPING_PAUSE - 1);
  assert.equal(calls.length, 2);
  await clock.pass(1);
  assert.deepEqual(calls, ["/a 1", "slice", "slice"]);
});

test("findings of an older text are not shown, those of other files are", async () => {
  const { checker, clock, shown, answer } = open([]);
  checker.type("/a", "1");
  await clock.pass(TYPING_PAUSE);
  checker.type("/a", "2");
  answer({ files: ["/a", "/b"].map((file) => ({ file, findings: [] })), is_complete: true });
  await clock.pass(0);
  assert.deepEqual(shown, ["/a", "/b"]);
});

test("whoever asks about a text has it sent before", async () => {
  const { checker, calls } = open([]);
  checker.type("/a", "1");
  await checker.flush();
  assert.equal(calls[0], "/a 1");
});

test("a check that fails is told, and the next text is checked", async () => {
  const { checker, clock, calls, shown } = open([]);
  const failing = new Checker(
    { changeText: () => Promise.reject(new Error("stopped")), continueCheck: () => Promise.resolve(DONE) },
    { show: () => {}, fail: (error) => shown.push(String(error)) },
    clock,
  );
  failing.type("/a", "1");
  await clock.pass(TYPING_PAUSE);
  assert.deepEqual(shown, ["Error: stopped"]);
  checker.type("/a", "2");
  await clock.pass(TYPING_PAUSE);
  assert.equal(calls[0], "/a 2");
});
