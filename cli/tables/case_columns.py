"""Several cases of a table's odds side by side: as rows of one display table, or as its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

from bombsight.cli.tables.card import readable_name
from bombsight.cli.terminal.columns import FoldingTable
from bombsight.cli.terminal.screen import replace_plus_minus, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.documents import SituationOdds, TableOdds
from bombsight.service.table_odds.wording import (
    make_result_lines,
    merge_orders,
    ratio_and_chance_text,
    select_table_rolls,
    situation_text,
)

MAX_RESULT_COLUMNS = 4
"""The maximum number of results as columns, if there are several cases."""

MAX_HEAD_LENGTH = 18
"""The maximum number of characters of a result as the head of a column."""

CASE_WIDTH = 16
"""The columns of a case: a probability as a ratio and in percent."""


def format_chance(chance: Chance) -> str:
    """Format a probability as a ratio and in percent."""
    return replace_plus_minus(ratio_and_chance_text(chance, "  "))


def fits_as_columns(odds: TableOdds, width: int) -> bool:
    """Whether the results of a table's odds fit as columns, with the cases as rows."""
    names = {line.name: line for each in odds.situations for line in make_result_lines(each.chances, each.against)}
    short = all(len(line.title or line.name) <= MAX_HEAD_LENGTH for line in names.values())
    return (
        short
        and len(names) <= MAX_RESULT_COLUMNS
        and 24 + len(names) * 20 <= width + 4
        and not any(e.against for e in odds.situations)
    )


def draw_results_as_columns(odds: TableOdds) -> Table:
    """Render the odds of several cases as a table: a row for each case, a column for each result."""
    names = {
        line.name: line.title or line.name
        for each in odds.situations
        for line in make_result_lines(each.chances, each.against)
    }
    table = FoldingTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    shared = {subject.text for each in odds.situations for subject in each.where}
    subject_text = next(iter(shared)) if len(shared) == 1 else ""
    table.add_column(styled_text(readable_name(subject_text)))
    for title in names.values():
        table.add_column(styled_text(readable_name(title)), justify="right", no_wrap=True)
    for each in odds.situations:
        chances = {line.name: line.chance for line in make_result_lines(each.chances, None)}
        where = (
            " or ".join(each.where[0].titles)
            if subject_text and each.where
            else situation_text(each.where) or "otherwise"
        )
        table.add_row(
            styled_text(where),
            *(styled_text(format_chance(chances[name]) if name in chances else "-") for name in names),
        )
    return table


# --- results as rows, cases as columns


def group_cases(situations: Sequence[SituationOdds], width: int) -> Iterator[list[SituationOdds]]:
    """Group consecutive cases that can be columns of one table: they differ only in their last condition."""
    for _, each in groupby(situations, family_key):
        cases = [*each]
        names = max(
            (len(line.title or line.name) for case in cases for line in make_result_lines(case.chances, None)),
            default=0,
        )
        fits = all(map(fits_in_column, cases)) and names + 4 + CASE_WIDTH * len(cases) <= width
        yield from [cases] if fits else ([case] for case in cases)


def family_key(case: SituationOdds) -> tuple[object, ...]:
    """The key by which cases are grouped: all their conditions but the last, and what the last is about."""
    return (case.where[:-1], case.where[-1].text if case.where else "")


def fits_in_column(case: SituationOdds) -> bool:
    """Whether a case (a situation of a table) has a short title and only chances of results, as a column needs."""
    short = all(len(" or ".join(each.titles)) < CASE_WIDTH for each in case.where[-1:])
    chances = case.chances
    return (
        short
        and bool(case.where and chances.results)
        and not (case.against or chances.parts or select_table_rolls(chances))
    )


def draw_cases_as_columns(cases: Sequence[SituationOdds], width: int) -> Iterator[RenderableType]:
    """Render the odds of cases that differ in one condition as a table: a column for each case."""
    lines_by_case = [{line.name: line for line in make_result_lines(case.chances, None)} for case in cases]
    titles = {name: line.title or line.name for lines in lines_by_case for name, line in lines.items()}
    if cases[0].where[:-1]:
        yield from wrap_text(styled_text(situation_text(cases[0].where[:-1]), "bold"), 0, width)
    table = FoldingTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(styled_text(readable_name(cases[0].where[-1].text)))
    for case in cases:
        table.add_column(styled_text(" or ".join(case.where[-1].titles)), justify="right", no_wrap=True)
    for name in merge_orders(lines_by_case):
        shares = (styled_text(format_chance(lines[name].chance) if name in lines else "-") for lines in lines_by_case)
        table.add_row(styled_text(readable_name(titles[name])), *shares)
    yield Padding(table, (0, 0, 0, 2))
