/** Whether the game may have the keyboard once it is shown: some seconds after somebody asked for it. */

/** What of a document shows where the keyboard is. */
export type FocusedDocument = Pick<Document, "activeElement" | "body" | "querySelector">;

/**
 * Note where the keyboard is. The returned function tells whether it may be given to the game: no dialog is open, and
 * nobody has put it elsewhere since.
 */
export function noteKeyboard(page: FocusedDocument = document): () => boolean {
  const before = page.activeElement;
  return () => {
    if (page.querySelector("dialog[open]") !== null) return false;
    const now = page.activeElement;
    return now === null || now === page.body || now === before; // a hidden button leaves it to the body
  };
}
