/** What of the open file is saved to the device: its text, the whole game in one file, or compiled for a site. */

import { InputError } from "../../errors";
import { openDialog } from "../../page/dialogs";
import { button, type Child, errorSentence, h, setChildren } from "../../page/dom";
import { findGameOfOverlay } from "../files/library";
import { baseName, isRules } from "../files/paths";
import { compileOpenGame } from "../play/compiling";
import type { Workbench } from "../workbench";
import { saveToDevice } from "./downloads";

/** Milliseconds that packing may take: it compiles the game anew. */
const PACKING_LIMIT = 120_000;

/** A choice of the menu. */
interface SaveChoice {
  readonly label: string;
  readonly about: Child;
  save(): void | Promise<void>;
}

/** Open the menu for a file; `reason` says why it is open, if somebody wanted something else. */
export function openSaveMenu(bench: Workbench, path: string, reason = ""): void {
  const status = h("p", { role: "status" });
  const run = async (choice: SaveChoice) => {
    setChildren(status, "One moment.");
    try {
      await choice.save();
      dialog.close();
    } catch (error) {
      setChildren(status, errorSentence(error));
    }
  };
  const item = (choice: SaveChoice) =>
    h(
      "li",
      {},
      button(choice.label, () => void run(choice)),
      h("p", { class: "faint" }, choice.about),
    );
  const choices = h("ul", { class: "save-choices" }, ...saveChoices(bench, path).map(item));
  const dialog = openDialog("Save", [reason && h("p", {}, reason), choices, status], { kind: "small" });
}

function saveChoices(bench: Workbench, path: string): readonly SaveChoice[] {
  const file = bench.library.find(path);
  if (file === null) throw new InputError("there is no such file", baseName(path));
  const text: SaveChoice = {
    label: baseName(path),
    about: "The text of this file. Drop it onto this page to open it again.",
    save: () => saveToDevice(baseName(path), file.text, "text/plain"),
  };
  if (!isRules(path)) return [text];
  const isHouse = findGameOfOverlay(file) !== null;
  const packed: SaveChoice = {
    label: "The whole game",
    about: ["All its files in one, for others to add with ", h("code", {}, "bombsight add"), ", or to open here."],
    save: async () => {
      await bench.flush();
      const { name, content } = await bench.desk.callWithin(PACKING_LIMIT, "pack_rules", path);
      saveToDevice(
        name,
        Uint8Array.from(atob(content), (character) => character.charCodeAt(0)),
      );
    },
  };
  const compiled: SaveChoice = {
    label: "A game file, to be played",
    about: isHouse
      ? "The game with this rule, compiled. Any Bombsight page plays it when it is dropped there."
      : "The game, compiled. Any Bombsight page plays it when it is dropped there.",
    save: async () => {
      const { game, bytes } = await compileOpenGame(bench);
      saveToDevice(`${isHouse ? baseName(path).replace(/\.rules$/, "") : game}.game`, bytes);
    },
  };
  return isHouse ? [text, compiled] : [text, packed, compiled];
}
