/** The stack of open levels: procedures and steps that have begun, outermost first. */

/**
 * Close the level (procedure or step) with a name, and all levels inside it; do nothing if none is open under that
 * name.
 */
export function closeLevel(openLevels: { readonly name: string }[], name: string): void {
  if (!openLevels.some((level) => level.name === name)) return;
  while (openLevels.pop()?.name !== name);
}
