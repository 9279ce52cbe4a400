"""``board``: pictures of the state, drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.text import Span, Text

from bombsight.boundary.errors import InputError
from bombsight.cli.terminal.screen import clean, words
from bombsight.cli.terminal.streams import shows_unicode
from bombsight.dsl.listing import listed
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.characters import Stretch, Style, drawn

STYLES: dict[Style, str] = {
    "line": "dim",
    "title": "bold",
    "key": "bold",
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
        lines += [Text(), words(board.title, "bold yellow"), *picture(board, width - 2, shows_unicode())]
    return lines[1:]


@lru_cache(maxsize=64)
def picture(board: BoardShown, width: int, is_fine: bool) -> tuple[Text, ...]:
    """A board's lines below its title; while it stands as it stood they are not drawn again.

    Args:
        board: The board.
        width: How many columns it may take.
        is_fine: Whether the terminal shows characters beyond ASCII.
    """
    pictured = drawn(board, width)
    return tuple(line_of(line, is_fine) for line in pictured) or (words("  Nothing stands there.", "dim"),)


def line_of(line: Sequence[Stretch], is_fine: bool) -> Text:
    """A line of a board in its styles."""
    told, spans = "  ", []
    for stretch in line:
        begin = len(told)
        told += clean(stretch.text if is_fine else stretch.text.translate(PLAIN))
        if stretch.style in STYLES:
            spans.append(Span(begin, len(told), STYLES[stretch.style]))
    return Text(told, spans=spans)


def begins(board: BoardShown, name: str) -> bool:
    """Whether a word may stand for a board."""
    return any(text.lower().startswith(name.lower()) for text in (board.name, board.title))
