"""Every table of the booklet has a worked example in the rules files."""

from __future__ import annotations

import re
from functools import cache

from bombsight.backends.python.load import instantiate
from bombsight.flat.sites import RollSite
from bombsight.runtime.examples import run_example
from tests.games.b29_korea.bench import graph, program


@cache
def shown() -> frozenset[str | None]:
    """The tables that an example rolls on, or says it is about."""
    found: set[str | None] = set()
    for number, example in enumerate(graph().examples):
        found |= set(re.findall(r"\d-\d+[a-f]?", example.origin.cite))
        for event in run_example(program(), number, load=instantiate).journal.events:
            site = program().sites[event[0]]
            if isinstance(site, RollSite):
                found.add(site.table)
    return frozenset(found)


def test_every_table_has_an_example():
    printed = [table.id for table in graph().tables if re.match(r"\d-", table.id)]
    assert [table for table in printed if table not in shown()] == []
