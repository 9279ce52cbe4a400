"""Every row of every roll is reached: by a career that somebody flies, or at least by a worked example.

It is one test, for the careers take long to fly, and two tests may run in two processes.

``only-by-example.txt`` lists those that no career of the batch reached; ``BOMBSIGHT_UPDATE=1`` writes it anew.
"""

from __future__ import annotations

from bombsight.compiler.pipeline import Request, compile_rules
from tests.games.amerika_bomber.bench import HERE, program, sources
from tests.games.amerika_bomber.careers import Pilot
from tests.games.amerika_bomber.test_careers import SETTINGS
from tests.games.coverage_of import Row, printed_rows, rows_of_examples
from tests.games.golden import hold_to_text
from tests.games.watching import seeds

CAREERS = 60
LISTED = HERE / "only-by-example.txt"
OUT_OF_REACH = ["B11: 17.., off_target", "B11: 17.., on_target", "B2-hits: 9.."]
"""Rows of the charts that take another mat or another fighter; the rules say so where they stand."""


class Rolling(Pilot):
    """A pilot of whom nothing is watched but the rows that his rolls lead to."""

    def on_event(self, event: tuple[int, ...]) -> None:
        """Keep the rows."""
        self.reached.log(*event)


def flown(policy: str) -> frozenset[Row]:
    """The rows that careers reach."""
    rows: set[Row] = set()
    for setting in ("as it comes", "everything otherwise"):
        found = Rolling(program(tuple(SETTINGS[setting].items())), policy)
        for seed in seeds(CAREERS, 50):
            found.career(seed)
        rows |= found.reached.rows
    return frozenset(rows)


def test_every_row_is_reached_and_nearly_all_by_careers():
    names = printed_rows(program())
    by_policy = {policy: flown(policy) for policy in ("auto", "erring")}
    by_careers, shown = frozenset[Row]().union(*by_policy.values()), rows_of_examples(program())
    assert sorted({name for row, name in names.items() if row not in by_careers | shown}) == OUT_OF_REACH
    for policy, rows in by_policy.items():
        assert len(rows & names.keys()) > 0.8 * len(names), policy
    hold_to_text(LISTED, "".join(f"{name}\n" for name in sorted(names[row] for row in shown - by_careers)))


def test_the_compiler_finds_the_rows_out_of_reach():
    found = compile_rules(Request(base=sources())).diagnostics
    findings = [each for each in found if each.code == "T002"]
    assert {each.code for each in found} == {"T002", "P072", "V041"}  # allowed where the rules say why
    assert len(findings) == len({row.partition(",")[0] for row in OUT_OF_REACH})
