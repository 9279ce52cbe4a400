"""The lines of a story on the full screen, drawn at the present width; the last ones may be held back, or be new."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field
from rich.text import Text

from bombsight.cli.play.story import draw_below, draw_story
from bombsight.cli.screen.lazy_lines import LazyLines
from bombsight.cli.terminal.screen import choose_sign, styled_text
from bombsight.service.present.story import StoryLine

MAX_SHOWN_LINES = 1000
"""How many of the last lines are shown; the log shows all of them."""

BAR_COLUMNS = 2
"""The columns of the bar beside marked lines, with a blank."""

NEWS_MARK = "new since your answer"
"""What stands above the first new line, where not all of them are in sight."""


@define
class DrawnStory:
    """Unwrapped lines of a story, rendered at the present width.

    Attributes:
        lines: The lines of the story.
        hidden_count: How many of the last lines are held back.
        unread_count: How many of the visible last lines are new.
        news_start: The index of the line above which a rule says that what follows is new; None for no rule.
        marked_count: How many of the visible last lines have a bar beside them, where a beat is looked back at; None
            where nothing is, and no line has room for a bar.
    """

    lines: list[StoryLine] = field(factory=list)
    hidden_count: int = 0
    unread_count: int = 0
    news_start: int | None = None
    marked_count: int | None = None
    _width: int = 0
    _drawn_lines: dict[int, tuple[StoryLine, Sequence[Text]]] = field(factory=dict)
    _rows: dict[int, tuple[int, Text]] = field(factory=dict)

    def draw_last_lines(self, width: int, lines_above: Sequence[Text]) -> LazyLines:
        """Make lazy lines of the story's end at a width, below ``lines_above``; lines rendered before are cached."""
        width -= 0 if self.marked_count is None else BAR_COLUMNS
        if width != self._width or len(self._drawn_lines) > 2 * MAX_SHOWN_LINES:
            self._drawn_lines.clear()
        self._width = width
        self._rows.clear()
        end = len(self.lines) - self.hidden_count
        start = max(0, end - MAX_SHOWN_LINES)
        last = self.lines[start:end]
        news_mark = [Text(), styled_text(f"{choose_sign('──', '--')} {NEWS_MARK}", "dim")]

        def draw_rows(at: int) -> Sequence[Text]:
            """Render the story line at an index, below the one before it; cached."""
            line = last[at]
            if id(line) not in self._drawn_lines:
                self._drawn_lines[id(line)] = line, [*draw_below(line, last[at - 1] if at else None, width)]
            return self._drawn_lines[id(line)][1]

        def make_lines(begin: int, end: int) -> list[Text]:
            """Render the items from one number up to another, for the lazy lines."""
            numbers = range(max(0, begin - len(lines_above)), max(0, end - len(lines_above)))
            above = [*lines_above[begin:end]]
            if self.marked_count is None:
                rows = [[*(news_mark if start + at == self.news_start else ()), *draw_rows(at)] for at in numbers]
            else:
                bars = (self.bar_at(start + at) for at in numbers)
                rows = [[add_bar(row, bar) for row in draw_rows(at)] for at, bar in zip(numbers, bars, strict=True)]
            self._rows.update(
                {id(row): (start + at, row) for at, each in zip(numbers, rows, strict=True) for row in each}
            )
            return [*above, *(text for each in rows for text in each)]

        return LazyLines(len(lines_above) + len(last), make_lines)

    def bar_at(self, index: int) -> str:
        """Return what stands beside a line: a bar, if the line is marked, or blanks."""
        end = len(self.lines) - self.hidden_count
        return choose_sign("┃ ", "| ") if index >= end - (self.marked_count or 0) else " " * BAR_COLUMNS

    def find_line(self, row: Text) -> int | None:
        """Return the index of the line to which a drawn row belongs; None for a row of no line."""
        return self._rows.get(id(row), (None, row))[0]

    def count_unread_rows(self, width: int) -> int:
        """Count the rows at a width that the new visible lines take, without a blank one at their top."""
        return self.count_rows(self.unread_count, width)

    def count_rows(self, line_count: int, width: int) -> int:
        """Count the rows at a width that the last visible lines take, without a blank one at their top.

        Args:
            line_count: How many lines.
            width: The width in columns.
        """
        end = len(self.lines) - self.hidden_count
        width -= 0 if self.marked_count is None else BAR_COLUMNS
        rows = draw_story(self.lines[end - line_count : end], width)
        return len(rows) - (bool(rows) and not rows[0].plain.strip())


def add_bar(row: Text, bar: str) -> Text:
    """Put a bar, or blanks, before a row of the story; a blank row has none."""
    return Text().append(bar, "bold cyan").append_text(row) if row.plain.strip() else row.copy()
