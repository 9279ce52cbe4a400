"""``log`` and ``undo list``: what has happened, and what was decided, each with a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from bombsight.cli.play.story import line_of
from bombsight.cli.terminal.screen import words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.present.decisions import Decision
from bombsight.service.present.story import StoryLine

LOG_LINES = 30
"""How many lines of the story `log` shows."""

DECISIONS = 12
"""How many of the last decisions `undo list` shows."""


def throws_in(lines: Sequence[StoryLine]) -> int:
    """How many throws there are in a story."""
    return next((line.number for line in reversed(lines) if line.number), 0)


def log_lines(lines: Sequence[StoryLine], width: int, throws: int | None = None) -> Iterator[Text]:
    """Lines of a story; before each throw how many throws ago it was, from 1, as `why` takes it.

    Args:
        lines: Those that are wanted.
        width: Of the screen.
        throws: How many there are in the story; None where these are all its lines.
    """
    throws = throws_in(lines) if throws is None else throws
    size = len(str(throws)) + 1
    for line in lines:
        mark = str(throws - line.number + 1) if line.number else ""
        for text in line_of(line, width - size):
            yield words(f"{mark:>{size - 1}} ", "dim").append_text(text) if text.plain.strip() else text
            mark = ""


def decision_lines(told: Sequence[Decision], unasked: int, width: int) -> Iterator[Text]:
    """The last decisions with their numbers, and what was answered without asking before the first of them.

    Args:
        told: All that the player decided.
        unasked: How many answers came before.
        width: Of the screen.
    """
    shown = told[-DECISIONS:]
    size = len(str(shown[-1].number)) if shown else 0
    for each in shown:
        text = words(f"{each.number:>{size}}  ", "cyan").append_text(words(str(each), "default"))
        yield from wrapped(text, 2, width)
    if told:
        yield words("undo to N: be asked N again", "dim")
    if unasked:
        said = f"{'1 question was' if unasked == 1 else f'{unasked} questions were'} answered without asking you"
        if told:
            said += " before the first of them. undo all takes that back, too."
        else:
            said = f"There is nothing of yours to take back. {said}; undo all takes that back."
        yield from wrapped(words(said, "dim" if told else "yellow"), 0, width)
