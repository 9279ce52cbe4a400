"""The order of terms: what is soon asked and settles much is asked first.

Only terms that may be asked anywhere come sooner than the rules have them; the others keep behind those that stood
before them, for these may be what makes them fit to be asked. Nothing passes a term that may be a fault or takes steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from bombsight.flat import expressions as fx
from bombsight.flat.functions import Variable
from bombsight.flat.passes.facts import Facts, is_settled
from bombsight.flat.passes.weights import Known, chance, effort

Terms = tuple[fx.Expr, ...]


def ordered(node: fx.All | fx.Either, facts: Facts, variables: Mapping[str, Variable]) -> fx.Expr:
    """The same terms, the most telling first.

    Args:
        node: The terms.
        facts: Of the program.
        variables: Of the function, by name.
    """
    left = list(node.terms)
    found: list[fx.Expr] = []
    while left:
        free = left[:1]
        for before, term in pairwise(left):
            if not is_settled(before, facts.quiet):
                break
            if facts.is_safe(term, variables):
                free.append(term)
        best = min(free, key=lambda term: rank(term, isinstance(node, fx.All), facts.efforts))
        left.remove(best)
        found.append(best)
    return node if tuple(found) == node.terms else type(node)(tuple(found))


def rank(term: fx.Expr, needed: bool, known: Known) -> float:
    """What it takes to settle all by this term: the effort for each time that it does."""
    settles = 1 - chance(term) if needed else chance(term)
    return effort(term, known) / max(settles, 0.01)
