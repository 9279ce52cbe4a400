"""The worked examples in the rules files hold, and every table has one."""

from __future__ import annotations

import re
from functools import cache

import pytest

from b29_korea.bench import graph, program
from compiler.program import RollSite
from runtime.examples import ExampleReport, run_example

EXAMPLES = graph().examples


@cache
def report(number: int) -> ExampleReport:
    """What comes of an example."""
    return run_example(program(), number)


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=lambda number: EXAMPLES[number].title)
def test_every_worked_example_holds(number: int):
    assert report(number).passed, report(number).mismatch


@cache
def shown() -> frozenset[str | None]:
    """The tables that an example rolls on, or says it is about."""
    found: set[str | None] = set()
    for number, example in enumerate(EXAMPLES):
        found |= set(re.findall(r"\d-\d+[a-f]?", example.cite or ""))
        for event in report(number).journal.events:
            site = program().sites[event[0]]
            if isinstance(site, RollSite):
                found.add(site.table)
    return frozenset(found)


@pytest.mark.parametrize("table", [table.id for table in graph().tables if re.match(r"\d-", table.id)])
def test_every_table_has_an_example(table: str):
    assert table in shown()


def test_no_two_examples_have_one_title():
    titles = [example.title for example in EXAMPLES]
    assert len(set(titles)) == len(titles)
