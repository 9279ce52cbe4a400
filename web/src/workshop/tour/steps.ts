/**
 * The steps of the tour: a house rule for the example game grows, with mistakes on the way.
 *
 * `python -m pytest tests/web/test_tour.py` checks that each text is found to be as the words say.
 */

import type { TourGoal } from "./goals";

/** The game of the tour. */
export const TOUR_GAME = "lighthouse";

/** The file of the tour. */
export const TOUR_FILE = "/mine/tour.rules";

/** A change of the text by which a step is done. */
export interface TourEdit {
  readonly old: string;
  readonly new: string;
}

/** A step. */
export interface TourStep {
  readonly title: string;
  /** Paragraphs, a blank line between them; what stands between bars is set as rules are. */
  readonly text: string;
  /** The lines to be written; empty for none. */
  readonly lines: string;
  /** What does the step; empty if it is only to be read. */
  readonly edits: readonly TourEdit[];
  readonly goal: TourGoal;
  /** The codes of the findings of which the words speak: those in the text as the step begins. */
  readonly findings: readonly string[];
}

/** The text with which the tour begins. */
export const TOUR_START = `# The rule of the tour: change it as you like.

house thick_fog "Thick fog" for lighthouse by "A. Keeper"
  1 "Fog comes in early"
    in table Weather
      was 9..10: fog
      now 9..10: fog
`;

const EXAMPLE = `
example "An eight is fog"
  roll on Weather
  roll Weather 4 4
  expect result is rain
`;

const HORN = `  2 "The horn carries further"
    in table Reef
      add +1 horn_in_fog when sky is fog
`;

/** The steps. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: "A row of a card",
    text: `
      This is a house rule for a small game about a lighthouse. It quotes one row of its table of the weather:
      |was| is the row as the card has it, |now| is how you want it.

      Both are the same so far, and the line below the text says so. Let fog come in on an 8 already: behind
      |now|, write |8..10| in the place of |9..10|.`,
    lines: "",
    edits: [{ old: "now 9..10: fog", new: "now 8..10: fog" }],
    goal: { is: "text", contains: ["now 8..10: fog"] },
    findings: ["O006"],
  },
  {
    title: "Two rows want an 8",
    text: `
      Now an 8 is rain and fog at once. That slips into printed errata, too; here it is found at once, for every
      total of the dice is gone through. “Why” beside the finding tells more.

      Leave only the 7 to the rain. Add two lines at the end:`,
    lines: "      was 7..8: rain\n      now 7: rain",
    edits: [{ old: "now 8..10: fog\n", new: "now 8..10: fog\n      was 7..8: rain\n      now 7: rain\n" }],
    goal: { is: "clean", contains: ["now 7: rain"] },
    findings: ["T003"],
  },
  {
    title: "A slip of the pen",
    text: `
      No findings: each total of two dice has one row. The program knows the words of the game, too.

      Misspell one: write |rian| for |rain| in the last line.`,
    lines: "",
    edits: [{ old: "now 7: rain", new: "now 7: rian" }],
    goal: { is: "finding", code: "N001" },
    findings: [],
  },
  {
    title: "Mended by a button",
    text: `
      It knows no |rian|, and guesses what you meant. Where only one thing can be meant, a button beside the
      finding writes it for you.

      Press that button.`,
    lines: "",
    edits: [{ old: "now 7: rian", new: "now 7: rain" }],
    goal: { is: "clean", contains: ["now 7: rain"] },
    findings: ["N001"],
  },
  {
    title: "The odds move",
    text: `
      Among the odds stands what your rule does: fog was 7 of 36 throws, and is 12 of 36. Nothing is thrown for
      that, it is counted, so the figures are exact.

      Now let gales begin at 10. Write |8..9| for |8..10| in the row of the fog, and add at the end:`,
    lines: "      was 11..: gale\n      now 10..: gale",
    edits: [
      { old: "now 8..10: fog", new: "now 8..9: fog" },
      { old: "now 7: rain\n", new: "now 7: rain\n      was 11..: gale\n      now 10..: gale\n" },
    ],
    goal: { is: "odds", table: "Weather", contains: "a gale 16.7 %" },
    findings: [],
  },
  {
    title: "Another table",
    text: `
      A gale comes twice as often. There is a piece of advice as well: an example in the game's own rules comes
      out otherwise now. A house rule may do that; it is good to know.

      A rule can have several parts. Give this one a second, for the ships at the reef. Behind |in table| press
      Ctrl and the space bar: you are offered the tables of the game.`,
    lines: HORN.trimEnd(),
    edits: [{ old: "now 10..: gale\n", new: `now 10..: gale\n${HORN}` }],
    goal: { is: "clean", contains: ["in table Reef", "add +1"] },
    findings: ["S022"],
  },
  {
    title: "Your name on it",
    text: `
      A rule has a title and an author: whoever plays by it sees both.

      Write your name in the place of |A. Keeper|. “Card” beside the text shows the table as it now is, with your
      rule named where it counts.`,
    lines: "",
    edits: [{ old: 'by "A. Keeper"', new: 'by "The new keeper"' }],
    goal: { is: "clean", contains: ['by "'], lacks: ['by "A. Keeper"', 'by ""'] },
    findings: ["S022", "S022"],
  },
  {
    title: "Say what you expect",
    text: `
      Rulebooks have worked examples. Here they run each time you type. This one lets the dice show 4 and 4, and
      says what should come of it. It is wrong.

      Add it at the end, and see what becomes of it.`,
    lines: EXAMPLE.trim(),
    edits: [{ old: "add +1 horn_in_fog when sky is fog\n", new: `add +1 horn_in_fog when sky is fog\n${EXAMPLE}` }],
    goal: { is: "finding", code: "S021" },
    findings: ["S022", "S022"],
  },
  {
    title: "It holds",
    text: `
      The example does not hold: by your rule an 8 is fog. Either the rule is wrong or the example, and only you
      know which.

      This time it is the example: write |fog| for |rain| in its last line. From now on, a change that breaks it
      is found.`,
    lines: "",
    edits: [{ old: "expect result is rain", new: "expect result is fog" }],
    goal: { is: "clean", contains: ["expect result is fog"] },
    findings: ["S022", "S022", "S021"],
  },
  {
    title: "Play by it",
    text: `
      That is a whole rule: it is checked, its odds are known, an example holds. Press “Play” above, and the game
      goes by it.

      The file is yours: save it, send it to a friend, or begin another for a table that has annoyed you for
      years.`,
    lines: "",
    edits: [],
    goal: { is: "read" },
    findings: ["S022", "S022"],
  },
];
