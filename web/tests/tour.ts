/** Prints the steps of the workshop's tour with the texts before and after each: `node scripts/run.mjs tests/tour.ts`. */

import { TOUR_STEPS } from "../src/workshop/tour/steps";
import { textAfter, textBefore } from "../src/workshop/tour/texts";

const steps = TOUR_STEPS.map((step, at) => {
  const before = textBefore(at + 1);
  return { ...step, before, after: textAfter(at + 1, before) };
});
console.log(JSON.stringify(steps));
