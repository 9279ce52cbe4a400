/** Opening of a packed game from a device, as all its files. */

import { extractTexts } from "../../rules/packages";
import { isRules, OWN_FOLDER, toName } from "../files/paths";
import type { Workbench } from "../workbench";

/** Open a packed game: its files, in a folder of their own. Rejects if it is no package. */
export async function openPackage(bench: Workbench, file: File): Promise<void> {
  const { game, texts } = await extractTexts(file);
  const folder = `${OWN_FOLDER}/${bench.library.freeGame(toName(game))}`;
  const paths = [...texts.keys()].map((name) => `${folder}/${name}`);
  for (const [name, text] of texts) await bench.keep(`${folder}/${name}`, text, false);
  const first = paths.find(isRules);
  if (first) await bench.openFile(first);
}
