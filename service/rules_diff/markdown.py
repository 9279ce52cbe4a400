"""Differences of rules as Markdown, for a post in a forum."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bombsight.service.rules_diff.documents import Differences, Entry, ItemChange
from bombsight.service.rules_diff.wording import (
    describe_change_place,
    describe_example,
    describe_item,
    describe_more_changes,
    describe_no_difference,
    describe_remarks,
    select_moved_lines,
)
from bombsight.service.table_odds.wording import (
    OutcomeLine,
    make_result_lines,
    points_text,
    ratio_and_chance_text,
    situation_text,
)

MARKDOWN_SPECIAL = re.compile(r"([\\`*_\[\]<>|#~])")
"""The characters with a meaning in Markdown."""


def escape(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    return MARKDOWN_SPECIAL.sub(r"\\\1", " ".join(text.split()))


def render_markdown(differences: Differences) -> str:
    """Render the differences of two sets of rules as Markdown text."""
    return "\n".join(render_lines(differences)).rstrip() + "\n"


def render_lines(differences: Differences) -> Iterator[str]:
    """Render differences as lines of Markdown."""
    yield f"## {escape(differences.now)}"
    yield ""
    yield f"Compared with: {escape(differences.was)}."
    yield ""
    for entry in differences.entries:
        yield render_entry(entry)
    if differences.entries:
        yield ""
    if describe_no_difference(differences):
        yield describe_no_difference(differences)
        return
    if differences.items:
        yield "### What changed"
        yield ""
        for change in differences.items:
            yield from render_item(change)
    if differences.tables:
        yield "### Odds"
        yield ""
        for table in differences.tables:
            title = f" {escape(table.title)}" if table.title != table.table else ""
            yield f"**{escape(table.table)}**{title}"
            yield ""
            for situation in table.situations:
                where = situation_text(situation.where)
                if where:
                    yield f"Where {escape(where)}:"
                    yield ""
                yield from render_odds_table(
                    select_moved_lines(make_result_lines(situation.chances, situation.against))
                )
            if table.more:
                yield f"And {table.more} more {'case' if table.more == 1 else 'cases'}."
                yield ""
    if differences.examples:
        yield "### Worked examples"
        yield ""
        yield from (f"- {escape(describe_example(each))}" for each in differences.examples)
        yield ""
    yield from (f"{escape(text)}" for text in describe_remarks(differences))


def render_entry(entry: Entry) -> str:
    """Render an overlay item that only one set of rules has."""
    cite = f" [{entry.origin.cite}]" if entry.origin.cite else ""
    status = "" if entry.side == "now" else " (no more in force)"
    return f"- {escape(entry.item)}: {escape(entry.title + cite)}{status}"


def render_item(change: ItemChange) -> Iterator[str]:
    """Render the changes of an item as a diff, which forums colour."""
    yield f"**{escape(describe_item(change))}**"
    yield ""
    yield "```diff"
    for part in change.parts:
        head = describe_change_place(part)
        if head:
            yield f"@@ {head} @@"
        yield from (f"- {line}" for line in part.was.split("\n") if part.was)
        yield from (f"+ {line}" for line in part.now.split("\n") if part.now)
    yield "```"
    yield ""
    if describe_more_changes(change):
        yield f"{describe_more_changes(change)}".capitalize() + "."
        yield ""


def render_odds_table(odds_lines: list[OutcomeLine]) -> Iterator[str]:
    """Render a table of outcomes with their old and new chances."""
    yield "| | was | now | |"
    yield "|---|---:|---:|---:|"
    for line in odds_lines:
        if line.against is not None:
            cells = [escape(line.title or line.name)]
            cells += [ratio_and_chance_text(chance) for chance in (line.against, line.chance)]
            yield f"| {' | '.join(cells)} | {points_text(line.chance, line.against)} |"
    yield ""
