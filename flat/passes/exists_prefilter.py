"""Existential prefilter: before a loop over members, test in one step whether any element can satisfy a condition.

``any(k in Keeper where fog[post[k]] > 2)`` looks up a place for each keeper. Whatever their places are, the condition
fails for all while no place has such a fog, and that is tested quickly: the places are adjacent slots.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from bombsight.dsl.node_classes import define
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable
from bombsight.flat.passes.facts import Facts, is_effect_free
from bombsight.flat.passes.members import guard_value
from bombsight.flat.passes.unroll import KeepsWhole
from bombsight.flat.passes.weights import estimate_chance
from bombsight.flat.walking import Node, depends_on, map_nodes, walk

MIN_MEMBERS = 4
"""The fewest members for which a prefilter pays."""

LIKELY_CHANCE = 0.5
"""The chance above which a condition nearly always holds somewhere, so that a prefilter is useless."""


@define
class ExistsPrefilter:
    """Adds prefilters to the quantifiers and loops of a function.

    Attributes:
        facts: The program's facts.
        keeps_whole: Whether the backend evaluates a quantifier as a whole.
        variables: The function's variables, by name.
    """

    facts: Facts
    keeps_whole: KeepsWhole
    variables: dict[str, Variable]

    def prefilter_node(self, node: Node) -> Node:
        """Guard a quantifier or loop by a quick test whether any member can match; return any other node unchanged."""
        match node:
            case fx.Quantifier(kind, variable, source, where, steps, site):
                prefilter = self.find_prefilter(variable, source, where)
                if prefilter is None:
                    return node
                found = guard_value((prefilter,), evolve(node, steps=None, site=None), kind)
                return found if steps is None else fx.Taking(steps, site, found)
            case fs.Each(variable=variable, source=source, where=where):
                prefilter = self.find_prefilter(variable, source, where)
                return node if prefilter is None else fs.If(condition=prefilter, body=(node,))
            case _:  # the rest: no conditional loop
                return node

    def find_prefilter(self, variable: str, source: fx.Source, where: fx.Expr | None) -> fx.Expr | None:
        """Find a quick test of adjacent slots that holds if any member satisfies the condition; None without any."""
        if where is None or source.most < MIN_MEMBERS:
            return None
        for term in where.terms if isinstance(where, fx.All) else (where,):
            if not is_effect_free(term, self.facts.quiet):
                return None
            found = self.exists_in_row(term, variable)
            if found is not None and self.keeps_whole(found):
                return found
        return None

    def exists_in_row(self, term: fx.Expr, variable: str) -> fx.Quantifier | None:
        """Make the test whether a term holds for any slot that it may read; None if that cannot be tested at once."""
        if estimate_chance(term) > LIKELY_CHANCE:
            return None
        for slot in walk(term):
            if not isinstance(slot, fx.Slot) or not isinstance(slot.offset, fx.Slot) or slot.base == slot.offset.base:
                continue
            reach = self.facts.range_of(slot.offset, self.variables)
            if reach is None or not self.facts.is_safe(slot, self.variables):
                continue
            own = f"{variable} anywhere"
            any_slot = evolve(slot, offset=fx.Local(own))
            condition = map_nodes(term, make_slot_replacer(slot, any_slot))
            if not depends_on(condition, variable):
                low, high = reach
                self.variables[own] = Variable(name=own, low=low, high=high, none=False)
                return fx.Quantifier("any", own, fx.Numbers(fx.Num(low), fx.Num(high), high - low + 1), condition)
        return None


def make_slot_replacer(slot: fx.Slot, replacement: fx.Slot) -> Callable[[Node], Node]:
    """Make the function that returns ``replacement`` for one slot expression, and any other node unchanged."""
    return lambda part: replacement if part == slot else part


def add_exists_prefilters(function: Function, facts: Facts, keeps_whole: KeepsWhole) -> Function:
    """Add existential prefilters (quick tests whether any member can match) to a function's quantifiers and loops."""
    if not any(isinstance(node, fx.Slot) and isinstance(node.offset, fx.Slot) for node in function.nodes):
        return function
    prefilter = ExistsPrefilter(facts, keeps_whole, {variable.name: variable for variable in function.locals})
    body = tuple(map_nodes(stmt, prefilter.prefilter_node) for stmt in function.body)
    return evolve(function, body=body, locals=tuple(prefilter.variables.values()))
