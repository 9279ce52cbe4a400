"""Names: everybody who has one, and asking for others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.asking import read_line
from bombsight.cli.play.narrating import Left
from bombsight.cli.terminal.screen import clean, show_error, words
from bombsight.service.play.own_names import Called
from bombsight.service.play.play import Play
from bombsight.service.present.command_table import WORDS

HOW = "name WHO NEW NAME: who is meant by what he is or is called"

QUITTING = ("q", "quit", "exit")
"""What leaves the game there."""

ASKED = "Type a name for each; Enter alone keeps the one that stands there, and quit leaves the game."
"""What can be typed where everybody is asked for."""


def name_lines(all_called: Sequence[Called]) -> Iterator[Text]:
    """Everybody who has a name now, a line each."""
    size = max((len(one.what) for one in all_called), default=0)
    for one in all_called:
        yield Text(f"  {clean(one.what):<{size}}  ", "dim").append(clean(one.name), "not dim")
    yield words(HOW if all_called else "Nobody has a name.", "dim")


def ask_names(play: Play, out: Console) -> None:
    """Ask for the name of everybody, one after the other; an empty line keeps the one that is shown.

    The word of a command is no name here.

    Raises:
        Ended: There is nothing more to read.
        Left: The person leaves.
    """
    out.print()
    show(out, ASKED)
    for one in play.called():
        is_named = False
        while not is_named:
            out.print(words(f"{one.what} ", "cyan").append(clean(one.name), "bold"))
            typed = read_line(out)
            word = typed.lower().removeprefix("/")
            if word in QUITTING:
                raise Left
            if word in ("help", "?"):
                show(out, ASKED)
            elif word in WORDS:
                show(out, f"{typed} is a command, for the first question. There name WHO {typed} calls somebody so.")
            else:
                is_named = not typed or give_name(play, one, typed)


def give_name(play: Play, one: Called, name: str) -> bool:
    """Give somebody a name; whether it will do. What is wrong with it is said."""
    try:
        play.name_as(one, name)
    except InputError as error:
        show_error(error)
        return False
    return True


def show(out: Console, text: str) -> None:
    """Say how names are asked for."""
    out.print(words(text, "dim"), soft_wrap=True)
