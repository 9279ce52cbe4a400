"""``board``: pictures of the state, drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.text import Span, Text

from bombsight.boundary.errors import InputError
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.streams import can_show_unicode
from bombsight.dsl.listing import join_names
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.characters import Style, StyledText, draw_board

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

ASCII_SIGNS = str.maketrans("│─┌┐└┘├┤┬┴┼…", "|-+++++++++.")
"""The signs of a drawing as any terminal can show them."""


def draw_boards(boards: Sequence[BoardShown], name: str, width: int) -> list[Text]:
    """A board by its name, or the beginning of its name or title; all of them where none is named.

    Raises:
        InputError: There is no such board.
    """
    matching = [board for board in boards if has_name_prefix(board, name)]
    if not matching:
        names = join_names([board.name for board in boards], "and")
        raise (
            InputError(f"there is no board {name}", "", f"There are {names}.")
            if boards
            else InputError("this game declares no boards")
        )
    lines: list[Text] = []
    for board in matching:
        lines += [
            Text(),
            styled_text(board.title, "bold yellow"),
            *draw_board_body(board, width - 2, can_show_unicode()),
        ]
    return lines[1:]


@lru_cache(maxsize=64)
def draw_board_body(board: BoardShown, width: int, has_unicode: bool) -> tuple[Text, ...]:
    """A board's lines below its title; while it stands as it stood they are not drawn again.

    Args:
        board: The board.
        width: How many columns it may take.
        has_unicode: Whether the terminal shows characters beyond ASCII.
    """
    drawing = draw_board(board, width)
    return tuple(draw_board_line(line, has_unicode) for line in drawing) or (
        styled_text("  Nothing stands there.", "dim"),
    )


def draw_board_line(line: Sequence[StyledText], has_unicode: bool) -> Text:
    """A line of a board in its styles."""
    text, spans = "  ", []
    for stretch in line:
        begin = len(text)
        text += sanitize(stretch.text if has_unicode else stretch.text.translate(ASCII_SIGNS))
        if stretch.style in STYLES:
            spans.append(Span(begin, len(text), STYLES[stretch.style]))
    return Text(text, spans=spans)


def has_name_prefix(board: BoardShown, name: str) -> bool:
    """Whether a word may stand for a board."""
    return any(text.lower().startswith(name.lower()) for text in (board.name, board.title))
