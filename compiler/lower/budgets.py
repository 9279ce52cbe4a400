"""The budgets of a program: what its rules may cost in play, by their length."""

from __future__ import annotations

from attrs import evolve

from bombsight.boundary.budget import Allowance, WorkKind
from bombsight.flat.budgets import MAX_INTEGER, Budgets

ROUNDING_STEP = 50_000
"""Characters by which a length is rounded up: so a word more or less in the rules leaves nearly all code as it was."""

SHORT_LENGTHS = (5_000, 20_000)
"""What shorter lengths are rounded up to."""

MAX_BUDGET = MAX_INTEGER // 2
"""Steps and bytes that anything may have, however much a person allows: so that what is left fits an integer."""


def budgets_of(allowance: Allowance) -> Budgets:
    """The budgets of rules with this allowance."""
    grain = next((short for short in SHORT_LENGTHS if allowance.length <= short), ROUNDING_STEP)
    rounded = evolve(allowance, length=-(-allowance.length // grain) * grain)

    def limit_of(work: WorkKind) -> int:
        return min(rounded.limit_of(work), MAX_BUDGET)

    return Budgets(
        mission=limit_of(WorkKind.MISSION),
        story=limit_of(WorkKind.STORY),
        beside=limit_of(WorkKind.BESIDE),
        board=limit_of(WorkKind.BOARD),
    )
