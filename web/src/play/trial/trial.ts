/** Trial of a stranger's game: loads it, starts it and plays a little, in a worker that can be terminated. */

import { compileGame } from "../../engine/modules";
import { readGame } from "../../rules/gamefile";
import { renderBoards } from "../boards/boards";
import type { Play } from "../play";
import { Sheet } from "../sheet/sheet";
import { startGame } from "../start";

/** Maximum number of questions answered by the autopilot. */
const MAX_ANSWERS = 12;

/** The seed of trials, the same on every device. */
const SEED = 1n;

/** Load, start and play a little of a stranger's game file. Throws its error. */
export async function tryGame(file: Blob): Promise<void> {
  const game = await readGame(file, "stranger");
  const play = startGame(await compileGame(game, "stranger"), { seed: SEED }, null);
  for (let done = 0; done < MAX_ANSWERS; done++) {
    renderEverything(play);
    const { question } = play.view();
    if (question === null) break;
    play.answer(question.options[question.preferred]?.name ?? "none");
  }
  game.settings();
  game.cards();
  game.things();
}

/** Render all that the page shows beside a question, to see whether it fails or takes too long. */
function renderEverything(play: Play): void {
  play.view();
  const { describer } = play.session;
  renderBoards(describer);
  new Sheet(describer).groups();
}
