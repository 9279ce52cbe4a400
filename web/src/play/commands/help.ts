// Help on commands. Made by `python -m web` from the table of commands; not to be edited.

/** Usage and help of each command. */
export const COMMAND_HELP: readonly (readonly [usage: string, help: string])[] = [
  ["a number or words", "answer: 2, or a word or two that only one option has"],
  ["[ANSWER] always", "answer so, or as marked, whenever this is asked; instead of always: this NAME, during NAME, until NAME, until something happens"],
  ["auto [until NAME]", "let the autopilot answer everything"],
  ["orders [off [N]]", "what was ordered so; off: take it back"],
  ["ask [LEVEL]", "how much is asked: all, sensible, grave"],
  ["undo [N|all]", "take back your last answer, or N, or all there are"],
  ["undo beat", "take back your answers of this moment of the story"],
  ["undo list, to N", "your last answers with their numbers; return to N"],
  ["why [N|TABLE]", "how a roll came about: the last, the Nth last, a table's"],
  ["odds [N|all]", "what each answer leads to, by runs with other dice"],
  ["luck", "how the dice fell in this mission, against their chances"],
  ["log", "the story from its beginning"],
  ["tell [LEVEL]", "how much is told: news, rolls, books"],
  ["pace [PACE]", "where the story waits: throws, beats, straight (nowhere)"],
  ["state [all]", "how things stand; all: all that is kept"],
  ["board [NAME]", "pictures of how things stand"],
  ["at N", "the boards as they stood at throw N of the log"],
  ["table ID", "a table as a card"],
  ["name [WHO NAME]", "who is called what; or another name for somebody"],
  ["dice manual|seeded", "throw your own dice from here on, or let the seed throw"],
  ["save", "the save as a file"],
  ["quit", "leave; the game can be resumed"],
  ["help [NAME]", "this list; what a thing is and does; help game: its course"],
];
