/** The screen of a game whose rules have changed: how far its save holds by the new ones, and the ways on. */

import type { Prospect } from "../../play/migrationPreview";
import type { SaveCompatibility } from "../../session/migration";
import { showReplayProgress } from "../archive/replaySave";
import { button, errorSentence, h } from "../dom";
import { announce, type Screen } from "../shell";
import type { ReadyGame } from "../storage/games";
import type { Save } from "../storage/saves";
import { prospectDetails } from "../table/rulesScreen";
import { previewSave, storeContinued } from "./goingOn";
import { hiddenBar } from "./router";

/** What somebody can do with a save by other rules. */
export interface GoingOnHost {
  /** Play a save, which is stored. */
  play(save: Save): void;
  /** Say that all answers hold by the other rules, by which the game goes on. */
  continued(holds: SaveCompatibility): void;
  /** Begin the game again, at the same seed. */
  beginAgain(): void;
}

/**
 * Build the screen that says how far a save holds by the rules of a game. Null if they are its own, or all of it holds: then
 * it is stored, and played on.
 */
export async function goingOnScreen(
  ready: ReadyGame,
  lines: readonly string[],
  host: GoingOnHost,
): Promise<Screen | null> {
  const { title } = ready.game.head;
  let prospect: Prospect;
  try {
    prospect = await previewSave(ready, lines, showReplayProgress);
  } catch (error) {
    return refusedScreen(title, error, host);
  }
  const { isNeeded, holds } = prospect;
  if (!isNeeded || holds.partsAt === "") {
    const save = await storeContinued(ready, lines, prospect);
    if (isNeeded) host.continued(holds);
    host.play(save);
    return null;
  }
  const go = button("Go on by these rules", () => {
    go.disabled = true;
    void storeContinued(ready, lines, prospect).then(host.play, (error: unknown) => announce(errorSentence(error)));
  });
  go.className = "main";
  return {
    title,
    kind: "plain",
    bar: hiddenBar(),
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

/** Build the screen that says that nothing of a save holds. */
function refusedScreen(title: string, error: unknown, host: GoingOnHost): Screen {
  const again = button("From the beginning", host.beginAgain, { class: "main" });
  return {
    title,
    kind: "plain",
    bar: hiddenBar(),
    body: [
      h("h1", {}, "This game cannot go on by these rules"),
      h("p", { role: "alert" }, errorSentence(error)),
      h("p", { class: "ways" }, again),
    ],
    onShown: () => again.focus(),
  };
}
