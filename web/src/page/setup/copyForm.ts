/** Copying of a form's input into another form, when the player changes the edition. */

import { FILL_EVENT } from "./fields";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Copy changed fields to the other form, as far as it has them, and open the same folds. */
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

function foldTitle(fold: HTMLDetailsElement): string {
  return fold.querySelector("summary")!.firstChild!.textContent!;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>("input, select, textarea")];
}

/** Whether a field differs from its initial value; for radio buttons, whether it is the checked one. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
  if (field.type === "radio") return (field as HTMLInputElement).checked && !(field as HTMLInputElement).defaultChecked;
  return field.value !== field.defaultValue;
}

/** Whether a field accepts a value: a list has it as an option, a radio button stands for it. */
function canHoldValue(field: Field, value: string): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.value === value);
  return field.type !== "radio" || field.value === value;
}
