"""Run-time budgets of a program, stored in it so that every backend stops it at the same step."""

from __future__ import annotations

from bombsight.dsl.node_classes import frozen

MAX_INTEGER = 2**31 - 1
"""The largest integer of a state, steps included."""

RESERVE_MISSIONS = 30
"""The most full mission budgets that one run may use."""

STEP_BUDGET = 60_000_000
"""The default budget of a mission, in steps."""


TOO_LONG_TEXT = "this goes on for too long"
"""The message of the fault when steps run out."""


@frozen(kw_only=True)
class Budgets:
    """The run-time budgets of a program.

    Attributes:
        mission: Steps of one mission, of one tally, and of any other entry.
        story: Bytes of one mission's story, as :mod:`bombsight.runtime.events.lengths` counts them.
        beside: Steps for all asides of one question.
        board: Steps for all asides of the boards of one state, and their texts.
    """

    mission: int = STEP_BUDGET
    story: int = 16_000_000
    beside: int = 4_000_000
    board: int = 4_000_000

    @property
    def reserve(self) -> int:
        """The number of steps set aside at the start of a run for the missions after the first."""
        return min((RESERVE_MISSIONS - 1) * self.mission, MAX_INTEGER - self.mission)


DEFAULT_BUDGETS = Budgets()
"""The budgets of a program that states none."""
