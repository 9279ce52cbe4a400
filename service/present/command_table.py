"""The table of play commands: usage, help, completions, and who has them: a single player, a table of two, the page.

``python -m web`` makes the page's help from it.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.suggestions import find_likely_names

SINGLY_WORD = "one"
"""The input that asks the first question of a group alone."""


ENTER_KEY = "Enter"
"""The usage of the key that answers what is marked."""


@frozen
class CommandForm:
    """One form of a play command, such as ``undo to N``, with its usage and help.

    Attributes:
        usage: Its syntax; brackets enclose optional parts.
        help: What it does, in one or more lines.
        phrases: The completions for Tab.
        seat_help: The help at a table of two; empty if the same.
        seat_usage: The syntax at a table of two; empty if the same.
        page_help: The help on the page; empty if the same.
        page_usage: The syntax on the page; empty if the same.
        is_alone: Whether a single player has the command.
        is_seated: Whether players at a table of two have the command.
        is_on_seat_screen: Whether players at a table of two have it where they play on the whole screen.
    """

    usage: str
    help: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    seat_help: str = ""
    seat_usage: str = ""
    page_help: str = ""
    page_usage: str = ""
    is_alone: bool = True
    is_seated: bool = False
    is_on_seat_screen: bool = False

    @property
    def word(self) -> str:
        """The command word with which the form begins; empty if it begins with none."""
        word = self.usage.partition(" ")[0]
        return word if len(word) > 1 and word.islower() else ""


def solo_form(
    usage: str,
    *help: str,
    phrases: str = "",
    page_help: str = "",
    page_usage: str = "",
    is_on_seat_screen: bool = False,
) -> CommandForm:
    """Make a command form that exists in solitaire games, and perhaps at a table of two on the whole screen.

    Args:
        usage: Its syntax.
        help: What it does, line by line.
        phrases: The completions for Tab, separated by commas.
        page_help: The help on the page, if other.
        page_usage: The syntax on the page, if other.
        is_on_seat_screen: Whether players at a table of two have it on the whole screen.
    """
    return CommandForm(
        usage,
        help,
        tuple(filter(None, phrases.split(", "))),
        page_help=page_help,
        page_usage=page_usage,
        is_on_seat_screen=is_on_seat_screen,
    )


def seated_form(
    usage: str,
    help: str,
    phrases: str = "",
    *,
    seat_help: str = "",
    seat_usage: str = "",
    page_help: str = "",
    page_usage: str = "",
    is_alone: bool = True,
) -> CommandForm:
    """Make a command form that exists in two-player games, and with ``is_alone`` in solitaire ones, too.

    Args:
        usage: Its syntax.
        help: What it does.
        phrases: The completions for Tab, separated by commas.
        seat_help: The help at a table of two, if other.
        seat_usage: The syntax at a table of two, if other.
        page_help: The help on the page, if other.
        page_usage: The syntax on the page, if other.
        is_alone: Whether a single player has the command, too.
    """
    return CommandForm(
        usage,
        (help,),
        tuple(filter(None, phrases.split(", "))),
        seat_help=seat_help,
        seat_usage=seat_usage,
        page_help=page_help,
        page_usage=page_usage,
        is_alone=is_alone,
        is_seated=True,
        is_on_seat_screen=True,
    )


COMMAND_FORMS = (
    seated_form("a number or words", "answer: 2, or a word or two that only one option has"),
    seated_form(ENTER_KEY, "answer what is marked: what the autopilot would"),
    solo_form(
        "[ANSWER] always",
        "answer so, or as marked, whenever this is asked; instead",
        "of always: this NAME, during NAME, until NAME,",
        "until something happens",
        phrases="always, this, during, until, until something happens",
        is_on_seat_screen=True,
    ),
    solo_form(
        "auto [until NAME]",
        "let the autopilot answer everything",
        phrases="auto, auto until",
        is_on_seat_screen=True,
    ),
    solo_form(
        "orders [off [N]]",
        "what was ordered so; off: take it back",
        phrases="orders, orders off",
        is_on_seat_screen=True,
    ),
    solo_form(
        "ask [LEVEL]",
        "how much is asked: all, sensible, grave",
        phrases="ask all, ask sensible, ask grave",
        is_on_seat_screen=True,
    ),
    seated_form(
        "undo [N|all]",
        "take back your last answer, or N, or all there are",
        "undo",
        seat_help="ask to take back your last answer, and what followed",
        seat_usage="undo",
    ),
    solo_form("undo beat", "take back your answers of this moment of the story", phrases="undo beat"),
    solo_form(
        "undo list, to N",
        "your last answers with their numbers; return to N",
        phrases="undo list, undo to, undo all",
    ),
    seated_form("why [N|TABLE]", "how a roll came about: the last, the Nth last, a table's", "why"),
    seated_form(
        "odds [N|all]",
        "what each answer leads to, by runs with other dice",
        "odds, odds all",
        seat_help="what each answer leads to, where that betrays nothing",
        seat_usage="odds [all]",
    ),
    solo_form("luck", "how the dice fell in this mission, against their chances", phrases="luck"),
    seated_form(
        "log [N|all]",
        "the story so far, with the numbers that why takes",
        "log, log all",
        seat_help="the story so far, as you may see it",
        page_help="the story from its beginning",
        page_usage="log",
    ),
    seated_form("tell [LEVEL]", "how much is told: news, rolls, books", "tell news, tell rolls, tell books"),
    seated_form(
        "pace [PACE]",
        "where the story waits: throws, beats, straight (nowhere)",
        "pace throws, pace beats, pace straight",
    ),
    seated_form("state [all]", "how things stand; all: all that is kept", "state, state all"),
    seated_form("board [NAME]", "pictures of how things stand", "board"),
    solo_form("at N", "the boards as they stood at throw N of the log", phrases="at 1", is_on_seat_screen=True),
    solo_form("table ID", "a table as a card", phrases="table"),
    seated_form("name [WHO NAME]", "who is called what; or another name for somebody", "name"),
    solo_form(
        "dice manual|seeded",
        "throw your own dice from here on, or let the seed throw",
        phrases="dice manual, dice seeded",
    ),
    solo_form(
        "save [FILE]",
        "where the game is saved; with FILE: a copy of it there",
        phrases="save",
        page_help="the save as a file",
        page_usage="save",
    ),
    seated_form("give up", "end the game: all that was hidden is revealed", "give up", is_alone=False),
    seated_form("quit", "leave; the game can be resumed", "quit", seat_help="leave; the game can be gone on with"),
    seated_form(
        "help [NAME]",
        "this list; what a thing is and does; help game: its course",
        "help",
        seat_help="this list",
        seat_usage="help",
    ),
)
"""Every command form, in the order of the help."""

HELP_ROWS = tuple(
    (each.usage if number == 0 else "", text)
    for each in COMMAND_FORMS
    if each.is_alone
    for number, text in enumerate(each.help)
)
"""Usage and help of each command; a row with empty usage continues the one above."""

SEAT_HELP_ROWS = tuple(
    (each.seat_usage or each.usage, each.seat_help or each.help[0]) for each in COMMAND_FORMS if each.is_seated
)
"""Usage and help of each command at a table of two."""

SEAT_SCREEN_HELP_ROWS = tuple(
    (each.seat_usage or each.usage if number == 0 else "", text)
    for each in COMMAND_FORMS
    if each.is_on_seat_screen
    for number, text in enumerate((each.seat_help,) if each.seat_help else each.help)
)
"""Usage and help of each command at a table of two on the whole screen."""

PAGE_HELP_ROWS = tuple(
    (each.page_usage or each.usage, each.page_help or " ".join(each.help))
    for each in COMMAND_FORMS
    if each.is_alone and each.usage != ENTER_KEY
)
"""Usage and help of each command on the page, which explains its keys by itself."""

PHRASES = tuple(phrase for each in COMMAND_FORMS if each.is_alone for phrase in each.phrases)
"""The completions of Tab at every question."""

SEAT_PHRASES = tuple(phrase for each in COMMAND_FORMS if each.is_seated for phrase in each.phrases)
"""The completions of Tab at a table of two."""

SEAT_SCREEN_PHRASES = tuple(phrase for each in COMMAND_FORMS if each.is_on_seat_screen for phrase in each.phrases)
"""The completions of Tab at a table of two on the whole screen."""

FORMS_BY_WORD = {each.word: each for each in reversed(COMMAND_FORMS) if each.word and each.is_alone}
"""The command forms of a single player by their first word; the first form of each word."""

SOLO_WORDS = tuple(word for word, each in FORMS_BY_WORD.items() if not each.is_seated)
"""The words of commands that only a single player has."""


SOLO_SCREEN_WORDS = tuple(word for word, each in FORMS_BY_WORD.items() if not each.is_on_seat_screen)
"""The words of commands that only a single player has, where two play on the whole screen."""


def usage_of(text: str) -> str:
    """Return usage and help of the command that a text begins with, even misspelt; empty for no similar command."""
    word = text.removeprefix("/").partition(" ")[0].lower()
    words = [word] if word in FORMS_BY_WORD else find_likely_names(word, [*FORMS_BY_WORD])
    return f"{FORMS_BY_WORD[words[0]].usage}  {FORMS_BY_WORD[words[0]].help[0]}" if words else ""
