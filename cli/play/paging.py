"""Page breaks: nothing runs off a screen before it is read.

Only where a person sits at a terminal; what is read from a pipe, or goes into one, is never held up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from bombsight.cli.play.asking import Ended
from bombsight.cli.terminal.screen import print_lines, sign, words
from bombsight.cli.terminal.streams import is_interactive, is_line_waiting

ABOVE = 15
"""More new lines than these never stand above a question."""

LEAST = 4
"""So many do even on a screen that has no room for them."""

MORE = "Enter goes on, s skips to the end"
"""What can be typed at a break."""


def can_wait(out: Console) -> bool:
    """Whether there is somebody who sees the output and types."""
    return is_interactive() and out.is_terminal


def pages(lines: Sequence[Text], page: int, last: int) -> Iterator[Sequence[Text]]:
    """Lines in pages of so many at most, the last of fewer; each begins where something new does, if that is near."""
    rest = lines
    while len(rest) > last:
        most = min(page, len(rest))
        near = range(most, most // 2, -1)
        cut = next((at for at in near if at < len(rest) and not rest[at].plain.strip()), most)
        yield rest[:cut]
        rest = rest[cut:]
    yield rest


def room(out: Console, below: int) -> int:
    """How many new lines may stand above so many that follow at once."""
    return max(LEAST, min(ABOVE, out.height - below - 2))


def fits(out: Console, lines: Sequence[Text], below: int, above: int = 0) -> bool:
    """Whether lines need no break, with so many new ones above them already."""
    return above + len(lines) <= room(out, below)


def show_paged(out: Console, lines: Sequence[Text], below: int, closing: Sequence[Text] = ()) -> None:
    """Show lines, with a break after each page.

    Args:
        out: Where.
        lines: The lines.
        below: How many lines will follow them at once.
        closing: What is shown behind the last break in place of the last page, where there is any.

    Raises:
        Ended: There is nothing more to read.
    """
    height = out.height
    if not can_wait(out):
        cut: list[Sequence[Text]] = [lines]
    elif closing and not fits(out, lines, below):
        cut = [*pages(lines, height - 2, height - 2), closing[: room(out, below)]]
    else:
        cut = [*pages(lines, height - 2, room(out, below))]
    is_skipping = False
    for number, page in enumerate(cut):
        if number and not is_skipping:
            is_skipping = wait(out, MORE).lower().startswith("s")
        if is_skipping and number < len(cut) - 1:
            continue
        print_lines(out, page[1:] if number and page and not page[0].plain.strip() else page)


def wait(out: Console, told: str) -> str:
    """What is typed at a break; the line that says so is gone afterwards, a blank one in its place.

    Raises:
        Ended: There is nothing more to read.
    """
    dashes = sign("──", "--")
    out.print()
    out.print(words(f"{dashes} {told} ", "dim"), end="", soft_wrap=True)
    out.file.flush()
    is_ahead = is_line_waiting()
    try:
        typed = input()
    except KeyboardInterrupt as stop:
        raise Ended(stop) from stop
    except (EOFError, ValueError) as end:
        raise Ended from end
    if not out.is_dumb_terminal:
        out.file.write("\x1b[2K\r" if is_ahead else "\x1b[1A\x1b[2K\r")  # the cursor is on that line, or below it
    return typed.strip()
