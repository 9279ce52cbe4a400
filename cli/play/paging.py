"""Page breaks: no output scrolls off the screen before it is read.

Only if a person sits at a terminal; pipes are never held up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from bombsight.cli.play.question_input import InputEnded
from bombsight.cli.terminal.screen import choose_sign, print_lines, styled_text
from bombsight.cli.terminal.streams import has_line_waiting, is_interactive

MAX_LINES_ABOVE = 15
"""The maximum number of new lines above a question without a page break."""

MIN_LINES_ABOVE = 4
"""The room above a question below which nothing new stands above it: all is read before it is drawn."""

BREAK_PROMPT = "Enter goes on, s skips to the end"
"""The prompt at a page break."""


def is_attended(out: Console) -> bool:
    """Whether a person reads the output and types, so that page breaks make sense."""
    return is_interactive() and out.is_terminal


def split_into_pages(lines: Sequence[Text], page_size: int, last_size: int) -> Iterator[Sequence[Text]]:
    """Split lines into pages of ``page_size``, preferably at blank lines; the last has at most ``last_size``.

    With a ``last_size`` of 0 the last page is empty.
    """
    rest = lines
    while len(rest) > last_size:
        cut = find_page_end(rest, page_size, last_size)
        yield rest[:cut]
        rest = rest[cut:]
    yield rest


def find_page_end(lines: Sequence[Text], page_size: int, last_size: int) -> int:
    """Find where a page of the lines ends that are too many for the last one: at a blank line, if one is near.

    Lines that fill no page are halved, so that something new stands on the last one, too.
    """
    if last_size and len(lines) <= page_size:
        half = max(len(lines) - last_size, len(lines) // 2)
        blanks = [at for at in range(len(lines) - last_size, len(lines)) if at and not lines[at].plain.strip()]
        return min(blanks, key=lambda at: abs(at - half), default=half)
    size = min(page_size, len(lines))
    near = range(size, size // 2, -1)
    return next((at for at in near if at < len(lines) and not lines[at].plain.strip()), size)


def room_above(out: Console, lines_below: int, most: int = MAX_LINES_ABOVE) -> int:
    """The number of new lines, ``most`` at most, that stand on the screen above the ``lines_below`` that follow."""
    room = min(most, out.height - lines_below - 2)
    return room if room >= MIN_LINES_ABOVE else 0


def fits_unbroken(out: Console, line_count: int, lines_below: int, lines_above: int = 0) -> bool:
    """Whether a number of lines fits on the screen without a page break, below those printed since the last one.

    Args:
        out: The console.
        line_count: The number of lines.
        lines_below: How many lines will follow them.
        lines_above: How many new lines stand above.
    """
    return lines_above + line_count <= room_above(out, lines_below)


def show_paged(
    out: Console,
    lines: Sequence[Text],
    lines_below: int,
    most_above: int = MAX_LINES_ABOVE,
    *,
    prints_skipped: bool = False,
) -> bool:
    """Print lines, with a break after each page; if none fit above what follows, after the last one as well.

    Args:
        out: The console.
        lines: The lines.
        lines_below: How many lines will follow them.
        most_above: How many new lines may stand above those.
        prints_skipped: Whether pages that the player skips are printed, without breaks, and not left out.

    Returns:
        Whether there was a break.

    Raises:
        InputEnded: The input has ended.
    """
    pages = (
        [*split_into_pages(lines, out.height - 2, room_above(out, lines_below, most_above))]
        if is_attended(out)
        else [lines]
    )
    is_skipping = False
    for number, page in enumerate(pages):
        if number and not is_skipping:
            is_skipping = wait_at_break(out, BREAK_PROMPT).lower().startswith("s")
        if is_skipping and not prints_skipped and number < len(pages) - 1:
            continue
        print_lines(out, page[1:] if number and page and not page[0].plain.strip() else page)
    return len(pages) > 1


def wait_at_break(out: Console, prompt: str) -> str:
    """Wait for a line of input at a page break, return it, and replace the prompt by a blank line.

    Raises:
        InputEnded: The input has ended.
    """
    dashes = choose_sign("──", "--")
    out.print()
    out.print(styled_text(f"{dashes} {prompt} ", "dim"), end="", soft_wrap=True)
    out.file.flush()
    is_ahead = has_line_waiting()
    try:
        typed = input()
    except KeyboardInterrupt as stop:
        raise InputEnded(stop) from stop
    except (EOFError, ValueError) as end:
        raise InputEnded from end
    if not out.is_dumb_terminal:
        out.file.write("\x1b[2K\r" if is_ahead else "\x1b[1A\x1b[2K\r")  # the cursor is on that line, or below it
    return typed.strip()
