"""A variable that an expression has of its own, given its value where it is first read.

Python has no ``let`` in an expression, but ``:=`` where the variable is come to first, whatever is worked out after it.
"""

from __future__ import annotations

from typing import Any, cast

from bombsight.dsl.node_classes import evolved, frozen
from bombsight.flat import expressions as fx
from bombsight.flat.walking import attributes, mentions


def binding(variable: str, value: fx.Expr) -> fx.Let:
    """A value that becomes a variable's as it is worked out: in Python the variable has it from then on."""
    return fx.Let(variable, value, fx.Local(variable))


def is_binding(part: object) -> bool:
    """Whether a part of the code is a :func:`binding`."""
    return isinstance(part, fx.Let) and part.body == fx.Local(part.variable)


@frozen
class Placed:
    """A body whose variable gets its value in it.

    Attributes:
        body: The body.
        always: Whether it gets it whenever the body is worked out.
    """

    body: fx.Expr
    always: bool


def bound_first(body: fx.Expr, variable: str, value: fx.Expr) -> Placed | None:
    """A body with a :func:`binding` where its variable is read first; None where there is no such place.

    Args:
        body: What reads the variable.
        variable: The variable.
        value: Its value, which may be worked out later, or not at all.
    """
    if body == fx.Local(variable):
        return Placed(binding(variable, value), True)
    match body:
        case fx.Quantifier() | fx.Between():
            return None
        case fx.Pick(condition, one, other) if not mentions(condition, variable):
            first = bound_first(one, variable, value) if mentions(one, variable) else Placed(one, False)
            second = bound_first(other, variable, value) if mentions(other, variable) else Placed(other, False)
            return first and second and Placed(fx.Pick(condition, first.body, second.body), False)
        case _:  # the rest: every part is worked out in its order, where the first stops nothing
            return bound_in_parts(body, variable, value)


def bound_in_parts(body: fx.Expr, variable: str, value: fx.Expr) -> Placed | None:
    """The same of a body whose parts are worked out in their order, or only the first of them."""
    names = [name for name in attributes(cast(Any, type(body))) if reads(getattr(body, name), variable)]
    item = getattr(body, names[0])
    members = list(item) if isinstance(item, tuple) else [item]
    at = next(at for at, member in enumerate(members) if reads(member, variable))
    found = bound_first(members[at], variable, value) if fx.is_expr(members[at]) else None
    again = len(names) > 1 or any(reads(member, variable) for member in members[at + 1 :])
    if found is None or (again and not found.always):
        return None
    members[at] = found.body
    placed = evolved(body, **{names[0]: tuple(members) if isinstance(item, tuple) else found.body})
    stops = isinstance(body, fx.All | fx.Either | fx.Among) and at > 0
    later = isinstance(body, fx.OrElse) and names[0] == "otherwise"
    return Placed(placed, found.always and not stops and not later)


def reads(part: object, variable: str) -> bool:
    """Whether a part of an expression reads a variable."""
    if isinstance(part, tuple):
        return any(reads(member, variable) for member in part)
    return (fx.is_expr(part) or fx.is_source(part)) and mentions(part, variable)
