"""Every row of every roll is reached: by a career that somebody flies, or at least by a worked example.

``only-by-example.txt`` lists those that no career of the batch reached; ``BOMBSIGHT_UPDATE=1`` writes it anew.
"""

from __future__ import annotations

from functools import cache

import pytest

from amerika_bomber.bench import HERE, program, sources
from amerika_bomber.careers import Pilot
from amerika_bomber.test_careers import SETTINGS
from bombsight.compiler.pipeline import Request, compile_rules
from coverage_of import Row, printed_rows, rows_of_examples
from golden import hold_to_text
from watching import seeds

CAREERS = 60
LISTED = HERE / "only-by-example.txt"
OUT_OF_REACH = ["B11: 17.., off_target", "B11: 17.., on_target", "B2-hits: 9.."]
"""Rows of the charts that take another mat or another fighter; the rules say so where they stand."""


@cache
def flown(policy: str) -> frozenset[Row]:
    """The rows that careers reach."""
    rows: set[Row] = set()
    for setting in ("as it comes", "everything otherwise"):
        found = Pilot(program(tuple(SETTINGS[setting].items())), policy)
        for seed in seeds(CAREERS, 50):
            found.career(seed)
        rows |= found.reached.rows
    return frozenset(rows)


@cache
def shown() -> frozenset[Row]:
    """The rows that examples reach."""
    return rows_of_examples(program())


def test_every_row_is_reached():
    reached = flown("auto") | flown("erring") | shown()
    missing = [name for row, name in printed_rows(program()).items() if row not in reached]
    assert sorted(set(missing)) == OUT_OF_REACH


def test_the_compiler_finds_the_rows_out_of_reach():
    found = compile_rules(Request(base=sources())).diagnostics
    findings = [each for each in found if each.code == "T002"]
    assert {each.code for each in found} == {"T002", "P072", "V041"}  # allowed where the rules say why
    assert len(findings) == len({row.partition(",")[0] for row in OUT_OF_REACH})


def test_the_list_of_rows_that_only_an_example_reaches_is_true():
    by_careers = flown("auto") | flown("erring")
    names = printed_rows(program())
    found = "".join(f"{name}\n" for name in sorted(names[row] for row in shown() - by_careers))
    hold_to_text(LISTED, found)


@pytest.mark.parametrize("policy", ["auto", "erring"])
def test_careers_alone_reach_almost_every_row(policy: str):
    names = printed_rows(program())
    assert len(flown(policy) & names.keys()) > 0.8 * len(names)
