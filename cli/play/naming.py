"""Names: everybody who has one, and asking for others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from bombsight.cli.play.asking import read_line
from bombsight.cli.terminal.screen import clean, show_error, words
from bombsight.runtime.errors import InputError
from bombsight.service.own_names import Called
from bombsight.service.play import Play

HOW = "name WHO NEW NAME: who is meant by what he is or is called"


def name_lines(all_called: Sequence[Called]) -> Iterator[Text]:
    """Everybody who has a name now, a line each."""
    size = max((len(one.what) for one in all_called), default=0)
    for one in all_called:
        yield Text(f"  {clean(one.what):<{size}}  ", "dim").append(clean(one.name), "not dim")
    yield words(HOW if all_called else "Nobody has a name.", "dim")


def ask_names(play: Play, out: Console) -> None:
    """Ask for the name of everybody, one after the other; an empty line keeps the one that is shown.

    Raises:
        Ended: There is nothing more to read.
    """
    out.print()
    out.print(words("Type a name for each; Enter alone keeps the one that stands there.", "dim"))
    for one in play.called():
        is_named = False
        while not is_named:
            out.print(words(f"{one.what} ", "cyan").append(clean(one.name), "bold"))
            typed = read_line(out)
            try:
                if typed:
                    play.name_as(one, typed)
                is_named = True
            except InputError as error:
                show_error(error)
