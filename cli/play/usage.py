"""What can be typed beside an answer, as it is told."""

from __future__ import annotations

from bombsight.dsl.suggestions import likely

HELP = (
    ("a number or words", "answer: 2, or a word or two that only one option has"),
    ("Enter", "answer what is marked: what the autopilot would"),
    ("[ANSWER] always", "answer so, or as marked, whenever this is asked; instead"),
    ("", "of always: this NAME, during NAME, until NAME,"),
    ("", "until something happens"),
    ("auto [until NAME]", "let the autopilot answer everything"),
    ("orders [off [N]]", "what was ordered so; off: take it back"),
    ("ask [LEVEL]", "how much is asked: all, sensible, grave"),
    ("undo [N|all]", "take back your last answer, or N, or all there are"),
    ("undo list, to N", "your last answers with their numbers; return to N"),
    ("why [N|TABLE]", "how a roll came about: the last, the Nth last, a table's"),
    ("odds [N|all]", "what each answer leads to, by runs with other dice"),
    ("log [N|all]", "the story so far, with the numbers that why takes"),
    ("tell [LEVEL]", "how much is told: news, rolls, books"),
    ("state [all]", "how things stand; all: all that is kept"),
    ("board [NAME]", "pictures of how things stand"),
    ("table ID", "a table as a card"),
    ("name [WHO NAME]", "who is called what; or another name for somebody"),
    ("dice manual|seeded", "throw your own dice from here on, or let the seed throw"),
    ("save [FILE]", "where the game is saved; with FILE: a copy of it there"),
    ("quit", "leave; the game can be resumed"),
    ("help [NAME]", "this list; what something of the game is"),
)
"""How each goes, and what it does; a line without a beginning goes on with the one above."""


COMMANDS = {
    word: (name, does) for name, does in reversed(HELP) if len(word := name.partition(" ")[0]) > 1 and word.islower()
}
"""By its first word how each command goes, and what it does; of two that begin alike the first."""


def usage(typed: str) -> str:
    """How the command goes whose word was typed, or nearly; empty where that is like none."""
    word = typed.removeprefix("/").partition(" ")[0].lower()
    meant = [word] if word in COMMANDS else likely(word, COMMANDS)
    return f"{COMMANDS[meant[0]][0]}  {COMMANDS[meant[0]][1]}" if meant else ""
