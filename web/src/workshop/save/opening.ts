/** Opening of files from a device: a text as a file of rules, a packed game as all its files. */

import { extractTexts, isPackage } from "../../rules/packages";
import { isRules, OWN_FOLDER } from "../files/paths";
import { freeFolder } from "../share/linkedFiles";
import type { Workbench } from "../workbench";

/** Open files that were dropped or chosen. Rejects if one is no text and no package. */
export async function openDeviceFiles(bench: Workbench, files: Iterable<File>): Promise<void> {
  for (const file of files) {
    if (await isPackage(file)) await openPackage(bench, file);
    else await bench.importFile(file.name, await file.text());
  }
}

async function openPackage(bench: Workbench, file: File): Promise<void> {
  const { game, texts } = await extractTexts(file);
  const folder = `${OWN_FOLDER}/${freeFolder(bench, game)}`;
  const paths = [...texts.keys()].map((name) => `${folder}/${name}`);
  for (const [name, text] of texts) await bench.keep(`${folder}/${name}`, text, false);
  const first = paths.find(isRules);
  if (first) await bench.openFile(first);
}
