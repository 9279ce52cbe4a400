"""The display of differences between two sets of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from bombsight.cli.tables.card import draw_change
from bombsight.cli.tables.odds import MAX_WIDTH, draw_outcomes
from bombsight.cli.terminal.columns import make_borderless_table
from bombsight.cli.terminal.screen import arrow_sign, pluralize, sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.lookup.cards import Change
from bombsight.service.rules_diff.documents import Differences, Entry, ItemChange, TableMoved
from bombsight.service.rules_diff.wording import (
    describe_change_place,
    describe_example,
    describe_item,
    describe_more_changes,
    describe_no_difference,
    describe_remarks,
    select_moved_lines,
)
from bombsight.service.table_odds.wording import make_result_lines, situation_text


def show_differences(differences: Differences, out: Console) -> None:
    """Print the differences between two sets of rules."""
    width = min(out.width, MAX_WIDTH)
    for part in draw_differences(differences, width):
        out.print(part, width=width)


def draw_differences(differences: Differences, width: int) -> Iterator[RenderableType]:
    """Render all differences between two sets of rules: overlays, items, odds, examples."""
    yield from wrap_text(styled_text(differences.was, "dim"), 0, width)
    yield from wrap_text(
        styled_text(f"{arrow_sign()} ", "dim").append(sanitize(differences.now), style="bold"), 0, width
    )
    for side, head in (("now", ""), ("was", "No more in force")):
        entries = [entry for entry in differences.entries if entry.side == side]
        if entries:
            yield Text()
            yield from [styled_text(head, "bold")] if head else []
            yield Padding(draw_overlays(entries), (0, 0, 0, 2))
    if describe_no_difference(differences):
        yield Text()
        yield styled_text(describe_no_difference(differences))
        return
    if differences.items:
        yield Text()
        yield styled_text("What changed", "bold")
        for change in differences.items:
            yield from draw_item_change(change, width)
    if differences.tables:
        yield Text()
        yield styled_text("Odds", "bold")
        for table in differences.tables:
            yield from draw_odds_change(table, width)
    if differences.examples:
        yield Text()
        yield styled_text("Worked examples", "bold")
        for example in differences.examples:
            yield from wrap_text(
                styled_text(describe_example(example), "green" if example.holds else "yellow"), 2, width
            )
    remark_texts = [*describe_remarks(differences)]
    if remark_texts:
        yield Text()
    for text in remark_texts:
        yield from wrap_text(styled_text(text, "dim"), 0, width)


def draw_overlays(entries: Iterable[Entry]) -> RenderableType:
    """Render the items of overlays, one below the other."""
    table = make_borderless_table()
    table.add_column(max_width=26, style="magenta")
    table.add_column(ratio=1)
    for entry in entries:
        text = styled_text(entry.title)
        text.append(sanitize(f" [{entry.origin.cite}]") if entry.origin.cite else "", style="dim")
        table.add_row(styled_text(entry.item), text)
    return table


def draw_item_change(change: ItemChange, width: int) -> Iterator[RenderableType]:
    """Render the changes in an item: removed and added lines."""
    style = {"added": "green", "removed": "red"}.get(change.change, "")
    yield from wrap_text(styled_text(describe_item(change), style), 2, width)
    for part in change.parts:
        head = describe_change_place(part)
        was_and_now = draw_change(Change(was=part.was, now=part.now))
        if head:
            yield Padding(Group(*wrap_text(styled_text(head, "dim"), 0, width - 4), was_and_now), (0, 0, 0, 4))
        else:
            yield Padding(was_and_now, (0, 0, 0, 4))
    if describe_more_changes(change):
        yield Padding(styled_text(describe_more_changes(change), "dim"), (0, 0, 0, 4))


def draw_odds_change(table: TableMoved, width: int) -> Iterator[RenderableType]:
    """Render the changes of a table's odds."""
    title = styled_text(f"  {table.table}", "bold")
    title.append(sanitize(f"  {table.title}") if table.title != table.table else "", style="not bold")
    title.append("" if table.direct else "  by what it leads to", style="not bold dim")
    yield title
    for situation in table.situations:
        where = situation_text(situation.where)
        if where:
            yield from wrap_text(styled_text(where, "cyan"), 4, width)
        changed_lines = select_moved_lines(make_result_lines(situation.chances, situation.against))
        yield Padding(draw_outcomes(changed_lines, width - 4, has_keys=not situation.chances.results), (0, 0, 0, 2))
    if table.more:
        yield styled_text(f"    and {pluralize(table.more, 'case')} more; `bombsight odds` shows each", "dim")
