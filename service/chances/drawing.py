"""The odds of a table as an SVG: a bar for each result, of two sets of rules one above the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bombsight.runtime.errors import InputError
from bombsight.service.chances.told import TableOdds
from bombsight.service.chances.wording import Line, both, result_lines, where_text
from bombsight.service.files import write_over
from bombsight.service.simulating.markup import Element, rendered, tag

SUFFIX = ".svg"

MARK = "<!-- bombsight odds -->\n"
"""What a picture begins with, by which one of ours is known."""

WIDTH, TITLES, BARS = 720, 260, 330
"""Of the whole, of the titles, and of a bar of all, in pixels."""

LINE, THIN = 24, 9
"""The height of a line, and of a bar where two stand in it."""

MOST_SIGNS = 36
"""A title is cut behind so many signs: there is no room for more."""

STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#222}.head{font-weight:600}.dim{fill:#666}"
    ".bar{fill:#3b7ea1}.was{fill:#b9c7cf}.room{fill:#eef1f3}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.dim{fill:#999}.room{fill:#2a2f33}.was{fill:#5a6870}}"
)


def check_drawing(path: Path) -> None:
    """See that a picture may be written there.

    Raises:
        InputError: Its name does not end with ``.svg``.
    """
    if path.suffix.lower() != SUFFIX:
        raise InputError("a picture is written to a file whose name ends with .svg", str(path))


def write_drawing(path: Path, odds: TableOdds) -> None:
    """Draw odds into a file.

    Raises:
        InputError: It cannot be written.
    """
    write_over(path, MARK + rendered(drawing(odds)) + "\n")


def drawing(odds: TableOdds) -> Element:
    """The picture."""
    lines: list[Element] = []
    y = LINE
    head = f"{odds.table}  {odds.title}" if odds.title != odds.table else odds.table
    lines.append(tag("text", head, class_="head", x=12, y=y))
    lines.append(tag("text", odds.dice, class_="dim", x=WIDTH - 12, y=y, text_anchor="end"))
    for text in (*(f"given {text}" for text in odds.given), " → ".join(odds.rules_told[::-1])):
        if text:
            y += LINE
            lines.append(tag("text", text, class_="dim", x=12, y=y))
    for situation in odds.situations:
        y += LINE
        where = where_text(situation.where)
        if where:
            lines.append(tag("text", where, class_="dim", x=12, y=y))
            y += LINE
        for line in result_lines(situation.chances, situation.against):
            lines += drawn(line, y)
            y += LINE
    return tag(
        "svg",
        tag("style", STYLE),
        tag("title", f"Odds of {head}"),
        *lines,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {y}",
        role="img",
    )


def drawn(line: Line, y: float) -> Iterator[Element]:
    """A result: its title, its bars, its chance."""
    title = line.title or line.name
    cut = title if len(title) <= MOST_SIGNS else f"{title[: MOST_SIGNS - 1]}…"
    yield tag("text", cut, tag("title", f"{line.name}: {title}"), x=12, y=y)
    top = y - LINE / 2 - 2
    yield tag("rect", class_="room", x=TITLES, y=top, width=BARS, height=2 * THIN)
    height = 2 * THIN
    if line.against is not None:
        yield tag("rect", class_="was", x=TITLES, y=top, width=BARS * line.against.share, height=THIN)
        top, height = top + THIN, THIN
    yield tag("rect", class_="bar", x=TITLES, y=top, width=BARS * line.chance.share, height=height)
    yield tag("text", both(line.chance), x=TITLES + BARS + 8, y=y)
