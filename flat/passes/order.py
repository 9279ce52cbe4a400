"""Reordering of conditions: cheap and decisive terms are evaluated first.

Only terms that are safe anywhere move forward; the others keep behind their predecessors, which may be what makes them
safe. No term passes one that may fault or takes steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from attrs import evolve

from bombsight.dsl.node_classes import evolve_node
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable
from bombsight.flat.passes.facts import Facts, is_effect_free
from bombsight.flat.passes.weights import estimate_chance, estimate_effort
from bombsight.flat.walking import map_statements

RARE_CHANCE = 0.1
"""The chance below which a condition is rare."""

Terms = tuple[fx.Expr, ...]


def order_terms(node: fx.All | fx.Either, facts: Facts, variables: Mapping[str, Variable]) -> fx.Expr:
    """Return a conjunction or disjunction with its terms reordered, the cheap and decisive ones first."""
    terms = node.terms
    ranks = [settling_cost(term, isinstance(node, fx.All), facts) for term in terms]
    if all(one <= other for one, other in pairwise(ranks)):
        return node
    passed = [is_effect_free(term, facts.quiet) for term in terms]
    passing = [facts.is_safe(term, variables) for term in terms]
    remaining = list(range(len(terms)))
    order: list[int] = []
    while remaining:
        free = remaining[:1]
        for before, at in pairwise(remaining):
            if not passed[before]:
                break
            if passing[at]:
                free.append(at)
        best = min(free, key=ranks.__getitem__)
        remaining.remove(best)
        order.append(best)
    return node if order == sorted(order) else type(node)(tuple([terms[at] for at in order]))


def settling_cost(term: fx.Expr, is_conjunction: bool, facts: Facts) -> float:
    """Return the expected effort until a term evaluated first decides a conjunction or disjunction."""
    holds = estimate_chance(term, facts.starts)
    return estimate_effort(term, facts.efforts) / max(1 - holds if is_conjunction else holds, 0.01)


def split_rare_conditions(function: Function, facts: Facts) -> Function:
    """Return a function with conditions nested behind a rarely true first term, so that other terms rarely run."""

    def split_condition(stmt: fs.Stmt) -> fs.Stmt:
        """Callback of the rewriting: nest a conditional with a rare first term; return other statements unchanged."""
        match stmt:
            case fs.If(condition=fx.All((first, *others)), body=body, otherwise=()) if (
                estimate_chance(first, facts.starts) <= RARE_CHANCE
            ):
                return evolve_node(stmt, condition=first, body=(fs.If(condition=fold.conjunction(others), body=body),))
            case _:  # the rest: no rare first term
                return stmt

    if not {fs.If, fx.All} <= function.kinds:
        return function
    body = map_statements(function.body, split_condition)
    return function if body is function.body else evolve(function, body=body)
