import assert from "node:assert/strict";
import { test } from "node:test";
import { type EntryHistory, LayerStack } from "../src/page/layers";

/** A browser's history, whose steps take a moment, as in browsers. */
class HistoryOfTest implements EntryHistory {
  scrollRestoration: ScrollRestoration = "auto";
  readonly layers = new LayerStack(this);
  private entries: { at: string; state: unknown }[] = [{ at: "game", state: null }];
  private index = 0;

  get state(): unknown {
    return this.entries[this.index]!.state;
  }

  /** Where the browser is: the screen, and the count of entries before it. */
  get place(): string {
    return `${this.entries[this.index]!.at} ${this.index}`;
  }

  pushState(state: unknown): void {
    this.push(this.entries[this.index]!.at, state);
  }

  /** Go to another screen by a link. */
  push(at: string, state: unknown = null): void {
    this.entries = [...this.entries.slice(0, this.index + 1), { at, state }];
    this.index++;
  }

  go(steps = 0): void {
    setTimeout(() => this.goNow(steps), 5);
  }

  /** Go back at the player's wish, or forth. */
  goNow(steps: number): void {
    this.index += steps;
    this.layers.handleTraversal();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 40));

test("Back closes the last layer, then the one below, then leaves the screen", async () => {
  const history = new HistoryOfTest();
  const closed: string[] = [];
  history.layers.open(() => closed.push("past"));
  history.layers.open(() => closed.push("boards"));
  history.goNow(-1);
  assert.deepEqual(closed, ["boards"]);
  history.goNow(-1);
  assert.deepEqual(closed, ["boards", "past"]);
  await pause();
  assert.equal(history.place, "game 0");
});

test("a layer that is closed otherwise leaves no entry that Back must pass", async () => {
  const history = new HistoryOfTest();
  const close = history.layers.open(() => assert.fail("it is closed already"));
  close();
  close();
  await pause();
  assert.equal(history.place, "game 0");
});

test("a layer that replaces another uses its entry, and one that opens on the way back gets its own", async () => {
  const history = new HistoryOfTest();
  const closed: string[] = [];
  const close = history.layers.open(() => closed.push("first"));
  close();
  const closeSecond = history.layers.open(() => closed.push("second"));
  await pause();
  assert.equal(history.place, "game 1");
  closeSecond();
  history.layers.settle();
  history.layers.open(() => closed.push("third"));
  assert.equal(history.place, "game 1", "the browser is still on its way");
  await pause();
  assert.equal(history.place, "game 1");
  history.goNow(-1);
  assert.deepEqual(closed, ["third"]);
});

test("from another screen Back leads to the game itself, not to an entry of a closed layer", async () => {
  const history = new HistoryOfTest();
  const close = history.layers.open(() => {});
  close();
  history.layers.whenSettled(() => history.push("saves"));
  await pause();
  assert.equal(history.place, "saves 2");
  history.goNow(-1);
  await pause();
  assert.equal(history.place, "game 0");
});

test("one goes to another screen only once the entries of closed layers are left", async () => {
  const history = new HistoryOfTest();
  history.layers.open(() => {})();
  history.layers.settle();
  history.layers.whenSettled(() => history.push("saves"));
  assert.equal(history.place, "game 1");
  await pause();
  assert.equal(history.place, "saves 1");
});
