/** What has begun and is not over, the outermost first. */

/** Close what is called so, with all that began within it: leaving from deep inside may not tell each. */
export function closeLevel(open: { readonly name: string }[], name: string): void {
  if (!open.some((level) => level.name === name)) return;
  while (open.pop()?.name !== name);
}
