/** The stack of open levels: procedures and steps that have begun, outermost first. */

/** Close the level (procedure or step) with a name, and all levels inside it: one event may end several. */
export function closeLevel(open: { readonly name: string }[], name: string): void {
  if (!open.some((level) => level.name === name)) return;
  while (open.pop()?.name !== name);
}
