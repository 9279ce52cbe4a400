"""Solving: of a quantifier that asks which member is a certain value only that value can be a member that counts."""

from __future__ import annotations

from collections.abc import Callable

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Variable
from bombsight.flat.walking import mentions

Copy = Callable[[fx.Expr, dict[str, fx.Expr]], fx.Expr]
"""Makes a copy of a value, variables replaced by others."""

Fresh = Callable[[Variable], str]
"""Makes a variable of its own, like another."""


def solved(node: fx.Quantifier, own: Variable, copy: Copy, fresh: Fresh) -> fx.Expr | None:
    """A quantifier over numbers that follow one another, one term of whose condition says which it is; else None.

    The terms before that one would have been worked out for every member, the value itself once for each that passed
    them: so these may neither be a fault nor take steps.

    Args:
        node: The quantifier.
        own: Its variable.
        copy: Makes copies of its terms.
        fresh: Makes variables.
    """
    match node.source:
        case fx.Numbers(fx.Num(first), fx.Num(last)):
            pass
        case _:
            return None
    if node.where is None:
        return None
    terms = node.where.terms if isinstance(node.where, fx.All) else (node.where,)
    at, value = settled(terms, node.variable)
    if value is None:
        return None
    rest = [*terms[:at], *terms[at + 1 :]]
    number = fresh(Variable(name=own.name))
    is_member: fx.Expr = fold.between(fx.Local(number), fx.Num(first), fx.Num(last))
    if rest:
        member = fresh(own)
        holds = copy(fold.conjunction(rest), {node.variable: fx.Local(member)})
        is_member = fold.conjunction([is_member, fx.Let(member, fx.Local(number), holds)])
    found = fx.Let(
        number,
        copy(value, {}),
        fold.pick(is_member, fx.Local(number), fold.NOTHING) if node.kind == "first" else is_member,
    )
    return found if node.steps is None else fx.Taking(node.steps, node.site, found)


def settled(terms: tuple[fx.Expr, ...], variable: str) -> tuple[int, fx.Expr | None]:
    """The first term that says which member it must be, its place among them, and the member; None where none does."""
    for at, term in enumerate(terms):
        value = which(term, variable)
        if value is not None and not fold.can_fault(value):
            return at, value
        if fold.can_fault(term):
            break
    return 0, None


def which(term: fx.Expr, variable: str) -> fx.Expr | None:
    """The value that a member must be for a term to hold; None where it says nothing of the kind."""
    match term:
        case fx.Compare("==", fx.Local(name), value) | fx.Compare("==", value, fx.Local(name)):
            return value if name == variable and not mentions(value, variable) else None
        case _:
            return None
