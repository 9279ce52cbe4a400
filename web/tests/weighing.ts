/**
 * The odds at questions of games, as JSON for others to compare: `node scripts/run.mjs tests/weighing.ts GAME PLAYS`.
 *
 * Of each game there is a list of moves: an answer, so many answers taken back, or the odds by so many runs.
 */

import { readFileSync } from "node:fs";
import { unreachable } from "../src/closed";
import { compileGame } from "../src/engine/modules";
import { createPlayer, makeOddsRequest, type Odds, OddsEstimator } from "../src/play/odds/odds";
import type { Play } from "../src/play/play";
import { startGame } from "../src/play/start";
import { readGame } from "../src/rules/gamefile";

interface Moves {
  readonly seed: number;
  readonly campaign: boolean;
  readonly moves: readonly (readonly ["answer", string] | readonly ["undo" | "odds", number])[];
}

const [path, plays] = process.argv.slice(2);
const compiled = await compileGame(await readGame(new Blob([readFileSync(path!)])));

/** The odds of the open question. */
function weigh({ session, question }: Play, runs: number): Odds {
  const request = makeOddsRequest(session, question!);
  const estimator = new OddsEstimator(compiled.program, createPlayer(compiled.plain, request), request);
  estimator.run(runs);
  return estimator.toDocument();
}

const found = (JSON.parse(readFileSync(plays!, "utf8")) as Moves[]).map(({ seed, campaign, moves }) => {
  const play = startGame(compiled, { seed: BigInt(seed), campaign }, null);
  const odds: Odds[] = [];
  for (const [kind, given] of moves) {
    play.view();
    switch (kind) {
      case "answer":
        play.answer(given);
        break;
      case "undo":
        play.undo(given);
        break;
      case "odds":
        odds.push(weigh(play, given));
        break;
      default:
        unreachable(kind);
    }
  }
  return odds;
});
console.log(JSON.stringify(found));
