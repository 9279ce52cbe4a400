"""The budgets of a program: what its rules may cost in play, by their length."""

from __future__ import annotations

from attrs import evolve

from bombsight.boundary.budget import Allowance, Work
from bombsight.flat.budgets import LARGEST, Budgets

GRAIN = 50_000
"""Characters by which a length is rounded up: so a word more or less in the rules leaves nearly all code as it was."""

SHORT = (5_000, 20_000)
"""What shorter lengths are rounded up to."""

MOST = LARGEST // 2
"""Steps and bytes that anything may have, however much a person allows: so that what is left fits an integer."""


def budgets_of(allowance: Allowance) -> Budgets:
    """The budgets of rules with this allowance."""
    grain = next((short for short in SHORT if allowance.length <= short), GRAIN)
    rounded = evolve(allowance, length=-(-allowance.length // grain) * grain)

    def most(work: Work) -> int:
        return min(rounded.limit(work), MOST)

    return Budgets(mission=most(Work.MISSION), story=most(Work.STORY), beside=most(Work.BESIDE), board=most(Work.BOARD))
