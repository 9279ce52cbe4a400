"""Budgets of a program: limits on what its rules may cost in play, derived from their length."""

from __future__ import annotations

from attrs import evolve

from bombsight.boundary.budget import Allowance, WorkKind
from bombsight.flat.budgets import MAX_INTEGER, Budgets

ROUNDING_STEP = 50_000
"""Granularity, in characters, of rounding a length up: small edits of the rules then leave nearly all code equal."""

SHORT_LENGTHS = (5_000, 20_000)
"""The values that shorter lengths are rounded up to."""

MAX_BUDGET = MAX_INTEGER // 2
"""The upper bound of any budget of steps or bytes, whatever a user allows: a remainder must fit an integer."""


def budgets_of(allowance: Allowance) -> Budgets:
    """Compute the limits on run-time work of rules with this allowance."""
    grain = next((short for short in SHORT_LENGTHS if allowance.length <= short), ROUNDING_STEP)
    rounded = evolve(allowance, length=-(-allowance.length // grain) * grain)

    def limit_of(work: WorkKind) -> int:
        """The limit of one kind of work, capped to fit in a program."""
        return min(rounded.limit_of(work), MAX_BUDGET)

    return Budgets(
        mission=limit_of(WorkKind.MISSION),
        story=limit_of(WorkKind.STORY),
        beside=limit_of(WorkKind.BESIDE),
        board=limit_of(WorkKind.BOARD),
    )
