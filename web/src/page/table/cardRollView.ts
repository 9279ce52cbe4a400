/** A table's card on which a person rolls with dice of his own: he types them, and says which modifiers count. */

import { type CountedModifier, diceOfTable, lastCounted, plainAmount, rollOnCard } from "../../play/why/cardRoll";
import { type Dice, diceNotation } from "../../rules/dice";
import type { Card, ModifierLine } from "../../rules/documents";
import type { Program } from "../../rules/program";
import type { Session } from "../../session/session";
import { type Child, h, setChildren } from "../dom";
import { cardView } from "./card";

/** A game whose tables are rolled on beside it: its program, its session if it was begun, how many events were shown. */
export interface RolledGame {
  readonly program: Program;
  readonly session: Session | null;
  readonly eventCount: number;
}

/** The control of a modifier: whether it counts, and for a computed one how much it adds. */
interface ModifierControl {
  readonly line: ModifierLine;
  readonly box: HTMLInputElement;
  readonly amount: HTMLInputElement | null;
}

/** Render a card; if its table throws dice, with a field for dice of one's own, which marks the row they lead to. */
export function cardWithDice(game: RolledGame, card: Card): Child {
  const dice = diceOfTable(game.program, card.id);
  return dice === null ? cardView(card) : diceForm(game, card, dice);
}

/** Render the field for dice, the modifiers that may count, what the dice lead to, and the card. */
function diceForm({ session, eventCount }: RolledGame, card: Card, dice: Dice): Child {
  const last = session === null ? [] : lastCounted(session, card, eventCount);
  const typed = h("input", {
    id: "own-dice",
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-describedby": "own-dice-result",
    oninput: () => draw(),
  });
  const result = h("p", { id: "own-dice-result", role: "status" });
  const shown = h("div", {});
  const controls = card.modifiers.map((line) => modifierControl(line, last, () => draw()));
  /** Show what the typed dice lead to, and the card with that marked. */
  function draw(): void {
    if (!typed.value.trim()) {
      result.textContent = "";
      setChildren(shown, cardView(card));
      return;
    }
    const roll = rollOnCard(card, dice, typed.value, controls.flatMap(countedBy));
    if (typeof roll === "string") {
      result.textContent = roll;
      setChildren(shown, cardView(card));
      return;
    }
    const outcomes = roll.rows.map(({ title, when, result: lines }) => {
      const text = title || lines.join("; ");
      return when ? `${text} (when ${when})` : text;
    });
    const at = roll.marks.cell === null ? "" : card.grid[roll.marks.cell[0]]![0]!;
    const found = outcomes.join(", or ") || (at && `the line ${at}`) || "see the card: more than numbers decide";
    result.textContent = `${roll.text} → ${found}`;
    setChildren(shown, cardView(card, roll.marks));
  }
  draw();
  return [
    h("div", { class: "field" }, h("label", { for: "own-dice" }, `What your dice show (${diceNotation(dice)})`), typed),
    controls.length > 0 &&
      h(
        "fieldset",
        { class: "own-modifiers" },
        h("legend", {}, last.length > 0 ? "What counts: as at the last throw on it here" : "What counts"),
        ...controls.map(({ line, box, amount }) => h("div", {}, h("label", {}, box, ` ${modifierText(line)}`), amount)),
      ),
    result,
    shown,
  ];
}

/** Make the control of a modifier, as it counted at the last throw. */
function modifierControl(line: ModifierLine, last: readonly CountedModifier[], onChange: () => void): ModifierControl {
  const counted = last.find((each) => each.line === line);
  const box = h("input", { type: "checkbox", checked: counted !== undefined, onchange: onChange });
  const plain = plainAmount(line);
  if (plain !== null) return { line, box, amount: null };
  const amount = h("input", {
    type: "number",
    value: counted?.amount ?? 0,
    "aria-label": `What ${line.label.replaceAll("_", " ")} adds`,
    oninput: onChange,
  });
  return { line, box, amount };
}

/** The modifier of a control with what it adds; nothing if it does not count. */
function countedBy({ line, box, amount }: ModifierControl): CountedModifier[] {
  if (!box.checked) return [];
  return [{ line, amount: plainAmount(line) ?? (Number.parseInt(amount?.value ?? "", 10) || 0) }];
}

/** A modifier in words: `-1 poor, when landing weather is poor`. */
function modifierText({ amount, label, when }: ModifierLine): string {
  const condition = when && (when.startsWith("unless") ? when : `when ${when}`);
  const text = `${amount} ${label}`.replaceAll("_", " ");
  return condition ? `${text}, ${condition}` : text;
}
