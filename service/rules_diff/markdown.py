"""Differences of rules as Markdown, for a post in a forum."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bombsight.service.rules_diff.told import Differences, Entry, ItemChange
from bombsight.service.rules_diff.wording import (
    change_head,
    example_text,
    item_head,
    more_changes,
    moved_lines,
    nothing,
    remarks,
)
from bombsight.service.table_odds.wording import Line, both, points, result_lines, where_text

SPECIAL = re.compile(r"([\\`*_\[\]<>|#~])")
"""Signs that mean something in Markdown."""


def plain(text: str) -> str:
    """A text in which nothing is markup."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def markdown(told: Differences) -> str:
    """Differences as Markdown."""
    return "\n".join(lines(told)).rstrip() + "\n"


def lines(told: Differences) -> Iterator[str]:
    """The lines of it."""
    yield f"## {plain(told.now)}"
    yield ""
    yield f"Compared with: {plain(told.was)}."
    yield ""
    for entry in told.entries:
        yield entry_line(entry)
    if told.entries:
        yield ""
    if nothing(told):
        yield nothing(told)
        return
    if told.items:
        yield "### What changed"
        yield ""
        for change in told.items:
            yield from item_lines(change)
    if told.tables:
        yield "### Odds"
        yield ""
        for table in told.tables:
            title = f" {plain(table.title)}" if table.title != table.table else ""
            yield f"**{plain(table.table)}**{title}"
            yield ""
            for situation in table.situations:
                where = where_text(situation.where)
                if where:
                    yield f"Where {plain(where)}:"
                    yield ""
                yield from odds_table(moved_lines(result_lines(situation.chances, situation.against)))
            if table.more:
                yield f"And {table.more} more {'case' if table.more == 1 else 'cases'}."
                yield ""
    if told.examples:
        yield "### Worked examples"
        yield ""
        yield from (f"- {plain(example_text(each))}" for each in told.examples)
        yield ""
    yield from (f"{plain(text)}" for text in remarks(told))


def entry_line(entry: Entry) -> str:
    """An overlay's item."""
    cite = f" [{entry.origin.cite}]" if entry.origin.cite else ""
    left = "" if entry.side == "now" else " (no more in force)"
    return f"- {plain(entry.item)}: {plain(entry.title + cite)}{left}"


def item_lines(change: ItemChange) -> Iterator[str]:
    """What changed in an item, as a diff that forums colour."""
    yield f"**{plain(item_head(change))}**"
    yield ""
    yield "```diff"
    for part in change.parts:
        head = change_head(part)
        if head:
            yield f"@@ {head} @@"
        yield from (f"- {line}" for line in part.was.split("\n") if part.was)
        yield from (f"+ {line}" for line in part.now.split("\n") if part.now)
    yield "```"
    yield ""
    if more_changes(change):
        yield f"{more_changes(change)}".capitalize() + "."
        yield ""


def odds_table(told: list[Line]) -> Iterator[str]:
    """Outcomes with what they were and what they are."""
    yield "| | was | now | |"
    yield "|---|---:|---:|---:|"
    for line in told:
        if line.against is not None:
            cells = [plain(line.title or line.name)]
            cells += [both(chance) for chance in (line.against, line.chance)]
            yield f"| {' | '.join(cells)} | {points(line.chance, line.against)} |"
    yield ""
