"""Examples of slips are kept, and stay as they were however many mistakes they are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType

from bombsight.dsl.parser import parse
from bombsight.dsl.recognise.examples import example_errors
from bombsight.dsl.source import Source


def links(at: TracebackType | None) -> Iterator[TracebackType]:
    """A traceback, from its beginning to its end."""
    while at is not None:
        yield at
        at = at.tb_next


def test_mistakes_leave_nothing_behind_in_the_examples():
    for _ in range(3):
        assert parse(Source("slip.rules", "procedure watch\n  if oil > 0 set oil to 0\n")).diagnostics
    assert max(len([*links(error.__traceback__)]) for error in example_errors().values()) <= 12
