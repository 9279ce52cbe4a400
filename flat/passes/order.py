"""The order of terms: what is soon asked and settles much is asked first.

Only terms that may be asked anywhere come sooner than the rules have them; the others keep behind those that stood
before them, for these may be what makes them fit to be asked. Nothing passes a term that may be a fault or takes steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from attrs import evolve

from bombsight.dsl.node_classes import evolved
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable
from bombsight.flat.passes.facts import Facts, is_settled
from bombsight.flat.passes.weights import chance, effort
from bombsight.flat.walking import restated

RARE = 0.1
"""What holds less often than this is rare."""

Terms = tuple[fx.Expr, ...]


def ordered(node: fx.All | fx.Either, facts: Facts, variables: Mapping[str, Variable]) -> fx.Expr:
    """The same terms, the most telling first.

    Args:
        node: The terms.
        facts: Of the program.
        variables: Of the function, by name.
    """
    terms = node.terms
    ranks = [rank(term, isinstance(node, fx.All), facts) for term in terms]
    if all(one <= other for one, other in pairwise(ranks)):
        return node
    passed = [is_settled(term, facts.quiet) for term in terms]
    passing = [facts.is_safe(term, variables) for term in terms]
    left = list(range(len(terms)))
    found: list[int] = []
    while left:
        free = left[:1]
        for before, at in pairwise(left):
            if not passed[before]:
                break
            if passing[at]:
                free.append(at)
        best = min(free, key=ranks.__getitem__)
        left.remove(best)
        found.append(best)
    return node if found == sorted(found) else type(node)(tuple([terms[at] for at in found]))


def rank(term: fx.Expr, needed: bool, facts: Facts) -> float:
    """What it takes to settle all by this term: the effort for each time that it does."""
    holds = chance(term, facts.starts)
    return effort(term, facts.efforts) / max(1 - holds if needed else holds, 0.01)


def rare_alone(function: Function, facts: Facts) -> Function:
    """A function where what seldom holds is asked alone: so what else is needed is seldom asked, not with it."""

    def apart(stmt: fs.Stmt) -> fs.Stmt:
        match stmt:
            case fs.If(condition=fx.All((first, *others)), body=body, otherwise=()) if (
                chance(first, facts.starts) <= RARE
            ):
                return evolved(stmt, condition=first, body=(fs.If(condition=fold.conjunction(others), body=body),))
            case _:  # the rest: asks nothing that could be asked alone
                return stmt

    if not {fs.If, fx.All} <= function.kinds:
        return function
    body = restated(function.body, apart)
    return function if body is function.body else evolve(function, body=body)
