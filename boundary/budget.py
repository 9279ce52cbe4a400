"""Budgets of work: how much untrusted rules may cost, in operations counted where the work is done.

A time limit would make findings depend on the machine, so budgets count operations: each kind of work names its unit
and has a rate. An allowance grows with the length of the rules' text; it holds for each mission, question or item by
itself. Where a budget is exhausted, the answer is "not judged", or the run ends in a fault with its place; the rules
are not called wrong for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import define, field, frozen, validators


class WorkKind(Enum):
    """A kind of work with a budget of its own; the enum value names the unit that is counted."""

    PROVE = "branches of diagrams, and expressions looked at"
    HINT = "names compared with one that nothing has"
    DEFAULT = "members gone through for the defaults of fields"
    TRIAL = "characters read again, and items looked at, to try mends"
    VARIANT = "characters read again, and items looked at, for variants"
    EXAMPLE = "steps of the examples that are run together, and lines of their stories"
    COMPARE = "parts of rules made ready again, and rows gone through, to compare the odds of tables"
    DIFFERENCE = "characters told of what differs, and parts of it"
    BESIDE = "steps beside one question or one line of the story"
    BOARD = "steps and cells of one board"
    ODDS = "throws gone through for the odds of one table, and outcomes held"
    SITE = "steps, events and tables for the odds of all tables of a site's game"
    MISSION = "steps of one mission"
    STORY = "bytes that one mission says"
    PROFILE = "calls and looks of one mission that a profile counts"


@frozen
class Rate:
    """The budget of a kind of work: a base, and an amount per character of the rules.

    Attributes:
        base: The budget of the shortest rules.
        each: What is added for each character that counts (:func:`chargeable_length`).
        most: The largest budget; None if it grows without bound.
        by_square: Whether the budget of long rules grows by the square of their length relative to ``LONG_RULES``: they
            have more items, and each costs more.
    """

    base: int
    each: int
    most: int | None = None
    by_square: bool = False


RATES: Mapping[WorkKind, Rate] = {
    WorkKind.PROVE: Rate(1_000_000, 100),
    WorkKind.HINT: Rate(400_000, 5),
    WorkKind.DEFAULT: Rate(100_000, 0),
    WorkKind.TRIAL: Rate(1_500_000, 20),
    WorkKind.VARIANT: Rate(250_000, 3),
    WorkKind.EXAMPLE: Rate(2_000_000, 440),
    WorkKind.COMPARE: Rate(5_000, 2, by_square=True),
    WorkKind.DIFFERENCE: Rate(150_000, 5),
    WorkKind.BESIDE: Rate(650_000, 10),
    WorkKind.BOARD: Rate(650_000, 10),
    WorkKind.ODDS: Rate(500_000, 25),
    WorkKind.SITE: Rate(200_000_000, 35_000, by_square=True),
    WorkKind.MISSION: Rate(40_000_000, 3_500, 230_000_000),
    WorkKind.STORY: Rate(4_000_000, 100),
    WorkKind.PROFILE: Rate(1_250_000, 5),
}
"""The rate of each kind of work. ``docs/security.md`` gives them in seconds and bytes. The games take at most a tenth
of"""

SHORT_RULES, LONG_RULES = 50_000, 100_000
"""Lengths in characters; those between the two are free, and are charged for beyond."""

MAX_RAISE_FACTOR = 1_000
"""The largest factor by which a person may raise the budgets (``--limit``)."""


def chargeable_length(length: int) -> int:
    """Convert the length of a rules text to the number of characters by which its work budgets grow.

    Up to ``SHORT_RULES`` each character counts, then none up to ``LONG_RULES``, then each counts twice until that is
    made up for. Nobody reads 90,000 characters of a stranger's to find what hangs in them, so work on anything below
    100,000 must end soon; a person who opens more knows that it is large.
    """
    return min(length, min(length, SHORT_RULES) + 2 * max(0, length - LONG_RULES))


class OverBudgetError(Exception):
    """Raised when work would exceed its budget, so that nothing is known about the rest.

    Attributes:
        work: The kind of work.
        limit: The budget.
    """

    def __init__(self, work: WorkKind, limit: int) -> None:
        """Make the error for a kind of work that exceeds its limit; its message: ``more than 1,000 steps``."""
        super().__init__(f"more than {limit:,} {work.value}")
        self.work = work
        self.limit = limit


@define
class Budget:
    """A counter of work done for one mission, question or item, with a limit.

    Attributes:
        work: The kind of work.
        limit: The most that may be done in all, at least 1.
        spent: The work done so far.
    """

    work: WorkKind
    limit: int
    spent: int = 0

    @property
    def remaining(self) -> int:
        """The amount of work that the budget still allows, at least 0."""
        return max(0, self.limit - self.spent)

    def charge(self, amount: int) -> None:
        """Add an amount of work to what is spent, if possible before it is done; raise OverBudgetError over the limit.

        Raises:
            OverBudgetError: The work exceeds the limit.
        """
        self.spent += amount
        if self.spent > self.limit:
            raise OverBudgetError(self.work, self.limit)


@frozen
class Allowance:
    """The limits of all kinds of work for rules of some length, perhaps raised by the user.

    Attributes:
        length: Characters of the rules' text, all files together.
        raised: The factor by which a person has raised the budgets (``--limit``), from 1 to ``MAX_RAISE_FACTOR``.
    """

    length: int = field(default=0, validator=validators.ge(0))
    raised: int = field(default=1, validator=[validators.ge(1), validators.le(MAX_RAISE_FACTOR)])

    def limit_of(self, work: WorkKind) -> int:
        """Return the most work of a kind, in its unit, that one mission, question or item of the rules may cost."""
        rate = RATES[work]
        limit = rate.base + rate.each * chargeable_length(self.length)
        if rate.by_square:
            limit = limit * max(LONG_RULES, self.length) ** 2 // LONG_RULES**2
        return self.raised * (limit if rate.most is None else min(limit, rate.most))

    def make_budget(self, work: WorkKind) -> Budget:
        """Make an unspent budget for a kind of work, for one mission, question or item of the rules."""
        return Budget(work, self.limit_of(work))
