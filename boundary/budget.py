"""Budgets of work: how much a stranger's rules may cost, counted where the work is done.

A clock alone would have findings hang on the machine, so what is counted are operations: each kind of work names what
it counts, and has a rate. An allowance grows with the length of the rules' text and counts for each mission, question
or item by itself. Where a budget ends, the answer is "not judged", or the run is a fault with its place; nobody calls
rules wrong for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import define, field, frozen, validators


class WorkKind(Enum):
    """A kind of work, with what is counted of it."""

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
    """How much of a kind of work rules may cost.

    Attributes:
        base: For the shortest.
        each: Besides, for each character of their text that counts (:func:`chargeable_length`).
        most: For the longest; None where it grows on.
        by_square: Whether long rules may cost more by the square of how many times longer they are than the shortest
            long ones: there are more items in them, and each costs more.
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
"""What each kind of work may cost. ``docs/security.md`` says what that is in seconds and bytes, and what the games take
of it: none more than a tenth, and of what variants may cost a ninth."""

SHORT_RULES, LONG_RULES = 50_000, 100_000
"""Characters of short rules, and of long ones; what lies between counts for nothing, and is made up for behind."""

MAX_RAISE_FACTOR = 1_000
"""By how much a person may raise what rules may cost."""


def chargeable_length(length: int) -> int:
    """How many characters of a text count for what it may cost.

    All do, but of rules of middling length those that short ones may have, and of each further one two, until these are
    made up for. Nobody reads 90,000 characters of a stranger's to find what hangs in them, so whatever is below 100,000
    has to end soon; whoever opens more knows that he does.
    """
    return min(length, min(length, SHORT_RULES) + 2 * max(0, length - LONG_RULES))


class OverBudgetError(Exception):
    """Work would cost more than it may; nothing is known of the rest.

    Attributes:
        work: Of which kind it is.
        limit: How much it may cost.
    """

    def __init__(self, work: WorkKind, limit: int) -> None:
        super().__init__(f"more than {limit:,} {work.value}")
        self.work = work
        self.limit = limit


@define
class Budget:
    """How much work may be done for one mission, question or item.

    Attributes:
        work: Its kind.
        limit: How much may be done in all, at least 1.
        spent: How much was done.
    """

    work: WorkKind
    limit: int
    spent: int = 0

    @property
    def remaining(self) -> int:
        """How much may still be done, at least 0."""
        return max(0, self.limit - self.spent)

    def charge(self, amount: int) -> None:
        """Count work, before it is done where its amount is known.

        Raises:
            OverBudgetError: It is more than may be done.
        """
        self.spent += amount
        if self.spent > self.limit:
            raise OverBudgetError(self.work, self.limit)


@frozen
class Allowance:
    """How much work rules may cost.

    Attributes:
        length: Characters of their text, all files together.
        raised: By which factor a person has raised it (``--limit``), from 1 to ``MOST_RAISED``.
    """

    length: int = field(default=0, validator=validators.ge(0))
    raised: int = field(default=1, validator=[validators.ge(1), validators.le(MAX_RAISE_FACTOR)])

    def limit_of(self, work: WorkKind) -> int:
        """How much of a kind of work may be done for one mission, question or item."""
        rate = RATES[work]
        limit = rate.base + rate.each * chargeable_length(self.length)
        if rate.by_square:
            limit = limit * max(LONG_RULES, self.length) ** 2 // LONG_RULES**2
        return self.raised * (limit if rate.most is None else min(limit, rate.most))

    def make_budget(self, work: WorkKind) -> Budget:
        """A whole budget, for one mission, question or item."""
        return Budget(work, self.limit_of(work))
