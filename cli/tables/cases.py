"""Several cases of a table's odds beside each other: as lines of one table, or as its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

from bombsight.cli.tables.card import spoken
from bombsight.cli.terminal.columns import Whole
from bombsight.cli.terminal.screen import sign, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.told import SituationOdds, TableOdds
from bombsight.service.table_odds.wording import both, in_order, on_the_way, result_lines, where_text

FEW = 4
"""So many results stand beside each other, where there are several cases."""

BRIEF = 18
"""So long is a result at most that is the head of a column."""

COLUMN = 16
"""So wide is the column of a case: a chance as a ratio and in percent."""


def plain(text: str) -> str:
    """A text whose signs every terminal can show."""
    return text.replace("±", sign("±", "+-"))


def told_chance(chance: Chance) -> str:
    """A chance as a ratio and in percent."""
    return plain(both(chance, "  "))


def fits_beside(told: TableOdds, width: int) -> bool:
    """Whether results can be columns, and cases lines."""
    names = {line.name: line for each in told.situations for line in result_lines(each.chances, each.against)}
    short = all(len(line.title or line.name) <= BRIEF for line in names.values())
    return (
        short
        and len(names) <= FEW
        and 24 + len(names) * 20 <= width + 4
        and not any(e.against for e in told.situations)
    )


def beside(told: TableOdds) -> Table:
    """Cases below each other, results beside each other."""
    names = {
        line.name: line.title or line.name
        for each in told.situations
        for line in result_lines(each.chances, each.against)
    }
    table = Whole(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    shared = {subject.text for each in told.situations for subject in each.where}
    of = next(iter(shared)) if len(shared) == 1 else ""
    table.add_column(words(spoken(of)))
    for title in names.values():
        table.add_column(words(spoken(title)), justify="right", no_wrap=True)
    for each in told.situations:
        found = {line.name: line.chance for line in result_lines(each.chances, None)}
        where = " or ".join(each.where[0].titles) if of and each.where else where_text(each.where) or "otherwise"
        table.add_row(words(where), *(words(told_chance(found[name]) if name in found else "-") for name in names))
    return table


# --- results below each other, cases beside each other


def families(situations: Sequence[SituationOdds], width: int) -> Iterator[list[SituationOdds]]:
    """The cases in their order, those that may be columns of one table together: their last subject alone differs."""
    for _, each in groupby(situations, of_family):
        cases = [*each]
        names = max(
            (len(line.title or line.name) for case in cases for line in result_lines(case.chances, None)), default=0
        )
        fits = all(map(is_plain, cases)) and names + 4 + COLUMN * len(cases) <= width
        yield from [cases] if fits else ([case] for case in cases)


def of_family(case: SituationOdds) -> tuple[object, ...]:
    """What the cases of a family have in common."""
    return (case.where[:-1], case.where[-1].text if case.where else "")


def is_plain(case: SituationOdds) -> bool:
    """Whether all that is to be told of a case are its results."""
    short = all(len(" or ".join(each.titles)) < COLUMN for each in case.where[-1:])
    chances = case.chances
    return short and bool(case.where and chances.results) and not (case.against or chances.parts or on_the_way(chances))


def family(cases: Sequence[SituationOdds], width: int) -> Iterator[RenderableType]:
    """The odds of cases that differ in one subject."""
    told = [{line.name: line for line in result_lines(case.chances, None)} for case in cases]
    titles = {name: line.title or line.name for lines in told for name, line in lines.items()}
    if cases[0].where[:-1]:
        yield from wrapped(words(where_text(cases[0].where[:-1]), "bold"), 0, width)
    table = Whole(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(words(spoken(cases[0].where[-1].text)))
    for case in cases:
        table.add_column(words(" or ".join(case.where[-1].titles)), justify="right", no_wrap=True)
    for name in in_order(told):
        shares = (words(told_chance(lines[name].chance) if name in lines else "-") for lines in told)
        table.add_row(words(spoken(titles[name])), *shares)
    yield Padding(table, (0, 0, 0, 2))
