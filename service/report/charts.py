"""Charts of a career: what was counted of each mission, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from bombsight.service.common.markup import Element, tag
from bombsight.service.present.debriefing import Counted, Debriefing
from bombsight.service.simulating.drawing import HEIGHT, LEFT, RIGHT, WIDTH, Scale, round_step, x_of, y_of

WIDEST = 0.12
"""The part of the field that a column takes at most."""

OTHER = {"good": "bad", "bad": "good", "": ""}
"""What it is to have less than nothing of what is good, or bad."""

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
            is_share = all(tally.value in ("yes", "no") for _, tally in tallies)
            drawn.append(figure(title, tallies[0][1].matters, numbers, is_share=is_share))
    return drawn


def summed(title: str, numbers: Sequence[int], *, is_share: bool) -> str:
    """What numbers come to: ``9 of 25``, ``12 together, 0.5 a mission``; per cents do not add up."""
    total, mean = sum(numbers), f"{round(sum(numbers) / len(numbers), 1) or 0.0:.1f} a mission"
    if is_share:
        return f"{total:,} of {len(numbers):,}"
    return f"{mean}, on average" if "%" in title else f"{total:,} together, {mean}"


def figure(title: str, matters: str, numbers: Sequence[tuple[str, int]], *, is_share: bool = False) -> Element:
    """A chart with its sum, and its numbers in a table."""
    said = summed(title, [number for _, number in numbers], is_share=is_share)
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
    field = (*side(up), *bars(numbers, up, matters), *below(len(values)))
    return tag("svg", tag("title", title), *field, class_="histogram", role="img", viewBox=f"0 0 {WIDTH} {HEIGHT}")


def bars(numbers: Sequence[tuple[str, int]], up: Scale, matters: str) -> Iterator[Element]:
    """The columns, each with its mission and number for who points at it; less than nothing of what is good is bad."""
    each = 1 / len(numbers)
    for sign, tone in ((1, matters), (-1, OTHER[matters])):
        drawn = [(at, mission, number) for at, (mission, number) in enumerate(numbers) if number * sign > 0]
        shapes = []
        for at, mission, number in drawn:
            top, foot = sorted((y_of(up.at(number)), y_of(up.at(0))))
            wide = min(0.8 * each, WIDEST)
            left, right = x_of((at + 0.5) * each - wide / 2), x_of((at + 0.5) * each + wide / 2)
            shape = tag("rect", x=left, y=top, width=right - left, height=foot - top)
            shapes.append(tag("g", tag("title", f"{mission}: {number:,}"), shape))
        if shapes:
            yield tag("g", shapes, class_=f"bars {tone}".strip())


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
