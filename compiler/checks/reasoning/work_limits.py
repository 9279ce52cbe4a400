"""Limits of the work of proofs, counted in operations instead of time."""

from __future__ import annotations

from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import NOWHERE, Span


class TooManyError(Exception):
    """Raised if a diagram is too large, or cannot represent a result."""


class TooWideError(TooManyError):
    """Raised if a number must be enumerated and has too many values.

    Attributes:
        span: The expression that depends on it.
    """

    def __init__(self, span: Span = NOWHERE) -> None:
        """Make the error for the number whose expression stands at a span."""
        super().__init__()
        self.span = span


class SpentError(Exception):
    """Raised if the budget of an item's proofs is spent, for now (while a user waits) or for good."""


@define
class NodeBudget:
    """A budget of diagram branches.

    Attributes:
        limit: The maximum number.
        spent: The number made so far, without failed attempts.
        wasted: The number made by failed attempts.
    """

    limit: int
    spent: int = 0
    wasted: int = 0


UNLIMITED = 1 << 60
EXPRESSION_COST = 10
"""The cost of visiting an expression, as branches of diagrams."""

CHECK_INTERVAL = 256
"""The number of expressions between two checks of the limit."""


@define
class WorkMeter:
    """A meter of the work of proofs; it counts operations, not time, so it is the same on every machine.

    Attributes:
        limit: The maximum cost.
        expression_count: The number of expressions visited.
        other_work: The cost of other work, such as comparing pairs, as branches of diagrams.
        budgets: The budgets of all sets of diagrams.
    """

    limit: int = UNLIMITED
    expression_count: int = 0
    other_work: int = 0
    budgets: list[NodeBudget] = field(factory=list)

    @property
    def spent(self) -> int:
        """The cost of all work so far."""
        return (
            EXPRESSION_COST * self.expression_count
            + self.other_work
            + sum(budget.spent + budget.wasted for budget in self.budgets)
        )

    @property
    def remaining(self) -> int:
        """The cost that the limit still allows."""
        return UNLIMITED if self.limit == UNLIMITED else self.limit - self.spent

    def check_limit(self) -> None:
        """Raise `SpentError` if the cost so far exceeds the limit.

        Raises:
            SpentError: The limit is exceeded.
        """
        if self.remaining < 0:
            raise SpentError

    def count_expression(self) -> None:
        """Count a visited expression, and now and then check the limit.

        Raises:
            SpentError: The limit is exceeded.
        """
        self.expression_count += 1
        if not self.expression_count % CHECK_INTERVAL:
            self.check_limit()

    def charge(self, amount: int) -> None:
        """Charge work other than diagrams and expressions, and check the limit.

        Raises:
            SpentError: The limit is exceeded.
        """
        self.other_work += amount
        self.check_limit()
