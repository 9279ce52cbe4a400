/** The migration screen of a save: its differences from the current rules, how much they reproduce, and the switch to
 * them.
 *
 * Nothing is written before the player confirms.
 */

import { InputError } from "../../errors";
import { type Prospect, previewMigration, renderProspect } from "../../play/migrationPreview";
import { describeEntry } from "../../session/entry";
import { writeRulesChange } from "../../session/migration";
import type { ParsedSave } from "../../session/saveReader";
import { LineBuffer } from "../../session/sessionLog";
import { showReplayProgress } from "../archive/replaySave";
import { readSave, runInSlices } from "../archive/slicedWork";
import { button, type Child, errorSentence, h } from "../dom";
import { navigateTo } from "../layers";
import { routeHash } from "../routes";
import { announce, type Screen } from "../shell";
import { findClosestGameFile, findNewerGameFile, type OpenedGameFile } from "../storage/gameFiles";
import { removeUnusedGames, storeSave } from "../storage/games";
import { describeProgress, encodeLines, loadSave, lockSave, type Save, type SaveWithLines } from "../storage/saves";
import { exportButtons } from "./refusedSave";

/** Build the screen that previews a save's migration to the current rules. Throws {@link InputError} without a save. */
export async function rulesScreen(id: string): Promise<Screen> {
  const stored = await loadSave(id);
  if (stored === undefined) throw new InputError("there is no such save in this browser");
  const { save, lines } = stored;
  const back = h("a", { href: routeHash({ at: "play", save: id }) }, "Back to the game");
  return {
    title: save.title,
    kind: "plain",
    body: [
      h("h1", {}, save.title),
      h("p", {}, describeProgress(save)),
      ...(await readSave(encodeLines(lines), save.title)
        .then((saved) => prospectContent(stored, saved))
        .catch(errorContent)),
      h("p", { class: "ways" }, back, ...exportButtons(save)),
    ],
  };
}

/** Render an error as the contents of a screen. */
function errorContent(error: unknown): Child[] {
  return [h("p", { role: "alert" }, errorSentence(error))];
}

/**
 * Preview the migration of a save, and render what differs, how much of the save holds, and the button that migrates
 * it.
 */
async function prospectContent(stored: SaveWithLines, saved: ParsedSave): Promise<Child[]> {
  const { save } = stored;
  const opened = await openMatchingGame(save, saved);
  const { compiled, game } = opened.ready;
  const preview = previewMigration(await compiled, saved, game.head.snapshot ?? "", save.title);
  const prospect = await runInSlices(preview, showReplayProgress);
  const go = button(
    prospect.changes.length > 0 ? "Go on by these rules" : "Go on with what holds",
    () => void applyMigration(stored, prospect, opened).catch((error: unknown) => announce(errorSentence(error))),
    { class: "main" },
  );
  return [
    ...prospectDetails(prospect),
    prospect.isNeeded && h("p", { class: "faint" }, "Nothing has been changed yet."),
    prospect.isNeeded && h("p", {}, go),
  ];
}

/** Render what differs, and how far a save holds; `loss` says what becomes of the rest, by default as in a stored save. */
export function prospectDetails(prospect: Prospect, loss?: string): Child[] {
  return [
    prospect.isNeeded && h("h2", {}, "What differs"),
    prospect.changes.length > 0 && h("ul", {}, ...prospect.changes.map((change) => h("li", {}, change))),
    prospect.isNeeded && !prospect.changes.length && h("p", {}, "Lines of the save were changed since it was played."),
    h("h2", {}, "How far it holds"),
    ...renderProspect(prospect, loss).map((paragraph) => h("p", {}, paragraph)),
  ];
}

/** Open the game file to which a save migrates: the site's if its rules are newer, else the closest file. */
async function openMatchingGame(save: Save, { header }: ParsedSave): Promise<OpenedGameFile> {
  const newer = await findNewerGameFile(save, header);
  const opened = newer ? { player: newer, ready: await newer.open() } : await findClosestGameFile(header);
  if (opened) return opened;
  throw new InputError(`${header.title} is not here`, "", "Put a game file of it onto the page first.");
}

/**
 * Switch a save to the previewed rules, and go to the game; refuse if the save was played after the preview, or another
 * tab plays it.
 */
async function applyMigration(
  shownSave: SaveWithLines,
  prospect: Prospect,
  { ready, player }: OpenedGameFile,
): Promise<void> {
  const { save } = shownSave;
  const release = await lockSave(save.id);
  if (release === null) {
    announce(`${save.title} is open in another tab or window: close it there first.`);
    return;
  }
  try {
    const current = await loadSave(save.id);
    if (current?.lines.length !== shownSave.lines.length)
      throw new InputError("it was played on meanwhile", "", "Look again.");
    const writer = new LineBuffer(save.title);
    writeRulesChange(writer, prospect.header, prospect.holds);
    await storeSave(
      ready,
      { ...current.save, ...migratedFields(prospect, player.place, player.edition) },
      writer.takeLines(),
    );
  } finally {
    release();
  }
  await removeUnusedGames();
  navigateTo(routeHash({ at: "play", save: save.id }));
}

/**
 * The changed fields of a migrated save's summary, with its `place` in the story; a stop before a procedure is dropped,
 * as the rules may lack it.
 */
function migratedFields({ header, holds }: Prospect, place: string, edition: string): Partial<Save> {
  const what = [describeEntry(header.entry, header.args), edition].filter((each) => each).join(", ");
  return { place, what, isOver: holds.ends, until: "", shownEvents: null };
}
