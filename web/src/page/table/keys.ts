/** Keyboard shortcuts of a game: digits begin a typed answer, letters open panels. */

import { COMMAND_HELP } from "../../play/commands/help";
import { openDialog } from "../dialogs";
import { h } from "../dom";
import type { GameController } from "./gameController";
import { lookupDialog } from "./lookup";
import { namesDialog } from "./namesDialog";
import { ordersDialog } from "./orderDialogs";
import { undoAnswers } from "./undoDialog";
import { showWhy } from "./whyDialog";

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

/** Handle keys until the signal aborts. */
export function listenForKeys(controller: GameController, signal: AbortSignal): void {
  window.addEventListener("keydown", (event) => handleKey(controller, event), { signal });
  window.addEventListener("keydown", (event) => guardEnter(controller, event), { signal, capture: true });
  window.addEventListener("close", () => leaveBars(controller), { signal, capture: true });
}

/** Once a dialog is closed, move the focus from the button of a bar to the question, so that Enter opens nothing again. */
function leaveBars({ bar, questionView }: GameController): void {
  const at = document.activeElement;
  if (at === null || at === document.body || bar.element.contains(at) || bar.lowerBar.contains(at))
    questionView.focus();
}

/**
 * Block repeats of Enter; if the focused answer is out of sight, scroll by a page instead of answering. At a stop of
 * the story go on, by Space as well.
 */
function guardEnter(controller: GameController, event: KeyboardEvent): void {
  const { goOnButton } = controller.questionView;
  if (document.querySelector("dialog[open]") !== null || controller.history.isOpen) return;
  if (goOnButton !== null && (event.key === "Enter" || event.key === " ") && isFree(goOnButton)) {
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    goOnButton.focus({ preventScroll: true });
    if (controller.questionSight.isFocusInSight) controller.goOn();
    else controller.questionSight.turnPage();
    return;
  }
  if (event.key !== "Enter") return;
  if (event.repeat || !controller.questionSight.isFocusInSight) {
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) controller.questionSight.turnPage();
  }
}

/** Perform the action of a pressed shortcut key, unless the player types into a field or a dialog is open. */
function handleKey(controller: GameController, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector("dialog[open]") !== null) return;
  const act = controller.history.isOpen
    ? findPastAction(controller, event)
    : (findStopAction(controller, event) ?? findAction(controller, event.key));
  if (act === null) return;
  event.preventDefault();
  act();
}

/** Find the action of a shortcut key at a stop of the story; null for other keys, and where the story does not wait. */
function findStopAction(controller: GameController, { key, repeat }: KeyboardEvent): (() => void) | null {
  if (controller.stops.current === null) return null;
  switch (key) {
    case "s":
      return controller.skipStops;
    case "u":
    case "Backspace":
      return repeat ? () => {} : controller.goBack;
    default: // the rest: keys of the whole game
      return null;
  }
}

/** Find the action of a shortcut key while the past of the story is shown; null for other keys. */
function findPastAction(controller: GameController, { key, target }: KeyboardEvent): (() => void) | null {
  const { history } = controller;
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
      return findAction(controller, key);
    default: // the rest: keys of the question, which waits
      return null;
  }
}

/** Find the action of a shortcut key; null for other keys. */
function findAction(controller: GameController, key: string): (() => void) | null {
  switch (key) {
    case "[":
      return () => controller.history.step(-1);
    case "]":
      return () => controller.history.step(1);
    case "u":
      return () => undoAnswers(controller);
    case "w":
      return () => showWhy(controller);
    case "o":
      return () => controller.questionView.toggleOdds();
    case "b":
      return () => controller.sidePanels.showBoards();
    case "s":
      return () => controller.sidePanels.showSheet();
    case "a":
      return () => ordersDialog(controller);
    case "l":
      return () => lookupDialog(controller);
    case "n":
      return () => namesDialog(controller);
    case "?":
      return keysDialog;
    case "/":
      return () => controller.questionView.startTyping("");
    case "Enter":
      return document.activeElement === document.body || document.activeElement?.tagName === "MAIN"
        ? () => controller.questionView.focus()
        : null;
    default: // the rest: a digit, or no shortcut
      return /^\d$/.test(key) && controller.stops.current === null
        ? () => controller.questionView.startTyping(key)
        : null;
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

/** Render keys or commands, with what each does, as a definition list. */
function helpList(entries: readonly (readonly [string, string])[]): HTMLElement {
  return h(
    "dl",
    { class: "keys" },
    ...entries.map(([keys, does]) => h("div", {}, h("dt", {}, h("kbd", {}, keys)), h("dd", {}, does))),
  );
}
