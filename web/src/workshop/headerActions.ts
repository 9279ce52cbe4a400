/**
 * What the bar above offers for the open file.
 *
 * Playing, sharing and a file's history are actions of this list, too: each is a module of its own that adds a line here.
 */

import type { LibraryFile } from "./files/library";
import { showHistory } from "./history/historyDialog";
import { openSaveMenu } from "./save/saveMenu";
import { shareFile } from "./share/sharing";
import type { Workbench } from "./workbench";

/** An action on the open file. */
export interface HeaderAction {
  readonly label: string;
  /** Whether it stands out. */
  readonly isMain?: boolean;
  run(bench: Workbench, file: LibraryFile): void | Promise<void>;
}

/** The actions in their order. */
export const HEADER_ACTIONS: readonly HeaderAction[] = [
  { label: "History", run: showHistory },
  { label: "Share", run: shareFile },
  { label: "Save", run: (bench, { path }) => openSaveMenu(bench, path) },
];
