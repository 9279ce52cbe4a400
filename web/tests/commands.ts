/** What typed commands come to: reads texts from a file, and prints what the parser makes of each. */

import { readFileSync } from "node:fs";
import { parseWordCommand } from "../src/play/commands/commandParsing";

const texts = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as string[];
console.log(JSON.stringify(texts.map(parseWordCommand)));
