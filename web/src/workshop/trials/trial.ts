/** Work of a desk that goes on from call to call: examples that are run, coverage that is measured. */

import type { CoveredFile, ExampleCheck } from "../desk/classes";
import type { WorkDesk } from "./spareDesk";

/** Milliseconds that a call may take: the first compiles the rules, and a large game takes a minute on a phone. */
const CALL_LIMIT = 180_000;

/** Whether work is to go on. */
export type GoesOn = () => boolean;

/** Run the examples of a file, or of its game, by its rules; tells the results as they come. Null if it was ended. */
export async function runExamples(
  { desk, slice }: WorkDesk,
  file: string,
  ofGame: boolean,
  goesOn: GoesOn,
  tell: (checks: readonly ExampleCheck[]) => void,
): Promise<readonly ExampleCheck[] | null> {
  const checks: ExampleCheck[] = [];
  await desk.callWithin(CALL_LIMIT, "begin_examples", file, ofGame);
  while (goesOn()) {
    const progress = await desk.callWithin(CALL_LIMIT, "continue_examples", slice);
    checks.push(...progress.checks);
    if (!goesOn()) break;
    if (progress.is_complete) return checks;
    tell(checks);
  }
  return null;
}

/** Measure which places of a file the game's examples reach; tells how many have been run. Null if it was ended. */
export async function measureCoverage(
  { desk, slice }: WorkDesk,
  file: string,
  goesOn: GoesOn,
  tell: (steps: number) => void,
): Promise<CoveredFile | null> {
  await desk.callWithin(CALL_LIMIT, "begin_coverage", file);
  while (goesOn()) {
    const { is_complete, steps } = await desk.callWithin(CALL_LIMIT, "continue_coverage", slice);
    if (!goesOn()) break;
    if (is_complete) return await desk.callWithin(CALL_LIMIT, "covered_file", file);
    tell(steps);
  }
  return null;
}
