"""What proofs cost, told by what is done and not by a clock, and where they are given up."""

from __future__ import annotations

from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import NOWHERE, Span


class TooManyError(Exception):
    """A diagram would grow too large, or cannot tell what is asked of it."""


class TooWideError(TooManyError):
    """A number would have to be gone through value by value, and can be too many of them.

    Attributes:
        span: What is worked out from it.
    """

    def __init__(self, span: Span = NOWHERE) -> None:
        super().__init__()
        self.span = span


class SpentError(Exception):
    """All that proofs of an item may cost is spent: for now, where somebody waits, or for good."""


@define
class NodeBudget:
    """How many branches diagrams may have.

    Attributes:
        limit: How many in all.
        spent: How many were made so far, without those that came to nothing.
        wasted: How many came to nothing.
    """

    limit: int
    spent: int = 0
    wasted: int = 0


UNLIMITED = 1 << 60
EXPRESSION_COST = 10
"""What it costs to look at an expression, as branches of diagrams."""

CHECK_INTERVAL = 256
"""After so many expressions it is asked whether to go on."""


@define
class WorkMeter:
    """What somebody's proofs cost, told by what was done and not by a clock: it is the same on every machine.

    Attributes:
        limit: What they may cost in all.
        expression_count: How many expressions were looked at.
        other_work: What else was done, such as pairs compared, as branches of diagrams.
        budgets: Those of all diagrams that were made.
    """

    limit: int = UNLIMITED
    expression_count: int = 0
    other_work: int = 0
    budgets: list[NodeBudget] = field(factory=list)

    @property
    def spent(self) -> int:
        """What they have cost so far."""
        return (
            EXPRESSION_COST * self.expression_count
            + self.other_work
            + sum(budget.spent + budget.wasted for budget in self.budgets)
        )

    @property
    def remaining(self) -> int:
        """What they may still cost."""
        return UNLIMITED if self.limit == UNLIMITED else self.limit - self.spent

    def check_limit(self) -> None:
        """Ask whether to go on.

        Raises:
            SpentError: It has cost more than it may.
        """
        if self.remaining < 0:
            raise SpentError

    def count_expression(self) -> None:
        """Count an expression that is looked at.

        Raises:
            SpentError: All has cost more than it may.
        """
        self.expression_count += 1
        if not self.expression_count % CHECK_INTERVAL:
            self.check_limit()

    def charge(self, amount: int) -> None:
        """Count work that is no diagram's.

        Raises:
            SpentError: All has cost more than it may.
        """
        self.other_work += amount
        self.check_limit()
