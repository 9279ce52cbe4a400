"""The command ``board``: boards drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import evolve, frozen
from rich.text import Span, Text

from bombsight.cli.terminal.screen import choose_sign, sanitize, styled_text
from bombsight.cli.terminal.streams import can_show_unicode
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.boards import find_boards
from bombsight.service.boards.changes import Change
from bombsight.service.boards.characters import CHANGE_SIGN, TONE_SIGNS, Style, StyledText, draw_layout
from bombsight.service.boards.layout import is_cut, lay_out_board
from bombsight.service.boards.text_fitting import Target

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
    "changed": "bold yellow",
}
"""The terminal style of each style in a drawing."""

CHANGED_STYLES: dict[Style, str] = {"title": "reverse", "key": "reverse", "caption": "reverse"}
"""The terminal style of what has changed, in addition; of words that are no title, underlined."""

ASCII_SIGNS = str.maketrans("│─┌┐└┘├┤┬┴┼…»•○━┃╲▲✱★↑↗→↘↓↙←↖■♙▯", "|-+++++++++.>*o-|\\^#*^/>\\v/<\\#i#") | {
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

    def move_below(self, lines: Sequence[Text]) -> DrawnBoards:
        """Return the boards below further lines."""
        down = len(lines)
        moved = (evolve(each, top=each.top + down, bottom=each.bottom + down) for each in self.targets)
        return DrawnBoards((*lines, *self.lines), tuple(moved))


def draw_boards(boards: Sequence[BoardShown], name: str, width: int) -> list[Text]:
    """Render the boards that a name, or a part of one or of a title, names; all boards for an empty name.

    Args:
        boards: The boards of the game.
        name: The name or part.
        width: The columns.

    Raises:
        InputError: There is no such board.
    """
    return [*draw_targeted_boards(boards, name, width).lines]


def draw_targeted_boards(
    boards: Sequence[BoardShown],
    name: str,
    width: int,
    picture_box: tuple[int, int] | None = None,
    widest: int | None = None,
) -> DrawnBoards:
    """Render boards as :func:`draw_boards` does, and say where their places and things stand.

    Args:
        boards: The boards of the game.
        name: The name or part.
        width: The columns.
        picture_box: The columns and lines that a picture may take with its title; None for any number of lines.
        widest: The columns of a board whose words would be cut in ``width``; None if it has no more.

    Raises:
        InputError: There is no such board.
    """
    matching = find_boards(boards, name)
    lines: list[Text] = []
    targets: list[PlacedTarget] = []
    for board in matching:
        columns, height = (width, None) if board.layout != "picture" or picture_box is None else picture_box
        if widest is not None and board.layout != "picture" and is_cut_board(board, width - MARGIN):
            columns = widest
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
def is_cut_board(board: BoardShown, width: int) -> bool:
    """Whether words of a board are cut in a width; cached until the board changes."""
    return is_cut(board, width)


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
        if stretch.is_changed and stretch.style != "changed":
            spans.append(Span(begin, len(text), CHANGED_STYLES.get(stretch.style, "underline")))
    return Text(text, spans=spans)


def draw_changes(changes: Sequence[Change], width: int, max_lines: int | None = None) -> list[Text]:
    """Render what has changed on boards, each change on one line, bad ones first; the last line counts the rest.

    Args:
        changes: The changes.
        width: The columns.
        max_lines: The largest number of lines; None for any.
    """
    shown = changes if max_lines is None or len(changes) <= max_lines else changes[: max_lines - 1]
    lines = [change_line(change, width) for change in shown]
    if len(shown) < len(changes):
        lines.append(styled_text(f"{choose_sign(CHANGE_SIGN, '>')} {len(changes) - len(shown)} more", "dim"))
    return lines


def change_line(change: Change, width: int) -> Text:
    """Render a change on one line."""
    line = Text().append(f"{choose_sign(CHANGE_SIGN, '>')} ", "bold yellow")
    sign = f"{TONE_SIGNS[change.tone]} " if change.tone else ""
    line.append(sanitize(f"{sign}{change.text}"), STYLES[change.tone] if change.tone else "")
    line.truncate(width, overflow="ellipsis")
    return line
