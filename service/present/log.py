"""The output of ``log`` and ``undo list`` as lines: events and decisions, each with a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from bombsight.service.present.decisions import Decision
from bombsight.service.present.lines import BLANK, Line, Span, line
from bombsight.service.present.story import StoryLine
from bombsight.service.present.story_lines import begins_paragraph, render_story_line

LOG_LINES = 30
"""How many lines of the story `log` shows."""

SHOWN_DECISIONS = 12
"""How many of the last decisions `undo list` shows."""


def count_throws(lines: Sequence[StoryLine]) -> int:
    """Count the throws in a story."""
    return next((each.number for each in reversed(lines) if each.number), 0)


def number_throws(lines: Sequence[StoryLine], throws: int | None = None) -> Iterator[tuple[str, StoryLine]]:
    """Yield each story line with the number that ``why`` takes for its throw (1 is the last); empty for no throw.

    Args:
        lines: The lines to number.
        throws: The number of throws in the whole story; None if ``lines`` are all of it.
    """
    throws = count_throws(lines) if throws is None else throws
    for each in lines:
        yield (str(throws - each.number + 1) if each.number else ""), each


def render_log(lines: Sequence[StoryLine]) -> list[Line]:
    """Render story lines with the numbers of throws in a margin."""
    size = len(str(count_throws(lines)))
    rendered = []
    previous = None
    for mark, story_line in number_throws(lines):
        rendered += [BLANK] if begins_paragraph(story_line, previous) else []
        previous = story_line
        for each in render_story_line(story_line):
            margin = Span(f"{mark:>{size}} {'  ' * each.indent}", "faint")
            rendered.append(evolve(each, spans=(margin, *each.spans), indent=0) if each.text else each)
            mark = ""
    return rendered


def render_decisions(decisions: Sequence[Decision], unasked_count: int) -> list[Line]:
    """Render the last decisions with their numbers, and the count of automatic answers before the first one."""
    shown_decisions = decisions[-SHOWN_DECISIONS:]
    size = len(str(shown_decisions[-1].number)) if shown_decisions else 0
    lines = [line(f"{each.number:>{size}}  ", "key", 1).with_span(str(each)) for each in shown_decisions]
    if decisions:
        lines.append(line("undo to N: be asked N again", "faint"))
    if unasked_count:
        lines.append(line(describe_unasked(unasked_count, bool(decisions)), "faint" if decisions else "notice"))
    return lines


def describe_unasked(count: int, has_decisions: bool) -> str:
    """Describe how many questions were answered automatically, and how to undo that."""
    summary = f"{'1 question was' if count == 1 else f'{count} questions were'} answered without asking you"
    if has_decisions:
        return f"{summary} before the first of them. undo all takes that back, too."
    return f"There is nothing of yours to take back. {summary}; undo all takes that back."
