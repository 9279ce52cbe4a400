/**
 * What the bar above offers for the open file.
 *
 * Playing, sharing and a file's history are actions of this list, too: each is a module of its own that adds a line here.
 */

import type { LibraryFile } from "./files/library";
import { baseName } from "./files/paths";
import type { Workbench } from "./workbench";

/** An action on the open file. */
export interface HeaderAction {
  readonly label: string;
  /** Whether it stands out. */
  readonly isMain?: boolean;
  run(bench: Workbench, file: LibraryFile): void | Promise<void>;
}

/** The actions in their order. */
export const HEADER_ACTIONS: readonly HeaderAction[] = [{ label: "Save", run: (_bench, file) => saveAsFile(file) }];

/** Save a file to the device. */
function saveAsFile({ path, text }: LibraryFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = baseName(path);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
