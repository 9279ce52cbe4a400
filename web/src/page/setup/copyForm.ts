/** Copying of a form's input into another form, when the player changes the edition. */

import { FILL_EVENT } from "./fields";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Copy the player's changes from one form to the fields of the same name in another, and open the same folded parts.
 */
export function copyForm(from: HTMLFormElement, to: HTMLFormElement): void {
  const folds = [...to.querySelectorAll("details")];
  for (const fold of from.querySelectorAll("details")) {
    const counterpart = folds.find((each) => foldTitle(each) === foldTitle(fold));
    if (!counterpart) continue;
    if (fold.querySelector("input, select, textarea")) counterpart.dispatchEvent(new Event(FILL_EVENT));
    counterpart.open = fold.open;
  }
  const fields = fieldsOf(to);
  for (const field of fieldsOf(from).filter(isChanged)) {
    const counterpart = fields.find(
      (each) => each.id === field.id && each.name === field.name && canHoldValue(each, field.value),
    );
    if (!counterpart) continue;
    if (counterpart.type === "radio") (counterpart as HTMLInputElement).checked = true;
    else counterpart.value = field.value;
    counterpart.dispatchEvent(new Event("change"));
  }
}

/** The title of a folded part of a form. */
function foldTitle(fold: HTMLDetailsElement): string {
  return fold.querySelector("summary")!.firstChild!.textContent!;
}

/** The input fields of a form. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>("input, select, textarea")];
}

/** Whether the player has changed a field; for radio buttons, whether it is the checked one. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
  if (field.type === "radio") return (field as HTMLInputElement).checked && !(field as HTMLInputElement).defaultChecked;
  return field.value !== field.defaultValue;
}

/** Whether a field can take a value: a list only one of its options, a radio button only its own. */
function canHoldValue(field: Field, value: string): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.value === value);
  return field.type !== "radio" || field.value === value;
}
