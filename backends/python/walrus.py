"""A variable that an expression has of its own, given its value where it is first read.

Python has no ``let`` in an expression, but ``:=`` where the variable is come to first, whatever is worked out after it.
"""

from __future__ import annotations

from typing import Any, cast

from attrs import evolve

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat.walking import attributes, mentions


@frozen
class Named(fx.Expr):
    """A value that becomes a variable's as it is worked out."""

    variable: str
    value: fx.Expr


@frozen
class Placed:
    """A body whose variable gets its value in it.

    Attributes:
        body: The body.
        always: Whether it gets it whenever the body is worked out.
    """

    body: fx.Expr
    always: bool


def named_first(body: fx.Expr, named: Named) -> Placed | None:
    """A body with a value in the place of its variable where that is read first; None where there is no such place.

    Args:
        body: What reads the variable.
        named: The variable and its value, which may be worked out later, or not at all.
    """
    if body == fx.Local(named.variable):
        return Placed(named, True)
    match body:
        case fx.Quantifier() | fx.Between():
            return None
        case fx.Pick(condition, one, other) if not mentions(condition, named.variable):
            first = named_first(one, named) if mentions(one, named.variable) else Placed(one, False)
            second = named_first(other, named) if mentions(other, named.variable) else Placed(other, False)
            return first and second and Placed(fx.Pick(condition, first.body, second.body), False)
        case _:
            return in_parts(body, named)


def in_parts(body: fx.Expr, named: Named) -> Placed | None:
    """The same of a body whose parts are worked out in their order, or only the first of them."""
    names = [name for name in attributes(cast(Any, type(body))) if reads(getattr(body, name), named.variable)]
    item = getattr(body, names[0])
    members = list(item) if isinstance(item, tuple) else [item]
    at = next(at for at, member in enumerate(members) if reads(member, named.variable))
    found = named_first(members[at], named) if isinstance(members[at], fx.Expr) else None
    again = len(names) > 1 or any(reads(member, named.variable) for member in members[at + 1 :])
    if found is None or (again and not found.always):
        return None
    members[at] = found.body
    placed = evolve(body, **{names[0]: tuple(members) if isinstance(item, tuple) else found.body})
    stops = isinstance(body, fx.All | fx.Either | fx.Among) and at > 0
    later = isinstance(body, fx.OrElse) and names[0] == "otherwise"
    return Placed(placed, found.always and not stops and not later)


def reads(part: object, variable: str) -> bool:
    """Whether a part of an expression reads a variable."""
    if isinstance(part, tuple):
        return any(reads(member, variable) for member in part)
    return isinstance(part, fx.Expr | fx.Source) and mentions(part, variable)
