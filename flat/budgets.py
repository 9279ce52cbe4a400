"""What a program may cost as it runs: it says so itself, so that whatever runs it ends it alike."""

from __future__ import annotations

from bombsight.dsl.node_classes import frozen

MAX_INTEGER = 2**31 - 1
"""Of all integers of a state, steps among them."""

RESERVE_MISSIONS = 30
"""A run takes at most the steps of so many missions as long as may be."""

STEP_BUDGET = 60_000_000
"""Steps of a mission where nothing else is said."""


TOO_LONG_TEXT = "this goes on for too long"
"""The fault where steps run out."""


@frozen(kw_only=True)
class Budgets:
    """How much of everything there may be.

    Attributes:
        mission: Steps of one mission, of one tally, and of whatever else is begun by itself.
        story: Bytes that one mission may tell, as :mod:`bombsight.runtime.events.lengths` counts them.
        beside: Steps for all that is worked out beside one question.
        board: Steps for all that is worked out for the boards of one state, what they show among them.
    """

    mission: int = STEP_BUDGET
    story: int = 16_000_000
    beside: int = 4_000_000
    board: int = 4_000_000

    @property
    def reserve(self) -> int:
        """Steps that a run holds beyond those of its first mission, for further ones."""
        return min((RESERVE_MISSIONS - 1) * self.mission, MAX_INTEGER - self.mission)


DEFAULT_BUDGETS = Budgets()
"""The budgets where nothing else is said."""
