"""What must hold somewhere for a member to do: asked first, where that is asked of a whole row at once.

``any(k in Keeper where fog[post[k]] > 2)`` looks up a place for each keeper. Whatever their places are, none of them
will do while no place has such a fog, and that is soon seen: the places stand in a row.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from bombsight.dsl.node_classes import define
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable
from bombsight.flat.passes.facts import Facts, is_settled
from bombsight.flat.passes.members import where_all
from bombsight.flat.passes.unroll import Whole
from bombsight.flat.passes.weights import chance
from bombsight.flat.walking import Node, mapped, mentions, walk

MANY = 4
"""Of so many members each is asked in vain often enough."""

LIKELY = 0.5
"""What holds more often than this holds somewhere nearly always."""


@define
class Somewhere:
    """Puts such conditions before the quantifiers and loops of a function.

    Attributes:
        facts: Of the program.
        whole: Which quantifiers the backend has a good way for.
        variables: Of the function, by name.
    """

    facts: Facts
    whole: Whole
    variables: dict[str, Variable]

    def changed(self, node: Node) -> Node:
        """A quantifier or a loop, with what must hold somewhere asked before."""
        match node:
            case fx.Quantifier(kind, variable, source, where, steps, site):
                asked = self.asked(variable, source, where)
                if asked is None:
                    return node
                found = where_all((asked,), evolve(node, steps=None, site=None), kind)
                return found if steps is None else fx.Taking(steps, site, found)
            case fs.Each(variable=variable, source=source, where=where):
                asked = self.asked(variable, source, where)
                return node if asked is None else fs.If(condition=asked, body=(node,))
            case _:  # the rest: goes through nothing with a condition
                return node

    def asked(self, variable: str, source: fx.Source, where: fx.Expr | None) -> fx.Expr | None:
        """A condition without which no member will do, asked of a row; None where there is none."""
        if where is None or source.most < MANY:
            return None
        for term in where.terms if isinstance(where, fx.All) else (where,):
            if not is_settled(term, self.facts.quiet):
                return None
            found = self.in_row(term, variable)
            if found is not None and self.whole(found):
                return found
        return None

    def in_row(self, term: fx.Expr, variable: str) -> fx.Quantifier | None:
        """Whether a term holds for any slot that is looked up for a member; None where it depends on more than that."""
        if chance(term) > LIKELY:
            return None
        for slot in walk(term):
            if not isinstance(slot, fx.Slot) or not isinstance(slot.offset, fx.Slot) or slot.base == slot.offset.base:
                continue
            reach = self.facts.range_of(slot.offset, self.variables)
            if reach is None or not self.facts.is_safe(slot, self.variables):
                continue
            own = f"{variable} anywhere"
            there = evolve(slot, offset=fx.Local(own))
            asked = mapped(term, replacing(slot, there))
            if not mentions(asked, variable):
                low, high = reach
                self.variables[own] = Variable(name=own, low=low, high=high, none=False)
                return fx.Quantifier("any", own, fx.Numbers(fx.Num(low), fx.Num(high), high - low + 1), asked)
        return None


def replacing(slot: fx.Slot, other: fx.Slot) -> Callable[[Node], Node]:
    """Puts one slot in the place of another."""
    return lambda part: other if part == slot else part


def asked_somewhere(function: Function, facts: Facts, whole: Whole) -> Function:
    """A function whose quantifiers and loops are not begun where they would find nothing for certain."""
    if not any(isinstance(node, fx.Slot) and isinstance(node.offset, fx.Slot) for node in function.nodes):
        return function
    before = Somewhere(facts, whole, {variable.name: variable for variable in function.locals})
    body = tuple(mapped(stmt, before.changed) for stmt in function.body)
    return evolve(function, body=body, locals=tuple(before.variables.values()))
