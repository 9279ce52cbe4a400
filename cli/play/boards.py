"""The command ``board``: boards drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.text import Span, Text

from bombsight.boundary.errors import InputError
from bombsight.cli.terminal.screen import choose_sign, sanitize, styled_text
from bombsight.cli.terminal.streams import can_show_unicode
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.boards import is_empty_board
from bombsight.service.boards.changes import Change
from bombsight.service.boards.characters import CHANGE_SIGN, TONE_SIGNS, Style, StyledText, draw_board
from bombsight.service.boards.layout import is_cut
from bombsight.service.present import sentences

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


def draw_boards(
    boards: Sequence[BoardShown],
    name: str,
    width: int,
    picture_box: tuple[int, int] | None = None,
    widest: int | None = None,
) -> list[Text]:
    """Render the board with a name, or a prefix of its name or title; all boards for an empty name.

    Args:
        boards: The boards of the game.
        name: The name or prefix.
        width: The columns.
        picture_box: The columns and lines that a picture may take with its title; None for any number of lines.
        widest: The columns of a board whose words would be cut in ``width``; None if it has no more.

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
    for board in matching:
        columns, height = (width, None) if board.layout != "picture" or picture_box is None else picture_box
        if widest is not None and board.layout != "picture" and is_cut_board(board, width - 2):
            columns = widest
        room = None if height is None else max(1, height - 1)
        body = draw_board_body(board, columns - 2, room, can_show_unicode())
        lines += [Text(), styled_text(board.title, "bold yellow"), *body]
    return lines[1:]


@lru_cache(maxsize=64)
def is_cut_board(board: BoardShown, width: int) -> bool:
    """Whether words of a board are cut in a width; cached until the board changes."""
    return is_cut(board, width)


@lru_cache(maxsize=64)
def draw_board_body(board: BoardShown, width: int, lines: int | None, has_unicode: bool) -> tuple[Text, ...]:
    """Render a board's lines below its title; cached until the board changes."""
    drawing = draw_board(board, width, lines)
    return tuple(draw_board_line(line, has_unicode) for line in drawing) or (
        styled_text("  Nothing stands there.", "dim"),
    )


def draw_board_line(line: Sequence[StyledText], has_unicode: bool) -> Text:
    """Render one line of a board in its styles."""
    text, spans = "  ", []
    for stretch in line:
        begin = len(text)
        text += sanitize(stretch.text if has_unicode else stretch.text.translate(ASCII_SIGNS))
        if stretch.style in STYLES:
            spans.append(Span(begin, len(text), STYLES[stretch.style]))
        if stretch.is_changed and stretch.style != "changed":
            spans.append(Span(begin, len(text), CHANGED_STYLES.get(stretch.style, "underline")))
    return Text(text, spans=spans)


def has_name_prefix(board: BoardShown, prefix: str) -> bool:
    """Whether a board's name or title begins with a prefix, ignoring case."""
    return any(text.lower().startswith(prefix.lower()) for text in (board.name, board.title))


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
