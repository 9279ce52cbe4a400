"""The sections of a balance's page on tables and losses, and the folding of long tables."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.service.balance.charts import render_part_bar, render_two_shares
from bombsight.service.balance.documents import Losses, LossPlace, TablesBalance
from bombsight.service.balance.wording import LOSSES_NOTE, TABLES_NOTE, count_text, part_text
from bombsight.service.common.markup import Element, tag
from bombsight.service.simulating.charts import SHARE_SCALE, render_row_axis
from bombsight.service.simulating.formatting import format_percent
from bombsight.service.simulating.page import render_chart_table
from bombsight.service.simulating.wording import share_text

SHOWN_ROWS = 12
"""The most rows of a table that are shown at once; the others are folded."""


def fold_rows(rows: Sequence[Element], heads: Sequence[str], axis: Element) -> list[Element]:
    """Fold the rows beyond those that are shown at once."""
    rest = rows[SHOWN_ROWS:]
    if not rest:
        return []
    return [
        tag("details", tag("summary", f"{len(rest)} more"), render_chart_table(heads, rest, axis, "changes weights"))
    ]


def render_tables(tables: TablesBalance) -> Element:
    """Render how much of the measure each table explains."""
    rows = [
        tag(
            "tr",
            tag("th", table.title, scope="row"),
            tag("td", count_text(table.throws)),
            tag("td", format_percent(table.frequency, 0)),
            tag("td", part_text(table.explained)),
            tag(
                "td",
                render_part_bar(table.explained.share, table.explained.low, table.explained.high),
                class_="chart",
            ),
            class_=None if table.explained.low > 0 else "unseen",
        )
        for table in tables.tables
        if table.explained.share > 0
    ]
    heads, axis = ("", "throws", "by coming up", "explains"), render_row_axis(SHARE_SCALE, percents=True)
    lead = f"All of them together explain {format_percent(tables.explained, 0)} of how {tables.runs:,} missions differ."
    return tag(
        "section",
        tag("h2", "Which tables decide"),
        tag("p", f"{lead} {TABLES_NOTE}", class_="quiet"),
        render_chart_table(heads, rows[:SHOWN_ROWS], axis, "changes weights"),
        fold_rows(rows, heads, axis),
    )


def render_losses(losses: Losses) -> Element:
    """Render where missions are lost."""
    lead = f"Lost: {losses.meaning}; that is {share_text(losses.share)} of the missions watched. {LOSSES_NOTE}"
    groups = (
        ("How the lost ones end", losses.results),
        ("Their last bad news", losses.news),
        ("In which step it came", losses.steps),
        ("After which throw it came", losses.tables),
    )
    return tag(
        "section",
        tag("h2", "Where it is lost"),
        tag("p", lead, class_="quiet"),
        tag(
            "p",
            tag("span", class_="key bad"),
            tag("span", "lost missions"),
            tag("span", class_="key others"),
            tag("span", "all others"),
        ),
        [tag("section", tag("h3", title), render_places(places)) for title, places in groups if places],
    )


def render_places(places: Sequence[LossPlace]) -> Element:
    """Render the shares of places among the lost missions and all others."""
    lines = [
        tag(
            "tr",
            tag("th", place.title, scope="row"),
            tag("td", format_percent(place.lost.share, 0)),
            tag("td", format_percent(place.others.share, 0), class_="quiet"),
            tag("td", render_two_shares(place.lost, place.others), class_="chart"),
        )
        for place in places
    ]
    axis = render_row_axis(SHARE_SCALE, percents=True)
    return render_chart_table(("", "lost", "others"), lines, axis, "shares places")
