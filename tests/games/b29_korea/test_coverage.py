"""Every row of every roll is reached: by a mission that somebody flies, or at least by a worked example.

It is one test, for the missions take long to fly, and two tests may run in two processes.

``only-by-example.txt`` lists those that no mission of the batch reached; ``BOMBSIGHT_UPDATE=1`` writes it anew.
"""

from __future__ import annotations

import pytest

from tests.games.b29_korea.bench import HERE, OTHER_FIGURES, OTHER_READINGS, program
from tests.games.b29_korea.flights import Bomber
from tests.games.b29_korea.test_missions import experience
from tests.games.coverage_of import Row, printed_rows, rows_of_examples
from tests.games.golden import hold_to_text
from tests.games.watching import seeds

MISSIONS = 1000
LISTED = HERE / "only-by-example.txt"
FIGHTERS = {"extra_turn_fighters": "yes", "turning_fighters": "yes", "fighters_return": "yes", "caution": "bold"}
OPTIONS = tuple({**OTHER_READINGS, **OTHER_FIGURES, "burst_results": "yes", **FIGHTERS}.items())


class Rolling(Bomber):
    """A bomber of whom nothing is watched but the rows that her rolls lead to."""

    def on_event(self, event: tuple[int, ...]) -> None:
        """Keep the rows."""
        self.reached.log(*event)


def flown(policy: str) -> frozenset[Row]:
    """The rows that missions reach."""
    rows: set[Row] = set()
    for options in ((), OPTIONS):
        found = Rolling(program(options), policy)
        for at, seed in enumerate(seeds(MISSIONS, 50)):
            found.fly(seed, at % 35 + 1, experience(at))
        rows |= found.reached.rows
    return frozenset(rows)


@pytest.mark.slow
def test_every_row_is_reached_and_nearly_all_by_missions():
    names = printed_rows(program())
    by_policy = {policy: flown(policy) for policy in ("auto", "erring")}
    by_missions, shown = frozenset[Row]().union(*by_policy.values()), rows_of_examples(program())
    assert not [name for row, name in names.items() if row not in by_missions | shown]
    for policy, rows in by_policy.items():
        assert len(rows & names.keys()) > 0.7 * len(names), policy
    hold_to_text(LISTED, "".join(f"{name}\n" for name in sorted(names[row] for row in shown - by_missions)))
