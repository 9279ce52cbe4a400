"""What an expression works out several times is worked out where it is come to first, and kept in a variable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator
from typing import Any, cast

from attrs import evolve

from bombsight.backends.python.inline_assignment import bound_first
from bombsight.flat import expressions as fx
from bombsight.flat.passes.facts import is_settled
from bombsight.flat.walking import attributes, mentions, parts, walk

SHARED = (fx.Slot, fx.Datum, fx.Arithmetic, fx.Place)
"""What may be shared."""


def shared(value: fx.Expr, quiet: Container[str], fresh: Callable[[], str]) -> fx.Expr:
    """An expression that works nothing out twice, as far as the first time is before the second.

    Args:
        value: The expression.
        quiet: Functions that are no fault and take no steps.
        fresh: Makes a variable.
    """
    work = [part for part in outside(value) if isinstance(part, SHARED) and is_work(part)]
    if len(work) < 2:
        return value
    again = [part for part, times in Counter(work).items() if times > 1 and is_settled(part, quiet)]
    own = [node.variable for node in walk(value) if isinstance(node, fx.Quantifier | fx.Let)] if again else []
    for part in sorted(again, key=size, reverse=True):
        if any(mentions(part, name) for name in own):
            continue
        if sum(1 for same in outside(value) if same == part) < 2:
            continue  # only in what is shared by now
        name = fresh()
        placed = bound_first(replaced(value, part, fx.Local(name)), name, part)
        if placed is not None:
            value = placed.body
    return value


def is_work(part: fx.Expr) -> bool:
    """Whether a variable is sooner read."""
    return not isinstance(part, fx.Slot) or not isinstance(part.offset, fx.Num)


def outside(value: fx.Expr | fx.Source) -> Iterator[fx.Expr]:
    """The parts of an expression, but for what quantifiers ask, which Python works out in a function of its own."""
    waiting = [value]
    while waiting:
        at = waiting.pop()
        if isinstance(at, fx.BaseExpr):
            yield at
        if not isinstance(at, fx.Quantifier):
            waiting += parts(at)[::-1]


def replaced(value: fx.Expr, part: fx.Expr, by: fx.Expr) -> fx.Expr:
    """An expression with another in the place of a part, wherever that is not in a quantifier."""
    if value == part:
        return by
    if isinstance(value, fx.Quantifier):
        return value
    new: dict[str, Any] = {}
    for name in attributes(cast(Any, type(value))):
        item = getattr(value, name)
        if fx.is_expr(item):
            new[name] = replaced(item, part, by)
        elif isinstance(item, tuple):
            new[name] = tuple(replaced(one, part, by) if fx.is_expr(one) else one for one in item)
    return evolve(value, **new) if new else value


def size(value: fx.Expr) -> int:
    """How many parts there are."""
    return sum(1 for _ in walk(value))
