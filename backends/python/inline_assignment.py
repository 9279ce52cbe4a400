"""Variables of expressions, assigned with ``:=`` at their first read.

Python has no ``let`` in an expression; ``:=`` serves where the first read is evaluated before all others.
"""

from __future__ import annotations

from typing import Any, cast

from bombsight.dsl.node_classes import evolve_node, frozen
from bombsight.flat import expressions as fx
from bombsight.flat.walking import depends_on, node_attributes


def make_binding(variable: str, value: fx.Expr) -> fx.Let:
    """Make the expression ``variable := value``: a ``let`` whose body is its own variable."""
    return fx.Let(variable, value, fx.Local(variable))


def is_binding(part: object) -> bool:
    """Whether a node is an assignment made by :func:`make_binding`."""
    return isinstance(part, fx.Let) and part.body == fx.Local(part.variable)


@frozen
class InlinedBody:
    """An expression that contains the assignment of its variable.

    Attributes:
        body: The expression.
        always: Whether every evaluation of it reaches the assignment.
    """

    body: fx.Expr
    always: bool


def bind_at_first_read(body: fx.Expr, variable: str, value: fx.Expr) -> InlinedBody | None:
    """Replace the first read of a variable in an expression by its assignment; None if it is uncertain which is first.

    The value may be evaluated later than the expression, or not at all.
    """
    if body == fx.Local(variable):
        return InlinedBody(make_binding(variable, value), True)
    match body:
        case fx.Quantifier() | fx.Between():
            return None
        case fx.Pick(condition, one, other) if not depends_on(condition, variable):
            first = bind_at_first_read(one, variable, value) if depends_on(one, variable) else InlinedBody(one, False)
            second = (
                bind_at_first_read(other, variable, value) if depends_on(other, variable) else InlinedBody(other, False)
            )
            return first and second and InlinedBody(fx.Pick(condition, first.body, second.body), False)
        case _:  # the rest: parts are evaluated in order, at least the first
            return bind_in_parts(body, variable, value)


def bind_in_parts(body: fx.Expr, variable: str, value: fx.Expr) -> InlinedBody | None:
    """Replace the first read of a variable in an expression with ordered parts by its assignment; None if unsafe."""
    names = [name for name in node_attributes(cast(Any, type(body))) if reads_variable(getattr(body, name), variable)]
    item = getattr(body, names[0])
    members = list(item) if isinstance(item, tuple) else [item]
    at = next(at for at, member in enumerate(members) if reads_variable(member, variable))
    bound = bind_at_first_read(members[at], variable, value) if fx.is_expr(members[at]) else None
    is_read_again = len(names) > 1 or any(reads_variable(member, variable) for member in members[at + 1 :])
    if bound is None or (is_read_again and not bound.always):
        return None
    members[at] = bound.body
    new_body = evolve_node(body, **{names[0]: tuple(members) if isinstance(item, tuple) else bound.body})
    may_be_skipped = isinstance(body, fx.All | fx.Either | fx.Among) and at > 0
    is_alternative = isinstance(body, fx.OrElse) and names[0] == "otherwise"
    return InlinedBody(new_body, bound.always and not may_be_skipped and not is_alternative)


def reads_variable(part: object, variable: str) -> bool:
    """Whether a part of an expression reads a variable."""
    if isinstance(part, tuple):
        return any(reads_variable(member, variable) for member in part)
    return (fx.is_expr(part) or fx.is_source(part)) and depends_on(part, variable)
