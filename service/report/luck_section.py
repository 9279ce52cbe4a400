"""The luck of a report's game as a section of its page and of its Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.service.common.markup import Element, tag
from bombsight.service.luck.lines import has_throws
from bombsight.service.luck.measuring import LuckRecord, MeasuredLuck
from bombsight.service.luck.wording import describe_share, format_tenths
from bombsight.service.present import sentences

LUCK_ANCHOR = "luck"
"""The HTML id of the section."""


def render_luck_section(luck: LuckRecord) -> Iterator[Element]:
    """Yield the section of the page: the whole game, and of a career each mission, folded; nothing without throws."""
    if not has_throws(luck.total):
        return
    missions = [mission for mission in luck.missions if luck.career and has_throws(mission.measures)]
    folded = [
        part
        for mission in missions
        for part in (tag("h3", mission.title), render_luck_table(mission.title, mission.measures, is_career=False))
    ]
    yield tag(
        "section",
        tag("h2", sentences.LUCK_TITLE),
        tag("p", sentences.LUCK_NOTE),
        render_luck_table(sentences.LUCK_TITLE, luck.total, is_career=luck.career),
        [tag("p", sentences.luck_unjudged(luck.unjudged))] if luck.unjudged else [],
        [tag("details", tag("summary", sentences.LUCK_BY_MISSION), folded)] if folded else [],
        id=LUCK_ANCHOR,
    )


def render_luck_table(title: str, measures: Sequence[MeasuredLuck], *, is_career: bool) -> Element:
    """Render the measures of a mission or of the whole as a table, in a box that scrolls sideways."""
    heads = [tag("th", head, scope="col") if head else tag("td") for head in sentences.LUCK_COLUMNS]
    rows = [
        tag("tr", tag("th", first, scope="row"), (tag("td", cell) for cell in cells))
        for first, *cells in luck_rows(measures, is_career=is_career)
    ]
    table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="sheet")
    return tag("div", table, class_="wide", role="group", aria_label=title, tabindex="0")


def luck_rows(measures: Sequence[MeasuredLuck], *, is_career: bool) -> Iterator[tuple[str, ...]]:
    """Yield the cells of each measure that has counted throws."""
    for each in measures:
        if each.throws:
            share = describe_share(each.better, is_career=is_career) if each.deviation else ""
            figures = (str(each.throws), str(each.counted), format_tenths(each.expected))
            yield each.title, *figures, format_tenths(each.deviation), share


def luck_markdown_rows(luck: LuckRecord) -> list[tuple[str, ...]]:
    """List the cells of the whole game's measures, for a table of Markdown; empty without throws."""
    return [*luck_rows(luck.total, is_career=luck.career)]
