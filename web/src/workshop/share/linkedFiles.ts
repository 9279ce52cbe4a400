/**
 * Rules that a link brought: they lie in a folder of their own, apart from one's own files, and are in memory only until
 * somebody keeps them.
 */

import { normalizeLines } from "../editor/edits";
import { digestText } from "../files/digests";
import type { OpenedLink } from "../files/library";
import { baseName, freeName, housePath, LINKED_FOLDER, OWN_FOLDER, toName } from "../files/paths";
import type { Workbench } from "../workbench";
import { unpackRules } from "./linkedRules";

/** The folder for the files of a link. */
function linkFolder(packed: string): string {
  return `${LINKED_FOLDER}/${digestText(packed)}`;
}

/**
 * Open the rules of a link: one of its files by name, or else the first. Throws an {@link InputError} if it holds none.
 */
export async function openLinkedRules(bench: Workbench, packed: string, name: string): Promise<void> {
  const folder = linkFolder(packed);
  const { library } = bench;
  if (!library.own.some(({ path }) => path.startsWith(`${folder}/`))) {
    const rules = await unpackRules(packed);
    library.addLink({ packed, rules, folder });
    for (const file of rules.files) await bench.keep(`${folder}/${file.name}`, file.text, false);
    if (rules.game && rules.folder) putBesides(bench, { packed, rules, folder }).catch(() => {}); // findings say it
  }
  const files = library.own.filter(({ path }) => path.startsWith(`${folder}/`));
  const file = files.find(({ path }) => path === `${folder}/${name}`) ?? files[0];
  if (file) await bench.openFile(file.path);
}

/** Put the other files of the game beside changed ones, and have these compared with those of the site. */
async function putBesides(bench: Workbench, { rules, folder }: OpenedLink): Promise<void> {
  const { game, files } = await bench.loadGame(rules.game);
  for (const { file, text } of files) {
    const path = folder + file.slice(game.folder.length);
    const original = normalizeLines(text);
    await bench.desk.call("set_original", path, original);
    if (bench.library.find(path) === null) await bench.desk.call("put_file", path, original);
  }
  bench.checkAgain();
}

/** Keep the files of a link among one's own, and open the one that is open; no own file is written over. */
export async function keepLinkedRules(bench: Workbench, path: string): Promise<void> {
  const link = bench.library.linkOf(path);
  if (link === null) return;
  const { library } = bench;
  const linked = library.own.filter((file) => file.path.startsWith(`${link.folder}/`));
  const places = await findPlaces(bench, link);
  for (const { path: from, text } of linked) await bench.keep(places(from), text, false);
  for (const { file, text } of await filesBesides(bench, link, places)) await bench.keep(file, text, false);
  await bench.openFile(places(path));
  for (const { path: from } of linked) await bench.removeFile(from);
  if (link.rules.game && link.rules.folder) {
    const { game, files } = await bench.loadGame(link.rules.game);
    for (const { file } of files) await bench.desk.call("remove_file", link.folder + file.slice(game.folder.length));
  }
}

/** Where the files of a link are kept: at a free name, in a free folder, or as changed copies of a game's files. */
async function findPlaces(bench: Workbench, { rules, folder }: OpenedLink): Promise<(path: string) => string> {
  const { library } = bench;
  if (rules.folder === "") {
    const stem = toName(baseName(rules.files[0]!.name).replace(/\.rules$/, ""));
    const name = freeName(stem, (each) => library.find(housePath(each)) !== null);
    return () => housePath(name);
  }
  const into = (target: string) => (path: string) => target + path.slice(folder.length);
  if (rules.game) {
    const copies = into((await bench.loadGame(rules.game)).game.folder);
    const isTaken = rules.files.some(({ name }) => library.find(copies(`${folder}/${name}`))?.isOwn);
    if (!isTaken) return copies;
  }
  return into(`${OWN_FOLDER}/${library.freeGame(toName(rules.folder))}`);
}

/** The files of a game that go with changed ones which become a game of their own. */
async function filesBesides(
  bench: Workbench,
  { rules, folder }: OpenedLink,
  places: (path: string) => string,
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  if (!rules.game || !rules.folder || !places(folder).startsWith(`${OWN_FOLDER}/`)) return [];
  const { game, files } = await bench.loadGame(rules.game);
  const others = files.filter(({ file }) => !rules.files.some(({ name }) => file === `${game.folder}/${name}`));
  return others.map(({ file, text }) => ({ file: places(folder + file.slice(game.folder.length)), text }));
}
