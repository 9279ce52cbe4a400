"""The table of commands of play: how each goes, what it does, what Tab completes, where there is one."""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.suggestions import likely

ALONE = "one"
"""What is typed to have the first of the questions that are put as one by itself."""


@frozen
class CommandForm:
    """A form of a command.

    Attributes:
        usage: How it goes; what stands in brackets may be left out.
        help: What it does, in a line or several.
        phrases: What Tab completes to.
        seat_help: What it does at a table of two, where that is other; empty where it does the same.
        seat_usage: How it goes there; empty where it goes the same way.
        is_alone: Whether there is such a command where one plays alone.
        is_seated: Whether there is one at a table of two.
    """

    usage: str
    help: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    seat_help: str = ""
    seat_usage: str = ""
    is_alone: bool = True
    is_seated: bool = False

    @property
    def word(self) -> str:
        """The word that it begins with; empty where it begins with none."""
        word = self.usage.partition(" ")[0]
        return word if len(word) > 1 and word.islower() else ""


def form(usage: str, *help: str, phrases: str = "") -> CommandForm:
    """A form of a command that there is where one plays alone; its phrases with commas between."""
    return CommandForm(usage, help, tuple(filter(None, phrases.split(", "))))


def seated(
    usage: str, help: str, phrases: str = "", *, there: str = "", goes: str = "", is_alone: bool = True
) -> CommandForm:
    """A form of a command that there is at a table of two; what it does ``there``, how it ``goes``."""
    return CommandForm(usage, (help,), tuple(filter(None, phrases.split(", "))), there, goes, is_alone, True)


FORMS = (
    seated("a number or words", "answer: 2, or a word or two that only one option has"),
    seated("Enter", "answer what is marked: what the autopilot would"),
    form(
        "[ANSWER] always",
        "answer so, or as marked, whenever this is asked; instead",
        "of always: this NAME, during NAME, until NAME,",
        "until something happens",
        phrases="always, this, during, until, until something happens",
    ),
    form("auto [until NAME]", "let the autopilot answer everything", phrases="auto, auto until"),
    form("orders [off [N]]", "what was ordered so; off: take it back", phrases="orders, orders off"),
    form("ask [LEVEL]", "how much is asked: all, sensible, grave", phrases="ask all, ask sensible, ask grave"),
    form("undo [N|all]", "take back your last answer, or N, or all there are", phrases="undo"),
    form(
        "undo list, to N",
        "your last answers with their numbers; return to N",
        phrases="undo list, undo to, undo all",
    ),
    seated("why [N|TABLE]", "how a roll came about: the last, the Nth last, a table's", "why"),
    seated(
        "odds [N|all]",
        "what each answer leads to, by runs with other dice",
        "odds, odds all",
        there="what each answer leads to, where that betrays nothing",
        goes="odds [all]",
    ),
    seated(
        "log [N|all]",
        "the story so far, with the numbers that why takes",
        "log, log all",
        there="the story so far, as you may see it",
    ),
    seated("tell [LEVEL]", "how much is told: news, rolls, books", "tell news, tell rolls, tell books"),
    seated("state [all]", "how things stand; all: all that is kept", "state, state all"),
    seated("board [NAME]", "pictures of how things stand", "board"),
    form("table ID", "a table as a card", phrases="table"),
    form("name [WHO NAME]", "who is called what; or another name for somebody", phrases="name"),
    form(
        "dice manual|seeded",
        "throw your own dice from here on, or let the seed throw",
        phrases="dice manual, dice seeded",
    ),
    form("save [FILE]", "where the game is saved; with FILE: a copy of it there", phrases="save"),
    seated("give up", "end the game: all that was hidden is revealed", "give up", is_alone=False),
    seated("quit", "leave; the game can be resumed", "quit", there="leave; the game can be gone on with"),
    seated("help [NAME]", "this list; what something of the game is", "help", there="this list", goes="help"),
)
"""Every form, in the order of the help."""

HELP = tuple(
    (each.usage if number == 0 else "", text)
    for each in FORMS
    if each.is_alone
    for number, text in enumerate(each.help)
)
"""How each goes, and what it does; a line without a beginning goes on with the one above."""

SEAT_HELP = tuple((each.seat_usage or each.usage, each.seat_help or each.help[0]) for each in FORMS if each.is_seated)
"""The same at a table of two."""

PHRASES = tuple(phrase for each in FORMS if each.is_alone for phrase in each.phrases)
"""What may be typed at every question, as Tab completes it."""

SEAT_PHRASES = tuple(phrase for each in FORMS if each.is_seated for phrase in each.phrases)
"""The same at a table of two."""

WORDS = {each.word: each for each in reversed(FORMS) if each.word and each.is_alone}
"""The forms by the word that they begin with; of several the first."""

NOT_SEATED = tuple(word for word, each in WORDS.items() if not each.is_seated)
"""Words of commands that there are only where one plays alone."""


def usage(text: str) -> str:
    """How the command goes whose word was typed, or nearly, and what it does; empty where that is like none."""
    word = text.removeprefix("/").partition(" ")[0].lower()
    meant = [word] if word in WORDS else likely(word, [*WORDS])
    return f"{WORDS[meant[0]].usage}  {WORDS[meant[0]].help[0]}" if meant else ""
