/** Prints the pieces of the help on writing a house rule, whole: `node scripts/run.mjs tests/writingHelp.ts`. */

import { WRITING_PIECES } from "../src/workshop/writingHelp";

console.log(JSON.stringify(WRITING_PIECES.map(({ title, before, lines }) => ({ title, text: before + lines }))));
