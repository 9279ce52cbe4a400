/** Going on with a game under changed rules: how far its save holds by them, and a save that goes on from there. */

import { type Prospect, previewMigration } from "../../play/migrationPreview";
import { describeEntry } from "../../session/entry";
import { writeRulesChange } from "../../session/migration";
import { LineBuffer } from "../../session/sessionLog";
import { showReplayProgress } from "../archive/replaySave";
import { readSave, runInSlices } from "../archive/slicedWork";
import { button, errorSentence, h } from "../dom";
import type { Screen } from "../shell";
import { ownGameName, type ReadyGame, storeSave } from "../storage/games";
import { encodeLines, newId, type Save } from "../storage/saves";
import { prospectDetails } from "../table/rulesScreen";

/** What somebody can do with a save by other rules. */
export interface GoingOnHost {
  /** Play a save, which is stored. */
  play(save: Save): void;
  /** Begin the game again, at the same seed. */
  beginAgain(): void;
}

/**
 * Build the screen that says how far a save holds by the rules of a game. Null if they are its own: then it is stored, and
 * played on.
 */
export async function goingOnScreen(
  ready: ReadyGame,
  lines: readonly string[],
  host: GoingOnHost,
): Promise<Screen | null> {
  const { title } = ready.game.head;
  let prospect: Prospect;
  try {
    prospect = await previewSave(ready, lines);
  } catch (error) {
    return refusedScreen(title, error, host);
  }
  if (!prospect.isNeeded) {
    host.play(await storeContinued(ready, lines, prospect));
    return null;
  }
  const go = button("Go on by these rules", () => {
    go.disabled = true;
    void storeContinued(ready, lines, prospect).then(host.play);
  });
  go.className = "main";
  return {
    title,
    kind: "plain",
    bar: h("span", { class: "no-bar" }),
    body: [
      h("h1", {}, "The rules have changed"),
      ...prospectDetails(prospect, NOTHING_LOST_TEXT),
      h("p", { class: "ways" }, go, button("From the beginning", host.beginAgain)),
    ],
    onShown: () => go.focus(),
  };
}

/** What is said of answers that do not hold: the workshop keeps them until one goes on. */
const NOTHING_LOST_TEXT = "What comes from there on is taken back once you go on.";

/** Find how far a save holds by the rules of a game. */
export async function previewSave(ready: ReadyGame, lines: readonly string[]): Promise<Prospect> {
  const { head } = ready.game;
  const saved = await readSave(encodeLines(lines), head.title);
  const preview = previewMigration(await ready.compiled, saved, head.snapshot ?? "", head.title);
  return runInSlices(preview, showReplayProgress);
}

/** Store the save that goes on by other rules as far as it holds by them. */
export async function storeContinued(ready: ReadyGame, lines: readonly string[], prospect: Prospect): Promise<Save> {
  const { title } = ready.game.head;
  const { header, holds } = prospect;
  const writer = new LineBuffer(title);
  if (prospect.isNeeded) writeRulesChange(writer, header, holds);
  const now = Date.now();
  const save: Save = {
    id: newId(),
    game: header.game,
    place: ownGameName(ready.digest),
    title,
    digest: ready.digest,
    what: describeEntry(header.entry, header.args),
    standing: "By changed rules",
    isOver: holds.ends,
    until: "",
    shownEvents: null,
    begun: now,
    played: now,
    lines: 0,
  };
  return storeSave(ready, save, [...lines, ...writer.takeLines()]);
}

/** Build the screen that says that nothing of a save holds. */
function refusedScreen(title: string, error: unknown, host: GoingOnHost): Screen {
  const again = button("From the beginning", host.beginAgain, { class: "main" });
  return {
    title,
    kind: "plain",
    bar: h("span", { class: "no-bar" }),
    body: [
      h("h1", {}, "This game cannot go on by these rules"),
      h("p", { role: "alert" }, errorSentence(error)),
      h("p", { class: "ways" }, again),
    ],
    onShown: () => again.focus(),
  };
}
