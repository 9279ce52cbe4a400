"""``board``: pictures of the state, drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from bombsight.cli.terminal.screen import clean, words
from bombsight.cli.terminal.streams import shows_unicode
from bombsight.dsl.listing import listed
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.errors import InputError
from bombsight.service.boards.characters import Style, drawn

STYLES: dict[Style, str] = {
    "line": "dim",
    "title": "bold",
    "caption": "italic",
    "more": "dim",
    "good": "green",
    "bad": "bold red",
}
"""How the styles of a drawing look."""

PLAIN = str.maketrans("│─┌┐└┘├┤┬┴┼…", "|-+++++++++.")
"""The signs of a drawing as any terminal can show them."""


def board_lines(boards: Sequence[BoardShown], name: str, width: int) -> list[Text]:
    """A board by its name, or the beginning of its name or title; all of them where none is named.

    Raises:
        InputError: There is no such board.
    """
    found = [board for board in boards if begins(board, name)]
    if not found:
        names = listed([board.name for board in boards], "and")
        raise (
            InputError(f"there is no board {name}", "", f"There are {names}.")
            if boards
            else InputError("this game declares no boards")
        )
    lines: list[Text] = []
    for board in found:
        lines += [Text(), words(board.title, "bold yellow")]
        pictured = drawn(board, width - 2)
        for line in pictured:
            text = Text("  ")
            for stretch in line:
                told = stretch.text if shows_unicode() else stretch.text.translate(PLAIN)
                text.append(clean(told), style=STYLES.get(stretch.style, ""))
            lines.append(text)
        if not pictured:
            lines.append(words("  Nothing stands there.", "dim"))
    return lines[1:]


def begins(board: BoardShown, name: str) -> bool:
    """Whether a word may stand for a board."""
    return any(text.lower().startswith(name.lower()) for text in (board.name, board.title))
