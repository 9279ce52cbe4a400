/** Changed copies of a game's files whose originals the site has otherwise by now. */

import { openDialog } from "../../page/dialogs";
import { button, h } from "../../page/dom";
import { baseName } from "../files/paths";
import type { Notify } from "../keeping";
import type { Workbench } from "../workbench";
import { drawDiff } from "./diffView";
import { diffLines } from "./lineDiff";

/** Say which copies have another original by now, and offer to see how; their games must have been opened. */
export function tellOutdated(bench: Workbench, notify: Notify): void {
  const { library } = bench;
  for (const { path } of library.own.filter((file) => library.isOutdated(file.path)))
    notify(
      `The site has another ${baseName(path)} by now than the one of which you changed a copy. `,
      button("See the differences", () => showDifferences(bench, path)),
    );
}

function showDifferences(bench: Workbench, path: string): void {
  const { library } = bench;
  const [original, copy] = [library.originalText(path) ?? "", library.find(path)?.text ?? ""];
  const about =
    "What your copy has (+), and what the game has now (−). The text from which you began is the first in the file's history.";
  const accept = button("I have seen it", () => {
    dialog.close();
    void library.acceptOriginal(path);
  });
  const dialog = openDialog(
    `${baseName(path)}: the game and your copy`,
    [h("p", {}, about), drawDiff(diffLines(original, copy))],
    {
      kind: "broad",
      actions: [accept],
    },
  );
}
