"""Rows of parts are aligned as ``difflib`` aligns them, and in bounded time where they are long."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bombsight.dsl import aligning
from bombsight.dsl.aligning import align


def remade(was: Sequence[int], now: Sequence[int]) -> list[int]:
    """The new row, made of what stays of the old one and of what comes, each checked for where it stands."""
    found: list[int] = []
    done = 0
    for tag, start, end, begin, stop in align(was, now):
        assert (start, begin) == (done, len(found))
        assert (tag == "equal") == (was[start:end] == now[begin:stop])
        assert {"insert": start == end, "delete": begin == stop}.get(tag, start < end and begin < stop)
        found += was[start:end] if tag == "equal" else now[begin:stop]
        done = end
    assert done == len(was)
    return found


@pytest.mark.parametrize("most", [0, aligning.MAX_PAIRS])
@pytest.mark.parametrize("seed", range(20))
def test_the_new_row_is_what_stays_and_what_comes(monkeypatch, most, seed) -> None:
    monkeypatch.setattr(aligning, "MAX_PAIRS", most)
    chance = Random(seed)
    was, now = ([chance.randrange(1 + seed) for _ in range(chance.randrange(12))] for _ in range(2))
    assert remade(was, now) == now


def test_a_line_that_comes_into_many_moves_no_other() -> None:
    was = list(range(3000))
    now = [*was[:700], -1, *was[700:2000], *was[2100:]]
    assert [code for code in align(was, now) if code[0] != "equal"] == [
        ("insert", 700, 700, 700, 701),
        ("delete", 2000, 2100, 2001, 2001),
    ]


def test_very_many_parts_alike_are_not_all_compared(monkeypatch) -> None:
    monkeypatch.setattr(aligning, "SequenceMatcher", None)
    was, now = ([number % by for number in range(5000)] for by in (3, 7))
    assert remade(was, now) == now
