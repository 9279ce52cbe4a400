"""The command ``board``: boards drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import frozen
from rich.text import Span, Text

from bombsight.boundary.errors import InputError
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.streams import can_show_unicode
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.boards import is_empty_board
from bombsight.service.boards.characters import Style, StyledText, draw_layout
from bombsight.service.boards.layout import lay_out_board
from bombsight.service.boards.text_fitting import Target
from bombsight.service.present import sentences

MARGIN = 2
"""The blanks before each line of a board."""

STYLES: dict[Style, str] = {
    "line": "dim",
    "title": "bold",
    "key": "bold",
    "caption": "italic",
    "more": "dim",
    "good": "green",
    "bad": "bold red",
}
"""The terminal style of each style in a drawing."""

ASCII_SIGNS = str.maketrans("│─┌┐└┘├┤┬┴┼…•○━┃╲▲✱★↑↗→↘↓↙←↖■♙▯", "|-+++++++++.*o-|\\^#*^/>\\v/<\\#i#") | {
    ord("\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}"): "/",
    ord("\N{MULTIPLICATION SIGN}"): "x",
    **dict.fromkeys(range(0x2800, 0x2900), "."),
}
"""The ASCII replacements of a drawing's characters."""


@frozen
class PlacedTarget:
    """A place or thing of a board among the lines of boards drawn one below another.

    Attributes:
        board: The board.
        target: What it is.
        left: Its first column.
        top: Its first line.
        right: The column behind its last.
        bottom: The line behind its last.
    """

    board: BoardShown
    target: Target
    left: int
    top: int
    right: int
    bottom: int


@frozen
class DrawnBoards:
    """Boards drawn one below another: their lines, and where their places and things stand, each piece once a board."""

    lines: tuple[Text, ...]
    targets: tuple[PlacedTarget, ...]


def draw_boards(boards: Sequence[BoardShown], name: str, width: int) -> list[Text]:
    """Render the board with a name, or a prefix of its name or title; all boards for an empty name.

    Args:
        boards: The boards of the game.
        name: The name or prefix.
        width: The columns.

    Raises:
        InputError: There is no such board.
    """
    return [*draw_targeted_boards(boards, name, width).lines]


def draw_targeted_boards(
    boards: Sequence[BoardShown], name: str, width: int, picture_box: tuple[int, int] | None = None
) -> DrawnBoards:
    """Render boards as :func:`draw_boards` does, and say where their places and things stand.

    Args:
        boards: The boards of the game.
        name: The name or prefix.
        width: The columns.
        picture_box: The columns and lines that a picture may take with its title; None for any number of lines.

    Raises:
        InputError: There is no such board.
    """
    matching = [board for board in boards if has_name_prefix(board, name)]
    matching = [board for board in matching if name or not is_empty_board(board)] or matching[:1]
    if not matching:
        raise (
            InputError(sentences.no_board(name), "", sentences.board_names([board.name for board in boards]))
            if boards
            else InputError(sentences.NO_BOARDS)
        )
    lines: list[Text] = []
    targets: list[PlacedTarget] = []
    for board in matching:
        columns, height = (width, None) if board.layout != "picture" or picture_box is None else picture_box
        room = None if height is None else max(1, height - 1)
        body = draw_board_body(board, columns - MARGIN, room, can_show_unicode())
        lines += [*[Text()] * bool(lines), styled_text(board.title, "bold yellow")]
        targets += (
            PlacedTarget(
                board, each, each.left + MARGIN, each.top + len(lines), each.right + MARGIN, each.bottom + len(lines)
            )
            for each in body.targets
        )
        lines += body.lines
    return DrawnBoards(tuple(lines), tuple(targets))


@frozen
class BoardBody:
    """A board's lines below its title, and its targets."""

    lines: tuple[Text, ...]
    targets: tuple[Target, ...]


@lru_cache(maxsize=64)
def draw_board_body(board: BoardShown, width: int, lines: int | None, has_unicode: bool) -> BoardBody:
    """Render a board's lines below its title; cached until the board changes."""
    layout = lay_out_board(board, width, lines)
    drawing = tuple(draw_board_line(line, has_unicode) for line in draw_layout(layout))
    first_targets = {each.piece or each: each for each in reversed(layout.targets)}
    targets = [each for each in layout.targets if first_targets[each.piece or each] is each]
    return BoardBody(drawing or (styled_text("  Nothing stands there.", "dim"),), tuple(targets))


def draw_board_line(line: Sequence[StyledText], has_unicode: bool) -> Text:
    """Render one line of a board in its styles."""
    text, spans = " " * MARGIN, []
    for stretch in line:
        begin = len(text)
        text += sanitize(stretch.text if has_unicode else stretch.text.translate(ASCII_SIGNS))
        if stretch.style in STYLES:
            spans.append(Span(begin, len(text), STYLES[stretch.style]))
    return Text(text, spans=spans)


def has_name_prefix(board: BoardShown, prefix: str) -> bool:
    """Whether a board's name or title begins with a prefix, ignoring case."""
    return any(text.lower().startswith(prefix.lower()) for text in (board.name, board.title))
