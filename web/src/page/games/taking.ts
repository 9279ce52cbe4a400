/** Files that a player hands to the page, picked or dropped: game files of his own, and saves. */

import { InputError } from "../../errors";
import { h, sentence } from "../dom";
import { addGame, ownName } from "../keeping/games";
import { importSave } from "../looking/exporting";
import { hashOf } from "../routes";
import { announce, notify } from "../shell";
import { checkHarmless } from "./trying";

/** A field that files are picked by; of any kind, for phones know none of these and would offer none. */
export function picker(id: string): HTMLInputElement {
  const pick = h("input", {
    type: "file",
    id,
    onchange: () => {
      const [file] = pick.files ?? [];
      // The same file can be picked once more.
      pick.value = "";
      void take(file);
    },
  });
  return pick;
}

/** Take a file that is dropped anywhere onto the page. */
export function dropAnywhere(): void {
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  });
}

/** Take a file, and go to what it holds; what is wrong with it is said. */
async function take(file: File | undefined): Promise<void> {
  if (!file) return;
  try {
    location.hash = await (isGame(file) ? gameTaken(file) : saveTaken(file));
  } catch (error) {
    const place = error instanceof InputError && error.place ? error.place : file.name;
    announce(`${place}: ${sentence(error)}`);
  }
}

async function gameTaken(file: File): Promise<string> {
  notify("The game is tried …");
  await checkHarmless(file, () => new Worker("trial.js"));
  const { digest, title } = await addGame(file);
  notify(`${title} is kept in this browser.`);
  return hashOf({ at: "game", game: ownName(digest) });
}

async function saveTaken(file: File): Promise<string> {
  const save = await importSave(file);
  return hashOf({ at: "play", save: save.id });
}

/** Whether a file is meant for a game: their names say so; all else is taken for a save. */
function isGame(file: File): boolean {
  return file.name.endsWith(".game");
}
