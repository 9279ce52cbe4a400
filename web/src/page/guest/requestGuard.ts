/** A guard for dialogs that open by themselves: what was pressed or touched for something else answers nothing in them. */

/** Milliseconds after which the actions of a dialog take keys and touches. */
const PAUSE_MILLISECONDS = 700;

/** Drop clicks on the actions of a dialog that began before the player could read it. */
export function guardActions(dialog: HTMLElement): void {
  const actions = dialog.querySelector("footer");
  if (actions === null) return;
  const readyAt = performance.now() + PAUSE_MILLISECONDS;
  let beganAt = Number.NEGATIVE_INFINITY;
  actions.classList.add("guarded");
  setTimeout(() => actions.classList.remove("guarded"), PAUSE_MILLISECONDS);
  /** Note when a key or touch began: a key that is still down from before repeats, and does not begin. */
  const noteBeginning = (event: PointerEvent | KeyboardEvent): void => {
    if (!("repeat" in event && event.repeat)) beganAt = event.timeStamp;
  };
  actions.addEventListener("pointerdown", noteBeginning, { capture: true });
  actions.addEventListener("keydown", noteBeginning, { capture: true });
  actions.addEventListener(
    "click",
    (event) => {
      if (beganAt >= readyAt) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
