/** Files that the player opens or drops: packages, game files and saves. */

import { InputError } from "../../errors";
import { pluralize } from "../../listing";
import { extractGameFile, isPackage } from "../../rules/packages";
import { importSaves, looksLikeSave } from "../archive/importSaves";
import { errorSentence, h } from "../dom";
import { navigateTo } from "../layers";
import { routeHash } from "../routes";
import { announce, notify, warn } from "../shell";
import { addGame, ownGameName } from "../storage/games";
import { checkHarmless } from "./gameTrial";

/** What a file input is for; any takes the others, too. */
type Wanted = "game" | "save";

const NO_GAME_HINT =
  "Choose the file that somebody gave you, NAME.bombsight; `bombsight pack` makes one of a game's folder.";

/**
 * Create a file input for packages, game files and saves; it accepts files of any type, because phones do not know these
 * types. Of a file that is neither its message speaks of what is `wanted`.
 */
export function filePicker(id: string, wanted: Wanted): HTMLInputElement {
  const pick = h("input", {
    type: "file",
    id,
    onchange: () => {
      const [file] = pick.files ?? [];
      // Allow the same file to be picked again.
      pick.value = "";
      void takeFile(file, wanted);
    },
  });
  return pick;
}

/** Import files that are dropped anywhere on the page. */
export function acceptDrops(): void {
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    void takeFile(event.dataTransfer?.files[0], "game");
  });
}

/** What is said of the last file that was refused; the next file takes its place. */
let refusal: HTMLElement | null = null;

/** Import a package, a game file or saves, and show the result's screen, or the error. */
async function takeFile(file: File | undefined, wanted: Wanted): Promise<void> {
  if (!file) return;
  refusal?.remove();
  try {
    const to = await importFile(file, wanted);
    if (to === null) return; // what is wrong is shown, and stays
    if (to !== location.hash) navigateTo(to);
    else dispatchEvent(new HashChangeEvent("hashchange"));
  } catch (error) {
    const place = error instanceof InputError && error.place ? error.place : file.name;
    refusal = announce(`${place}: ${errorSentence(error)}`);
  }
}

/**
 * Import a file; returns the address of what to show, null for nothing new.
 *
 * Throws an {@link InputError} if it is neither a game nor saves.
 */
async function importFile(file: File, wanted: Wanted): Promise<string | null> {
  const isPacked = await isPackage(file);
  if (isPacked || isGameFile(file)) return importGame(file, isPacked);
  if (wanted === "save" || (await looksLikeSave(file))) return importSaveFile(file);
  throw new InputError("this is neither a game nor a save", "", NO_GAME_HINT);
}

/** Try a game file, or that of a package, and store it; returns the address of its screen. */
async function importGame(file: File, isPacked: boolean): Promise<string> {
  notify("The game is tried …");
  const gameFile = isPacked ? await extractGameFile(file) : file;
  await checkHarmless(gameFile, () => new Worker("trial.js"));
  const { digest, title } = await addGame(gameFile);
  notify(`${title} is kept in this browser.`);
  return routeHash({ at: "game", game: ownGameName(digest) });
}

/** Import the saves of a file, even if some are broken; returns the address to show then, null if none came in. */
async function importSaveFile(file: File): Promise<string | null> {
  const { saves, problems } = await importSaves(file, (part) =>
    notify(`Reading the save: ${Math.floor(100 * part)} %`),
  );
  const [first, ...others] = saves;
  const say = first === undefined ? announce : warn;
  for (const problem of problems.slice(0, MAX_SHOWN_PROBLEMS)) say(problem);
  if (problems.length > MAX_SHOWN_PROBLEMS)
    say(`${file.name}: ${problems.length - MAX_SHOWN_PROBLEMS} more saves were not taken.`);
  if (first === undefined) return null;
  if (others.length > 0) notify(`${pluralize(saves.length, "save")} were taken.`);
  return routeHash(others.length > 0 ? { at: "saves" } : { at: "play", save: first.id });
}

/** Maximum number of errors shown of one file. */
const MAX_SHOWN_PROBLEMS = 5;

/** Whether a file is a game file by its name's ending; any other that is no package is taken for saves. */
function isGameFile(file: File): boolean {
  return file.name.endsWith(".game");
}
