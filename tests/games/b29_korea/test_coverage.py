"""Every row of every roll is reached: by a mission that somebody flies, or at least by a worked example.

``only-by-example.txt`` lists those that no mission of the batch reached; ``BOMBSIGHT_UPDATE=1`` writes it anew.
"""

from __future__ import annotations

from functools import cache

import pytest

from b29_korea.bench import HERE, OTHER_FIGURES, OTHER_READINGS, program
from b29_korea.flights import Bomber
from b29_korea.test_missions import experience
from bombsight.flat.program import Program
from coverage_of import Row, printed_rows, rows_of_examples
from golden import hold_to_text
from watching import seeds

MISSIONS = 1000
LISTED = HERE / "only-by-example.txt"
FIGHTERS = {"extra_turn_fighters": "yes", "turning_fighters": "yes", "fighters_return": "yes", "caution": "bold"}
OPTIONS = tuple({**OTHER_READINGS, **OTHER_FIGURES, "burst_results": "yes", **FIGHTERS}.items())


@cache
def flown(policy: str) -> frozenset[Row]:
    """The rows that missions reach."""
    rows: set[Row] = set()
    for options in ((), OPTIONS):
        found = Bomber(program(options), policy)
        for at, seed in enumerate(seeds(MISSIONS, 50)):
            found.fly(seed, at % 35 + 1, experience(at))
        rows |= found.reached.rows
    return frozenset(rows)


@cache
def shown() -> frozenset[Row]:
    """The rows that examples reach."""
    return rows_of_examples(program())


def rows(game: Program) -> dict[Row, str]:
    """Every row there is, by its name."""
    return printed_rows(game)


def test_every_row_is_reached():
    reached = flown("auto") | flown("erring") | shown()
    assert not [name for row, name in rows(program()).items() if row not in reached]


def test_the_list_of_rows_that_only_an_example_reaches_is_true():
    by_missions = flown("auto") | flown("erring")
    names = rows(program())
    found = "".join(f"{name}\n" for name in sorted(names[row] for row in shown() - by_missions))
    hold_to_text(LISTED, found)


@pytest.mark.parametrize("policy", ["auto", "erring"])
def test_missions_alone_reach_almost_every_row(policy: str):
    names = rows(program())
    assert len(flown(policy) & names.keys()) > 0.7 * len(names)
