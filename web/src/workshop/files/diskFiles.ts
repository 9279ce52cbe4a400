/** Files from the device, chosen or dropped: which kinds can be opened, and what is said of the others. */

import { InputError } from "../../errors";
import { OTHER_TABLE_ENDINGS, openTableDialog, TABLE_ENDINGS } from "../importing/tableDialog";
import { openPackage } from "../save/opening";
import type { Workbench } from "../workbench";

/** A kind of file that can be opened. */
export interface FileKind {
  /** What it is, for the sentence that lists all kinds. */
  readonly title: string;
  /** The endings of its names, in small letters. */
  readonly endings: readonly string[];
  open(bench: Workbench, file: File): Promise<void>;
}

/** The most bytes of a file of rules. */
const MAX_RULES_BYTES = 4_000_000;

/** The kinds in their order. */
export const FILE_KINDS: readonly FileKind[] = [
  {
    title: "rules (.rules)",
    endings: [".rules", ".rules.txt"],
    open: async (bench, file) => {
      if (file.size > MAX_RULES_BYTES) throw new InputError("it is too large for a file of rules", file.name);
      await bench.importFile(file.name, await file.text());
    },
  },
  { title: "packed games (.bombsight)", endings: [".bombsight"], open: openPackage },
  {
    title: "tables (.csv, .md, .html)",
    endings: [...TABLE_ENDINGS, ...OTHER_TABLE_ENDINGS],
    open: async (bench, file) => openTableDialog(bench, file),
  },
];

/** Open a file from the device. Throws an {@link InputError} if it is of no kind that can be opened. */
export async function openDiskFile(bench: Workbench, file: File, kinds = FILE_KINDS): Promise<void> {
  const name = file.name.toLowerCase();
  const kind = kinds.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
  if (kind === undefined) {
    const titles = kinds.map(({ title }) => title).join("; ");
    throw new InputError("this is no file that can be opened here", file.name, `What can: ${titles}.`);
  }
  await kind.open(bench, file);
}

/** All endings, as a file picker wants them. */
export function acceptedEndings(kinds = FILE_KINDS): string {
  return kinds.flatMap(({ endings }) => endings).join(",");
}

/** Open files that are dropped anywhere on the page; the editor would type them. Text that is dragged stays with it. */
export function acceptDrops(open: (file: File) => void): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const take = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "drop") for (const file of event.dataTransfer?.files ?? []) open(file);
  };
  document.addEventListener("dragover", take, { capture: true });
  document.addEventListener("drop", take, { capture: true });
}
