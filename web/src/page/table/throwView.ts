/** View of real dice to throw: their purpose, outcomes, and inputs for the faces. */

import type { WantedDice } from "../../play/dice/throws";
import { tableLabel } from "../../play/story/phrases";
import * as sentences from "../../play/storySentences";
import { diceNotation, dieName, dieSides, lowestFace } from "../../rules/dice";
import { button, h } from "../dom";

/** Takes the faces of the dice. */
export type ThrowHandler = (faces: readonly number[]) => void;

/** Maximum sides of a die with buttons; for more, faces are typed. */
const MAX_BUTTON_SIDES = 12;

/** The alternatives to throwing real dice. */
export interface SeedThrowActions {
  /** Throw this once by the seed. */
  readonly one: () => void;
  /** Throw by the seed from here on. */
  readonly all: () => void;
}

/**
 * Render a request for real dice: their purpose and outcomes, buttons for the faces, and buttons that let the page
 * throw (`seedThrows`), null where it may not.
 */
export function throwView(wanted: WantedDice, onThrow: ThrowHandler, seedThrows: SeedThrowActions | null): HTMLElement {
  if (wanted.members.length > 0) return drawView(wanted.members, onThrow, seedThrows);
  const about = wanted.about.length > 0 && h("small", {}, ` (${wanted.about.join(", ")})`);
  return h(
    "div",
    { class: "group" },
    h(
      "h2",
      { id: "prompt" },
      `Throw ${diceNotation(wanted.dice)} for ${tableLabel(wanted.table, wanted.title) || "dice"}`,
      about,
    ),
    wanted.leads.length > 0 &&
      h(
        "ul",
        { class: "remarks" },
        ...wanted.leads.map(([faces, result]) => h("li", {}, faces, " → ", h("b", {}, result))),
      ),
    Math.max(...dieSides(wanted.dice)) <= MAX_BUTTON_SIDES && faceButtons(wanted, onThrow),
    seedThrows !== null &&
      h(
        "p",
        { class: "ways" },
        button("The page throws this one", seedThrows.one),
        button("The page throws from here on", seedThrows.all),
      ),
  );
}

/**
 * Render a request for a random draw: a button for each member that may have been drawn, and buttons that let the page
 * draw (`seedThrows`).
 */
function drawView(members: readonly string[], onThrow: ThrowHandler, seedThrows: SeedThrowActions | null): HTMLElement {
  const options = members.map((title, at) => button(title, () => onThrow([at + 1]), { class: "face" }));
  return h(
    "div",
    { class: "group" },
    h("h2", { id: "prompt" }, `${sentences.whichWasDrawn(members.length)}?`),
    h("div", { class: "faces", role: "group", "aria-label": "What there is to draw from" }, ...options),
    seedThrows !== null &&
      h(
        "p",
        { class: "ways" },
        button("The page draws this one", seedThrows.one),
        button("The page throws from here on", seedThrows.all),
      ),
  );
}

/** Render a row of face buttons for each die; once each die has a face, `onThrow` gets the throw. */
function faceButtons(wanted: WantedDice, onThrow: ThrowHandler): HTMLElement {
  const allSides = dieSides(wanted.dice);
  const faces: (number | null)[] = allSides.map(() => null);
  const rows = allSides.map((sides, die) => {
    const name = allSides.length === 1 ? "The die" : dieName(wanted.dice, die);
    const row = h("div", { class: "faces", role: "group", "aria-label": name });
    if (allSides.length > 1) row.append(h("span", { class: "which" }, name));
    for (const face of Array.from({ length: sides }, (_, at) => at + lowestFace(wanted.dice))) {
      const one = button(String(face), () => setFace(die, face, row, one), { class: "face", "aria-pressed": "false" });
      row.append(one);
    }
    return row;
  });
  /** Set the face of a die (from 0), and mark its button (`one`) in the die's row. */
  function setFace(die: number, face: number, row: HTMLElement, one: HTMLElement): void {
    faces[die] = face;
    for (const other of row.querySelectorAll(".face")) other.setAttribute("aria-pressed", String(other === one));
    if (faces.every((each) => each !== null)) onThrow(faces as number[]);
  }
  return h("div", { class: "thrower" }, ...rows);
}
