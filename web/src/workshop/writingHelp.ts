/**
 * How a house rule is written, in short: what stands above the keys in the help.
 *
 * `python -m pytest tests/web/test_writing_help.py` checks that each piece is valid rules of the example game.
 */

import { type Child, h } from "../page/dom";
import { hasTour } from "./tour/tour";

/** A piece of a house rule, and what it does. */
export interface WritingPiece {
  readonly title: string;
  readonly text: string;
  /** The lines that are shown. */
  readonly lines: string;
  /** What stands before them in a file, and is not shown. */
  readonly before: string;
}

const HEAD = `house my_weather "My weather" for lighthouse by "A. Player"
  1 "What this part does"
`;

const IN_TABLE = `    in table Weather
`;

const SPLIT = `      was 7..8: rain
      now 7: rain
      add 8: fog
`;

/** The pieces, in the order in which they are shown. */
export const WRITING_PIECES: readonly WritingPiece[] = [
  {
    title: "Change a row",
    text: "“was” quotes the row as the table has it, “now” is the row as you want it. All three first lines stand once.",
    lines: `${HEAD}${IN_TABLE}      was 11..: gale\n      now 11..: fog\n`,
    before: "",
  },
  {
    title: "Split a row",
    text: "The old row keeps a part of its numbers, another row takes the rest. Each number needs one row, and only one.",
    lines: `${IN_TABLE}${SPLIT}`,
    before: HEAD,
  },
  {
    title: "Add a line",
    text: "A row, or a modifier with a name of your own. It finds its place in the table by itself.",
    lines: `${IN_TABLE}      add +1 rough_sea when sky is gale\n`,
    before: HEAD,
  },
  {
    title: "Remove a line",
    text: "Quote it. If errata of the game have changed it, quote what it is now.",
    lines: `${IN_TABLE}      remove +1 worse when sky is not clear\n`,
    before: HEAD,
  },
  {
    title: "Before or after a step",
    text: "In a procedure, “before” and “after” name a step; what is to be done there stands below.",
    lines: `    in procedure watch\n      after weather\n        say "The keeper looks out."\n`,
    before: HEAD,
  },
  {
    title: "Say what you expect",
    text: "An example runs each time you type. It stands at the end of the file, at the left edge.",
    lines: `example "An eight is fog"\n  roll on Weather\n  roll Weather 4 4\n  expect result is fog\n`,
    before: `${HEAD}${IN_TABLE}${SPLIT}\n`,
  },
];

/** Draw the pieces, and where more stands. */
export function drawWritingHelp(): Child {
  const piece = ({ title, text, lines }: WritingPiece) => [
    h("h4", {}, title),
    h("p", {}, text),
    h("pre", {}, lines.trimEnd()),
  ];
  const tour = h(
    "span",
    { hidden: true },
    "The ",
    h("a", { href: "#/tour/1" }, "tour"),
    " does all this step by step. ",
  );
  hasTour().then(
    (isThere) => {
      tour.hidden = !isThere;
    },
    () => {}, // without the list of the site's files no tour is offered
  );
  return h(
    "section",
    { class: "writing-help" },
    h("h3", {}, "Writing a house rule"),
    h(
      "p",
      {},
      "“Change this table” on the first page writes the beginning for you. These pieces are for an example game; put the names and rows of yours in their place.",
    ),
    ...WRITING_PIECES.map(piece),
    h(
      "p",
      {},
      tour,
      "Among the documents of the program, ",
      h("code", {}, "docs/house-rules.md"),
      " is a tutorial, and ",
      h("code", {}, "docs/overlays.md"),
      " has all that a house rule can change.",
    ),
  );
}
