/** A trial of a stranger's game: it is read, begun and played a little, where that can be ended from outside. */

import { compileGame } from "../../engine/modules";
import { readGame } from "../../rules/gamefile";
import { boardsOf } from "../boards/boards";
import { begin } from "../opening";
import type { Play } from "../play";
import { Sheet } from "../sheet/sheet";

/** So many questions are answered as the autopilot would. */
const ANSWERS = 12;

/** Any seed will do: it is the same on every device. */
const SEED = 1n;

/** Try a game file. Throws what is wrong with it. */
export async function tryGame(file: Blob): Promise<void> {
  const game = await readGame(file, "stranger");
  const play = begin(await compileGame(game, "stranger"), { seed: SEED }, null);
  for (let done = 0; done < ANSWERS; done++) {
    look(play);
    const { question } = play.view();
    if (question === null) break;
    play.answer(question.options[question.preferred]?.name ?? "none");
  }
  game.settings();
  game.cards();
  game.things();
}

/** See all that the page shows beside a question. */
function look(play: Play): void {
  play.view();
  const { describer } = play.session;
  boardsOf(describer);
  new Sheet(describer).groups();
}
