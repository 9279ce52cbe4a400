"""What two sets of rules differ in, on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from bombsight.cli.tables.card import was_now
from bombsight.cli.tables.odds import WIDEST, lines
from bombsight.cli.terminal.columns import plain_table
from bombsight.cli.terminal.screen import arrow, clean, counted, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.lookup.cards import Change
from bombsight.service.rules_diff.told import Differences, Entry, ItemChange, TableMoved
from bombsight.service.rules_diff.wording import (
    change_head,
    example_text,
    item_head,
    more_changes,
    moved_lines,
    nothing,
    remarks,
)
from bombsight.service.table_odds.wording import result_lines, where_text


def show_differences(told: Differences, out: Console) -> None:
    """Print differences."""
    width = min(out.width, WIDEST)
    for part in parts(told, width):
        out.print(part, width=width)


def parts(told: Differences, width: int) -> Iterator[RenderableType]:
    """All that is said of them, from above."""
    yield from wrapped(words(told.was, "dim"), 0, width)
    yield from wrapped(words(f"{arrow()} ", "dim").append(clean(told.now), style="bold"), 0, width)
    for side, head in (("now", ""), ("was", "No more in force")):
        entries = [entry for entry in told.entries if entry.side == side]
        if entries:
            yield Text()
            yield from [words(head, "bold")] if head else []
            yield Padding(overlays(entries), (0, 0, 0, 2))
    if nothing(told):
        yield Text()
        yield words(nothing(told))
        return
    if told.items:
        yield Text()
        yield words("What changed", "bold")
        for change in told.items:
            yield from item(change, width)
    if told.tables:
        yield Text()
        yield words("Odds", "bold")
        for table in told.tables:
            yield from odds(table, width)
    if told.examples:
        yield Text()
        yield words("Worked examples", "bold")
        for example in told.examples:
            yield from wrapped(words(example_text(example), "green" if example.holds else "yellow"), 2, width)
    said = [*remarks(told)]
    if said:
        yield Text()
    for text in said:
        yield from wrapped(words(text, "dim"), 0, width)


def overlays(entries: Iterable[Entry]) -> RenderableType:
    """The items of overlays, below each other."""
    table = plain_table()
    table.add_column(max_width=26, style="magenta")
    table.add_column(ratio=1)
    for entry in entries:
        text = words(entry.title)
        text.append(clean(f" [{entry.origin.cite}]") if entry.origin.cite else "", style="dim")
        table.add_row(words(entry.item), text)
    return table


def item(change: ItemChange, width: int) -> Iterator[RenderableType]:
    """What changed in an item."""
    style = {"added": "green", "removed": "red"}.get(change.change, "")
    yield from wrapped(words(item_head(change), style), 2, width)
    for part in change.parts:
        head = change_head(part)
        told = was_now(Change(was=part.was, now=part.now))
        if head:
            yield Padding(Group(*wrapped(words(head, "dim"), 0, width - 4), told), (0, 0, 0, 4))
        else:
            yield Padding(told, (0, 0, 0, 4))
    if more_changes(change):
        yield Padding(words(more_changes(change), "dim"), (0, 0, 0, 4))


def odds(table: TableMoved, width: int) -> Iterator[RenderableType]:
    """How the odds of a table move."""
    title = words(f"  {table.table}", "bold")
    title.append(clean(f"  {table.title}") if table.title != table.table else "", style="not bold")
    title.append("" if table.direct else "  by what it leads to", style="not bold dim")
    yield title
    for situation in table.situations:
        where = where_text(situation.where)
        if where:
            yield from wrapped(words(where, "cyan"), 4, width)
        told = moved_lines(result_lines(situation.chances, situation.against))
        yield Padding(lines(told, width - 4, keyed=not situation.chances.results), (0, 0, 0, 2))
    if table.more:
        yield words(f"    and {counted(table.more, 'case')} more; `bombsight odds` shows each", "dim")
