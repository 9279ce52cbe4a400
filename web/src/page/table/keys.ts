/** Keyboard shortcuts of a game: digits begin a typed answer, letters open panels. */

import { COMMAND_HELP } from "../../play/commands/help";
import { openDialog } from "../dialogs";
import { h } from "../dom";
import type { QuestionSight } from "./questionSight";
import type { StoryHistory } from "./storyHistory";

const KEY_HELP: readonly (readonly [keys: string, does: string])[] = [
  ["Enter", "answers what has the focus, at first what is suggested; before that it turns the pages of a long story"],
  ["Enter, Space", "where the story waits: goes on"],
  ["s", "where the story waits: to the question, or to the end if none follows"],
  ["u, Backspace", "where the story waits: back one beat"],
  ["arrows", "another answer; in a matrix another cell or row"],
  ["Tab, arrows on a board", "from piece to piece; Enter answers by it, or opens what stands there"],
  ["0 to 9, /", "begin a typed line: a number, words, an order such as 2 always, a command such as why"],
  ["[ ]", "back and forth through the story, with the boards as they stood"],
  ["Esc, Enter", "back in the story: to the question, or to where the story waits"],
  ["Home, End", "back in the story: to its first beat, to the last"],
  ["u", "takes back the last answer"],
  ["w", "why the last roll came out so"],
  ["o", "the odds of the answers"],
  ["b, s", "boards, sheet"],
  ["a", "orders, and how much is asked"],
  ["l", "look up a table, or anything that has a name"],
  ["n", "names"],
  ["?", "these keys, and what can be typed"],
];

/** The keys that are the same for every story, as the list above has them. */
const STORY_KEYS: readonly string[] = [
  "Enter",
  "Enter, Space",
  "s",
  "u, Backspace",
  "arrows",
  "[ ]",
  "Esc, Enter",
  "Home, End",
];

/** A game that is played by keys, too. */
export interface KeyedGame {
  readonly questionView: {
    /** The button that goes on from the story's stop; null without one. */
    readonly goOnButton: HTMLElement | null;
    focus(): void;
    startTyping(first: string): void;
  };
  readonly questionSight: QuestionSight;
  readonly history: Pick<StoryHistory, "isOpen" | "step" | "return" | "goToFirst">;
  /** The stops of the story; null while it does not wait. */
  readonly stops: { readonly current: object | null };
  readonly bar: { readonly element: HTMLElement; readonly lowerBar: HTMLElement };
  /** The actions of further keys, at a question. */
  readonly keyActions: Readonly<Record<string, () => void>>;
  goOn(): void;
  skipStops(): void;
  goBack(): void;
}

/** Handle keys until the signal aborts. */
export function listenForKeys(game: KeyedGame, signal: AbortSignal): void {
  window.addEventListener("keydown", (event) => handleKey(game, event), { signal });
  window.addEventListener("keydown", (event) => guardEnter(game, event), { signal, capture: true });
  window.addEventListener("close", () => leaveBars(game), { signal, capture: true });
}

/** Once a dialog is closed, move the focus from the button of a bar to the question, so that Enter opens nothing again. */
function leaveBars({ bar, questionView }: KeyedGame): void {
  const at = document.activeElement;
  if (at === null || at === document.body || bar.element.contains(at) || bar.lowerBar.contains(at))
    questionView.focus();
}

/**
 * Block repeats of Enter; if the focused answer is out of sight, scroll by a page instead of answering. At a stop of
 * the story go on, by Space as well.
 */
function guardEnter(game: KeyedGame, event: KeyboardEvent): void {
  const { goOnButton } = game.questionView;
  if (document.querySelector("dialog[open]") !== null || game.history.isOpen) return;
  if (goOnButton !== null && (event.key === "Enter" || event.key === " ") && isFree(goOnButton)) {
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    goOnButton.focus({ preventScroll: true });
    if (game.questionSight.isFocusInSight) game.goOn();
    else game.questionSight.turnPage();
    return;
  }
  if (event.key !== "Enter") return;
  if (event.repeat || !game.questionSight.isFocusInSight) {
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) game.questionSight.turnPage();
  }
}

/** Perform the action of a pressed shortcut key, unless the player types into a field or a dialog is open. */
function handleKey(game: KeyedGame, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector("dialog[open]") !== null) return;
  const act = game.history.isOpen
    ? findPastAction(game, event)
    : (findStopAction(game, event) ?? findAction(game, event.key));
  if (act === null) return;
  event.preventDefault();
  act();
}

/** Find the action of a shortcut key at a stop of the story; null for other keys, and where the story does not wait. */
function findStopAction(game: KeyedGame, { key, repeat }: KeyboardEvent): (() => void) | null {
  if (game.stops.current === null) return null;
  switch (key) {
    case "s":
      return game.skipStops;
    case "u":
    case "Backspace":
      return repeat ? () => {} : game.goBack;
    default: // the rest: keys of the whole game
      return null;
  }
}

/** Find the action of a shortcut key while the past of the story is shown; null for other keys. */
function findPastAction(game: KeyedGame, { key, target }: KeyboardEvent): (() => void) | null {
  const { history } = game;
  switch (key) {
    case "Escape":
    case "End":
      return history.return;
    case "Enter":
      return isPressed(target) ? null : history.return;
    case "Home":
      return () => history.goToFirst();
    case "[":
    case "]":
    case "b":
    case "s":
    case "l":
    case "?":
      return findAction(game, key);
    default: // the rest: keys of the question, which waits
      return null;
  }
}

/** Find the action of a shortcut key; null for other keys. */
function findAction(game: KeyedGame, key: string): (() => void) | null {
  switch (key) {
    case "[":
      return () => game.history.step(-1);
    case "]":
      return () => game.history.step(1);
    case "/":
      return () => game.questionView.startTyping("");
    case "Enter":
      return document.activeElement === document.body || document.activeElement?.tagName === "MAIN"
        ? () => game.questionView.focus()
        : null;
    default: // the rest: a letter of this game, a digit, or no shortcut
      if (Object.hasOwn(game.keyActions, key)) return game.keyActions[key]!;
      return /^\d$/.test(key) && game.stops.current === null ? () => game.questionView.startTyping(key) : null;
  }
}

/** Whether Enter and Space mean the button that goes on: it has the focus, or nothing in particular has. */
function isFree(goOnButton: HTMLElement): boolean {
  const at = document.activeElement;
  return at === null || at === goOnButton || at === document.body || at.tagName === "MAIN" || at.contains(goOnButton);
}

/** Whether Enter at an element presses that: a button, a link, a piece of a board. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("button, a, summary, [role=button]");
}

/** Whether keys pressed at an element are input: it is a text field or a list. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "range"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Show the keyboard shortcuts and commands in a dialog. */
export function keysDialog(): void {
  openDialog("Keys and words", [helpList(KEY_HELP), h("h3", {}, "To be typed"), helpList(COMMAND_HELP)]);
}

/** Show keys in a dialog: those that do what a list says, and those of every story. */
export function ownKeysDialog(own: readonly (readonly [string, string])[]): void {
  const others = KEY_HELP.filter(([keys]) => STORY_KEYS.includes(keys));
  openDialog("Keys", helpList([...others, ...own]));
}

/** Render keys or commands, with what each does, as a definition list. */
function helpList(entries: readonly (readonly [string, string])[]): HTMLElement {
  return h(
    "dl",
    { class: "keys" },
    ...entries.map(([keys, does]) => h("div", {}, h("dt", {}, h("kbd", {}, keys)), h("dd", {}, does))),
  );
}
