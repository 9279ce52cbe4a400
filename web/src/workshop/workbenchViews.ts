/** What the workbench tells the parts of the page. */

import type { FileChanges, TextRange } from "./desk/classes";
import type { LibraryFile } from "./files/library";

/** How far the findings are: some are still looked for, or all are there. */
export type CheckState = "checking" | "complete" | "stopped";

/** The parts of the page, which hear of changes. */
export interface WorkbenchViews {
  /** The list of files has changed, or which is open. */
  filesChanged(): void;
  /** A file is to be shown in the editor; a range of it is selected. */
  show(file: LibraryFile, range: TextRange | null): void;
  /** Change the text of the file in the editor. */
  edit(changes: FileChanges): void;
  /** The findings have changed, or how far they are. */
  findingsChanged(): void;
  /** The tables at the cursor have changed. */
  tablesChanged(): void;
  /** Something that the user should know. */
  notify(text: string): void;
  /** Something went wrong. */
  complain(error: unknown): void;
}
