"""The odds of a table as an SVG bar chart, with two sets of rules one below the other.

It is as narrow as a phone's screen. Its colours follow the light or dark mode, and are black on white in print. The
figures repeat what the bars show, and a description serves screen readers.
"""

from __future__ import annotations

from pathlib import Path

from attrs import define, field

from bombsight.boundary.errors import InputError
from bombsight.service.common.files import overwrite_text
from bombsight.service.common.markup import Element, render_markup, tag
from bombsight.service.common.text_width import text_width, wrap_text
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.documents import TableOdds
from bombsight.service.table_odds.drawing_texts import (
    case_text,
    describe_odds,
    foot_texts,
    group_outcomes,
    head_text,
    source_text,
)
from bombsight.service.table_odds.wording import INVISIBLE_REACH, OutcomeLine, chance_text, points_text

SVG_SUFFIX = ".svg"

DRAWING_MARK = "<!-- bombsight odds -->\n"
"""The first line of a drawing, which identifies it as written by this program."""

WIDTH, MARGIN = 360.0, 12.0
"""The width of the drawing and its margin, in user units."""

LEFT, RIGHT = MARGIN, WIDTH - MARGIN

HEAD_SIZE, TEXT_SIZE, SMALL_SIZE = 17.0, 14.0, 12.0
"""The font sizes of the head, of outcomes, and of other text."""

LINE_HEIGHT = 1.3
"""The line height, in font sizes."""

COLUMN_GAP = 10.0
"""The gap between a text and the figures beside it."""

BAR_HEIGHT = 7.0
"""The height of a bar."""

MIN_BAR_WIDTH = 1.0
"""The minimum width of a bar, which keeps small chances visible."""

STYLE = """
.odds{--paper:#fff;--ink:#1a1a1a;--dim:#595959;--room:#e6e9ec;--bar:#1f6690;--was:#6f7b84;--rule:#c4c9ce}
@media (prefers-color-scheme:dark){
.odds{--paper:#16181b;--ink:#ececec;--dim:#a8a8a8;--room:#2b3036;--bar:#63b3e0;--was:#939ea8;--rule:#464c53}}
@media print{
.odds{--paper:#fff;--ink:#000;--dim:#444;--room:#eee;--bar:#333;--was:#777;--rule:#999}}
.odds{max-width:100%;height:auto;font:14px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.odds text{fill:var(--ink);font-variant-numeric:tabular-nums}
.odds .paper{fill:var(--paper)}
.odds .head{font-size:17px;font-weight:600}
.odds .case{font-weight:600}
.odds .small{fill:var(--dim);font-size:12px}
.odds .end{text-anchor:end}
.odds .room{fill:var(--room)}
.odds .bar{fill:var(--bar)}
.odds .was{fill:var(--was)}
.odds .rule{stroke:var(--rule)}
.odds .reach{stroke:var(--ink);stroke-width:1.5}
"""
"""The CSS: text contrast of 4.5 or more, bar contrast of 3, colours by the reader's light or dark mode."""


def check_drawing_path(path: Path) -> None:
    """Raise InputError unless a path has the suffix ``.svg``.

    Raises:
        InputError: Its name does not end with ``.svg``.
    """
    if path.suffix.lower() != SVG_SUFFIX:
        raise InputError("a picture is written to a file whose name ends with .svg", str(path))


def write_drawing(path: Path, odds: TableOdds) -> None:
    """Write odds as an SVG file.

    Raises:
        InputError: It cannot be written.
    """
    overwrite_text(path, DRAWING_MARK + render_markup(draw_odds(odds)) + "\n")


# --- drawing


def draw_odds(odds: TableOdds) -> Element:
    """Draw the odds of a table as an SVG element."""
    canvas = OddsCanvas(figure_widths(odds))
    canvas.add_text(head_text(odds), "head", HEAD_SIZE)
    for text in (source_text(odds), *(f"given {text}" for text in odds.given)):
        canvas.add_text(text, "small", SMALL_SIZE)
    if odds.rules_told:
        canvas.add_legend(*odds.rules_told)
    for situation in odds.situations:
        canvas.add_separator()
        canvas.add_text(case_text(odds, situation), "case", TEXT_SIZE)
        for group in group_outcomes(situation):
            canvas.add_heading(group.title)
            for name, line in group.outcomes:
                canvas.add_outcome(name, line)
    foot = [*foot_texts(odds)]
    if foot:
        canvas.add_separator()
    for text in foot:
        canvas.add_text(text, "small", SMALL_SIZE)
    return canvas.render(f"Odds of {head_text(odds)}", describe_odds(odds))


def figure_widths(odds: TableOdds) -> tuple[float, float]:
    """Measure the columns of percentages and of ratios: the maximum widths of their texts."""
    chances = [
        chance
        for situation in odds.situations
        for group in group_outcomes(situation)
        for _, line in group.outcomes
        for chance in (line.chance, *([] if line.against is None else [line.against]))
    ]
    return (
        max((text_width(chance_text(each), TEXT_SIZE) for each in chances), default=0),
        max((text_width(shown_ratio(each), SMALL_SIZE) for each in chances), default=0),
    )


def shown_ratio(chance: Chance) -> str:
    """Return the ratio of a probability, such as ``5/36``; empty if it is no fraction."""
    return chance.ratio if "/" in chance.ratio else ""


@define
class OddsCanvas:
    """An SVG drawing of odds that grows downwards as content is added.

    Attributes:
        figure_widths: The widths of the columns of percentages and of ratios.
        y: The lower end of the content so far.
        marks: The drawn elements.
    """

    figure_widths: tuple[float, float]
    y: float = MARGIN / 2
    marks: list[Element] = field(factory=list)

    def add_text(self, text: str, style: str, size: float, width: float = RIGHT - LEFT, left: float = LEFT) -> None:
        """Add a text, wrapped to a width.

        Args:
            text: The text.
            style: The CSS class.
            size: The font size.
            width: The maximum width of a line.
            left: The x coordinate.
        """
        for line in wrap_text(text, size, width, bold=style in ("head", "case")):
            self.y += size * LINE_HEIGHT
            self.marks.append(tag("text", line, class_=style or None, x=left, y=self.y))

    def add_heading(self, title: str) -> None:
        """Add the heading of a group of outcomes, unless it is empty."""
        if title:
            self.y += 4
            self.add_text(title, "small", SMALL_SIZE)

    def add_separator(self) -> None:
        """Add a horizontal line that separates cases."""
        self.y += 10
        self.marks.append(tag("line", class_="rule", x1=LEFT, x2=RIGHT, y1=self.y, y2=self.y))
        self.y += 3

    def add_legend(self, current_rules: str, previous_rules: str) -> None:
        """Add the legend of the two sets of rules."""
        for name, style in ((previous_rules, "was"), (current_rules, "bar")):
            top = self.y + SMALL_SIZE * LINE_HEIGHT - BAR_HEIGHT - 1
            self.marks.append(tag("rect", class_=style, x=LEFT, y=top, width=22, height=BAR_HEIGHT, rx=2))
            self.add_text(name, "small", SMALL_SIZE, RIGHT - LEFT - 30, LEFT + 30)

    def add_outcome(self, name: str, outcome: OutcomeLine) -> None:
        """Add an outcome with figures and bar; for two sets of rules, with two bars."""
        self.y += 4
        first_line = self.y + TEXT_SIZE * LINE_HEIGHT
        move = "" if outcome.against is None else points_text(outcome.chance, outcome.against)
        figures_width = (
            self.width_of_figures(outcome.chance) if outcome.against is None else text_width(move, TEXT_SIZE)
        )
        self.add_text(name, "", TEXT_SIZE, RIGHT - LEFT - figures_width - COLUMN_GAP)
        self.y = max(self.y, first_line)
        if outcome.against is None:
            self.add_figures(outcome.chance, first_line)
            self.y += 5
            self.add_bar(outcome.chance, "bar", RIGHT - LEFT)
            return
        self.marks.append(tag("text", move, class_="end", x=RIGHT, y=first_line))
        for chance, style in ((outcome.against, "was"), (outcome.chance, "bar")):
            self.add_figures(chance, self.y + TEXT_SIZE * LINE_HEIGHT)
            self.y += TEXT_SIZE * LINE_HEIGHT - BAR_HEIGHT - 2
            self.add_bar(chance, style, RIGHT - LEFT - sum(self.figure_widths) - 2 * COLUMN_GAP)
            self.y += 2

    def width_of_figures(self, chance: Chance) -> float:
        """Return the maximum width of a probability's percentage and ratio."""
        return self.figure_widths[0] + (COLUMN_GAP + self.figure_widths[1] if shown_ratio(chance) else 0)

    def add_figures(self, chance: Chance, y: float) -> None:
        """Add a probability as a percentage, after its ratio."""
        self.marks.append(tag("text", chance_text(chance), class_="end", x=RIGHT, y=y))
        if ratio := shown_ratio(chance):
            self.marks.append(tag("text", ratio, class_="small end", x=RIGHT - self.figure_widths[0] - COLUMN_GAP, y=y))

    def add_bar(self, chance: Chance, style: str, length: float) -> None:
        """Add the bar of a probability, with an error bar if it was estimated."""
        self.marks.append(tag("rect", class_="room", x=LEFT, y=self.y, width=length, height=BAR_HEIGHT, rx=2))
        if chance.share:
            width = max(MIN_BAR_WIDTH, length * chance.share)
            self.marks.append(
                tag("rect", class_=style, x=LEFT, y=self.y, width=width, height=BAR_HEIGHT, rx=min(2, width / 2))
            )
        middle = self.y + BAR_HEIGHT / 2
        if chance.high - chance.low > 2 * INVISIBLE_REACH:
            ends = [LEFT + length * end for end in (chance.low, chance.high)]
            self.marks.append(tag("line", class_="reach", x1=ends[0], x2=ends[1], y1=middle, y2=middle))
            for x in ends:
                self.marks.append(tag("line", class_="reach", x1=x, x2=x, y1=self.y - 1, y2=self.y + BAR_HEIGHT + 1))
        self.y += BAR_HEIGHT

    def render(self, title: str, sentences: str) -> Element:
        """Build the SVG element, as high as its content."""
        high = self.y + MARGIN
        return tag(
            "svg",
            tag("title", title, id="odds-title"),
            tag("desc", sentences, id="odds-told"),
            tag("style", STYLE),
            tag("rect", class_="paper", width=WIDTH, height=high),
            self.marks,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH:.0f} {high:.0f}",
            width=WIDTH,
            height=high,
            class_="odds",
            role="img",
            aria_labelledby="odds-title odds-told",
        )
