"""Charts of a career: what was counted of each mission, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from bombsight.service.debriefing import Counted, Debriefing
from bombsight.service.simulating.drawing import HEIGHT, LEFT, RIGHT, WIDTH, Scale, round_step, x_of, y_of
from bombsight.service.simulating.markup import Element, tag

FEWEST = 2
"""Of fewer missions there is nothing to be drawn."""


def charts(ends: Sequence[Debriefing]) -> list[Element]:
    """A chart for each tally that came to different numbers."""
    if len(ends) < FEWEST:
        return []
    found: dict[str, list[tuple[str, Counted]]] = {}
    for end in ends:
        for tally in end.tallies:
            found.setdefault(tally.title, []).append((end.title, tally))
    drawn = []
    for title, tallies in found.items():
        numbers = [(mission, tally.number) for mission, tally in tallies if tally.number is not None]
        if len({number for _, number in numbers}) > 1:
            drawn.append(figure(title, tallies[0][1].matters, numbers))
    return drawn


def figure(title: str, matters: str, numbers: Sequence[tuple[str, int]]) -> Element:
    """A chart with its sum, and its numbers in a table."""
    total = sum(number for _, number in numbers)
    said = f"{total:,} together, {round(total / len(numbers), 1) or 0.0:.1f} a mission"
    rows = (tag("tr", tag("th", mission, scope="row"), tag("td", f"{number:,}")) for mission, number in numbers)
    heads = tag("tr", tag("th", "mission", scope="col"), tag("th", "number", scope="col"))
    figures = tag("table", tag("thead", heads), tag("tbody", rows), class_="plain")
    return tag(
        "figure",
        tag("figcaption", tag("strong", title), " ", tag("span", said)),
        columns(f"{title}: {said}", matters, numbers),
        tag("details", tag("summary", "Figures"), figures),
    )


def columns(title: str, matters: str, numbers: Sequence[tuple[str, int]]) -> Element:
    """A column for each mission, up or down from nothing."""
    values = [number for _, number in numbers]
    low, high = min(0, *values), max(0, *values)
    step = max(1, round(round_step(high - low, 4)))
    up = Scale(floor(low / step) * step, ceil(high / step) * step, step)
    field = (tag("g", bars(numbers, up), class_=f"bars {matters}".strip()), *side(up), *below(len(values)))
    return tag("svg", tag("title", title), *field, class_="histogram", role="img", viewBox=f"0 0 {WIDTH} {HEIGHT}")


def bars(numbers: Sequence[tuple[str, int]], up: Scale) -> Iterator[Element]:
    """The columns, each with its mission and number for who points at it."""
    each = 1 / len(numbers)
    for at, (mission, number) in enumerate(numbers):
        if number:
            top, foot = sorted((y_of(up.at(number)), y_of(up.at(0))))
            left, right = x_of((at + 0.1) * each), x_of((at + 0.9) * each)
            shape = tag("rect", x=left, y=top, width=right - left, height=foot - top)
            yield tag("g", tag("title", f"{mission}: {number:,}"), shape)


def side(up: Scale) -> Iterator[Element]:
    """Numbers at the left, and a line through the field for each."""
    for mark in up.marks():
        y = y_of(up.at(mark))
        yield tag("line", class_="grid" if mark else "base", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y)
        yield tag("text", f"{mark:,.0f}", x=LEFT - 6, y=y + 4, text_anchor="end")


def below(many: int) -> Iterator[Element]:
    """Numbers of missions under the field."""
    every = max(1, round(round_step(many, 8)))
    for number in (1, *range(max(2, every), many + 1, every)):
        yield tag("text", str(number), x=x_of((number - 0.5) / many), y=HEIGHT - 6, text_anchor="middle")
