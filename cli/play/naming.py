"""The display of names, and the dialog that asks for others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.play.question_input import read_line
from bombsight.cli.terminal.screen import sanitize, show_error, styled_text
from bombsight.service.play.naming import NamedThing
from bombsight.service.play.play import Play
from bombsight.service.present.command_table import FORMS_BY_WORD

RENAME_USAGE = "name WHO NEW NAME: who is meant by what he is or is called"

QUIT_WORDS = ("q", "quit", "exit")
"""The inputs that leave the game in the dialog."""

INSTRUCTIONS = "Type a name for each; Enter alone keeps the one that stands there, and quit leaves the game."
"""The instructions of the dialog."""


def draw_names(holders: Sequence[NamedThing]) -> Iterator[Text]:
    """Render all named people and things, a line each."""
    size = max((len(one.what) for one in holders), default=0)
    for one in holders:
        yield Text(f"  {sanitize(one.what):<{size}}  ", "dim").append(sanitize(one.name), "not dim")
    yield styled_text(RENAME_USAGE if holders else "Nobody has a name.", "dim")


def ask_names(play: Play, out: Console) -> None:
    """Ask the player to name each person and thing in turn; an empty line keeps the present name.

    The word of a command is no name here.

    Raises:
        InputEnded: The input has ended.
        PlayerLeft: The person leaves.
    """
    out.print()
    show_instructions(out, INSTRUCTIONS)
    for holder in play.named_things():
        is_named = False
        while not is_named:
            out.print(styled_text(f"{holder.what} ", "cyan").append(sanitize(holder.name), "bold"))
            typed = read_line(out)
            word = typed.lower().removeprefix("/")
            if word in QUIT_WORDS:
                raise PlayerLeft
            if word in ("help", "?"):
                show_instructions(out, INSTRUCTIONS)
            elif word in FORMS_BY_WORD:
                show_instructions(
                    out, f"{typed} is a command, for the first question. There name WHO {typed} calls somebody so."
                )
            else:
                is_named = not typed or give_name(play, holder, typed)


def give_name(play: Play, holder: NamedThing, name: str) -> bool:
    """Rename a person or a thing; print an error and return False if the name is invalid."""
    try:
        play.rename_thing(holder, name)
    except InputError as error:
        show_error(error)
        return False
    return True


def show_instructions(out: Console, text: str) -> None:
    """Print the instructions of the naming dialog."""
    out.print(styled_text(text, "dim"), soft_wrap=True)
