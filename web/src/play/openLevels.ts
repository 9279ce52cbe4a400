/** The stack of open levels: procedures and steps that have begun, outermost first. */

/** Close a level with all levels inside it: leaving several at once may have one event only. */
export function closeLevel(open: { readonly name: string }[], name: string): void {
  if (!open.some((level) => level.name === name)) return;
  while (open.pop()?.name !== name);
}
