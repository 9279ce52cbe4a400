/** Real dice that are to be thrown: what for, what they lead to, and where one says what fell. */

import type { WantedDice } from "../../play/dice/wanted";
import { label } from "../../play/story/phrases";
import { nameOfDie, notation } from "../../rules/dice";
import { button, h } from "../dom";

/** Says what dice show: each of them. */
export type Fell = (faces: readonly number[]) => void;

/** A die with more sides than this is typed, not touched. */
const MOST_BUTTONS = 12;

/** What a throw offers besides its dice. */
export interface Leaving {
  /** The seed throws this one. */
  readonly one: () => void;
  /** The seed throws from here on. */
  readonly all: () => void;
}

/** The dice that are wanted. */
export function throwView(wanted: WantedDice, fell: Fell, leave: Leaving): HTMLElement {
  if (wanted.members.length > 0) return drawView(wanted.members, fell, leave);
  const about = wanted.about.length > 0 && h("small", {}, ` (${wanted.about.join(", ")})`);
  return h(
    "div",
    { class: "group" },
    h(
      "h2",
      { id: "prompt" },
      `Throw ${notation(wanted.dice)} for ${label(wanted.table, wanted.title) || "dice"}`,
      about,
    ),
    wanted.leads.length > 0 &&
      h(
        "ul",
        { class: "remarks" },
        ...wanted.leads.map(([faces, result]) => h("li", {}, faces, " → ", h("b", {}, result))),
      ),
    wanted.dice.sides <= MOST_BUTTONS && touched(wanted, fell),
    h(
      "p",
      { class: "ways" },
      button("The page throws this one", leave.one),
      button("The page throws from here on", leave.all),
    ),
  );
}

/** What may have been drawn: touched is which. */
function drawView(members: readonly string[], fell: Fell, leave: Leaving): HTMLElement {
  const options = members.map((title, at) => button(title, () => fell([at + 1]), { class: "face" }));
  return h(
    "div",
    { class: "group" },
    h("h2", { id: "prompt" }, `Which of ${members.length} was drawn?`),
    h("div", { class: "faces", role: "group", "aria-label": "What there is to draw from" }, ...options),
    h(
      "p",
      { class: "ways" },
      button("The page draws this one", leave.one),
      button("The page throws from here on", leave.all),
    ),
  );
}

/** A row of faces for each die; the throw is told when each has one. */
function touched(wanted: WantedDice, fell: Fell): HTMLElement {
  const faces: (number | null)[] = Array.from({ length: wanted.dice.count }, () => null);
  const sides = Array.from({ length: wanted.dice.sides }, (_, at) => at + 1);
  const rows = faces.map((_, die) => {
    const name = wanted.dice.count === 1 ? "The die" : nameOfDie(wanted.dice, die);
    const row = h("div", { class: "faces", role: "group", "aria-label": name });
    if (wanted.dice.count > 1) row.append(h("span", { class: "which" }, name));
    for (const face of sides) {
      const one = button(String(face), () => take(die, face, row, one), { class: "face", "aria-pressed": "false" });
      row.append(one);
    }
    return row;
  });
  function take(die: number, face: number, row: HTMLElement, one: HTMLElement): void {
    faces[die] = face;
    for (const other of row.querySelectorAll(".face")) other.setAttribute("aria-pressed", String(other === one));
    if (faces.every((each) => each !== null)) fell(faces as number[]);
  }
  return h("div", { class: "thrower" }, ...rows);
}
