"""Which rows of a game's rolls were reached: those of tables, and those of dice thrown in procedures."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.backends.python.load import instantiate
from bombsight.flat.program import Program
from bombsight.flat.sites import BeforehandSite, RollSite
from bombsight.runtime.examples import run_example

Row = tuple[str, str, str]
"""Whose row it is, where its roll stands, its key as written."""


def printed_rows(program: Program) -> dict[Row, str]:
    """Every row there is, and what a person calls it: ``7-5, roll 3: 5..6``."""
    places: dict[str, list[str]] = {}
    for site in program.sites:
        if isinstance(site, RollSite | BeforehandSite):
            held = places.setdefault(site.owner, [])
            if (place := str(site.origin.place)) not in held:
                held.append(place)
    found: dict[Row, str] = {}
    for site in program.sites:
        for row in rows_of(site):
            owner, place, key = row
            name = owner.partition(":")[2]
            number = places[owner].index(place) + 1
            found[row] = f"{name}: {key}" if number == 1 else f"{name}, roll {number}: {key}"
    return found


def rows_of(site: object) -> Iterable[Row]:
    """The rows of a site."""
    match site:
        case RollSite(owner=owner, origin=origin, rows=rows):
            return [(owner, str(origin.place), row.label) for row in rows]
        case BeforehandSite(owner=owner, origin=origin, row=row):
            return [(owner, str(origin.place), row.label)]
        case _:  # the rest: has no rows
            return []


def rows_of_examples(program: Program) -> frozenset[Row]:
    """The rows that the worked examples of a game lead to."""
    found = Reached(program)
    for number in range(len(program.examples)):
        for event in run_example(program, number, load=instantiate).journal.events:
            found.log(*event)
    return frozenset(found.rows)


class Reached:
    """The rows that events lead to.

    Attributes:
        rows: Those that were reached.
        left: Of each site with rows, by its number, those that were not, by theirs.
    """

    def __init__(self, program: Program) -> None:
        self.rows: set[Row] = set()
        found = {number: dict(enumerate(rows_of(site))) for number, site in enumerate(program.sites)}
        self.left = {number: rows for number, rows in found.items() if rows}

    def log(self, site: int, *values: int) -> None:
        """An event; one of a roll is (natural, total, row, ...)."""
        left = self.left.get(site)
        if left is None:
            return
        row = left.pop(values[2] if len(values) > 2 else 0, None)
        if row is not None:
            self.rows.add(row)
