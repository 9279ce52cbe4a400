"""Which proofs of a program hold of the next.

A proof holds while the item says what it said, and so do the derived values, the printed tables and the sums of
modifiers that it looks into, the fields and the options that it reads there, and all enums, for they stand in types
everywhere; and while all that acts when it calls it looks from outside as it did. New fields change nothing for whoever
does not name them.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property
from typing import assert_never

from bombsight.compiler.checks.proofs import Proof, Proofs, same
from bombsight.compiler.checks.reasoning.outcomes import Outcomes
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.single import items_of, with_parts
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node


def still_holding(program: Program, before: Proofs, effects: Effects | None) -> dict[Callee, Proof]:
    """The proofs that hold of a program, too.

    Args:
        program: The program.
        before: What was found in one before.
        effects: The effects of one of those before.
    """
    if (before.whole, before.idle) != (program.whole, program.idle_options):
        return {}
    if around(before.graph) != around(program.graph):
        return {}
    was, now = dict(items_of(before.graph)), dict(items_of(program.graph))
    changed = with_parts({id_ for id_ in was.keys() | now.keys() if not same(was.get(id_), now.get(id_))})
    changed |= state_changed(before.graph, program.graph) | options_changed(before.graph, program.graph)
    if effects is None or effects.graph is not before.graph:
        effects = Effects(before.graph, program.effects)
    change = Change(program, Outcomes(effects, before.whole, program.outcomes), changed)
    return {
        id_: proof
        for id_, proof in before.proofs.items()
        if id_ in now and proof.holds_of(now[id_]) and not change.concerns(id_)
    }


class Change:
    """What has changed between two programs, as single items see it.

    An item looks into the derived values, the printed tables and the sums of modifiers that it asks for. Of what acts
    when it is called it sees what stands at its head, what it gives, and what may be another when it is over.

    Args:
        program: The program now.
        given: What calls could come to before.
        changed: The names of all that says something else.
    """

    def __init__(self, program: Program, given: Outcomes, changed: Set[str]) -> None:
        self.was, self.given = given.effects, given
        self.now, self.gives = program.effects, program.outcomes
        self.changed = changed
        self.parts: dict[Callee, object] = dict(items_of(program.graph))
        self.parts.update((f"modifiers:{table.id}", table.modifiers) for table in program.graph.tables)
        self.looks: dict[Callee, bool] = {}
        self.faces: dict[Callee, bool] = {}

    def concerns(self, callee: Callee) -> bool:
        """Whether anything that an item sees of others has changed, or the state that it reads there."""
        return bool(self.changed) and not self.is_far_from(callee) and self.seen_in(self.parts[callee])

    def is_far_from(self, callee: Callee) -> bool:
        """Whether nothing that has changed is ever come to from an item, nor read or written on the way."""
        whole = self.now.total.get(callee) if self.around_as_before else None
        return whole is not None and all(map(self.changed.isdisjoint, (whole.calls, whole.reads, whole.writes)))

    def seen_in(self, part: object) -> bool:
        """The same of a part of the graph."""
        own = self.now.own(part)
        if not (self.changed.isdisjoint(own.reads) and self.changed.isdisjoint(own.writes)):
            return True
        return any(self.turned(callee) if acts(self.parts.get(callee)) else self.looked(callee) for callee in own.calls)

    def looked(self, callee: Callee) -> bool:
        """Whether anything has changed in what is looked into."""
        found = self.looks.get(callee)
        if found is None:
            self.looks[callee] = False  # what comes back to itself adds nothing
            part = self.parts.get(callee, ())
            found = self.looks[callee] = callee in self.changed or self.seen_in(part)
        return found

    def turned(self, callee: Callee) -> bool:
        """Whether something that acts is another to who calls it."""
        found = self.faces.get(callee)
        if found is None:
            found = self.faces[callee] = not (self.untouched(callee) or self.looks_the_same(callee))
        return found

    def untouched(self, callee: Callee) -> bool:
        """Whether nothing has changed in something that acts, nor in anything that it comes to."""
        if not self.around_as_before or callee in self.changed:
            return False
        total = self.now.total.get(callee)
        return total is not None and self.changed.isdisjoint(total.calls)

    def looks_the_same(self, callee: Callee) -> bool:
        """Whether something that acts is called as before, does what it did and can come to what it could come to."""
        same_face = face(self.was.items.get(callee)) == face(self.now.items.get(callee))
        same_deeds = self.as_before or self.was.call(callee) == self.now.call(callee)
        return same_face and same_deeds and (self.all_as_given or self.given.of(callee) == self.gives.of(callee))

    @cached_property
    def around_as_before(self) -> bool:
        """Whether what counts for all of them is as it was: offers, state that falls back, ends from further in."""
        was, now = self.was, self.now
        if (was.around, was.owned, was.falling) != (now.around, now.owned, now.falling):
            return False
        return not any(each.callables[id_].ends for id_ in self.changed for each in (was, now) if id_ in each.callables)

    @cached_property
    def all_as_given(self) -> bool:
        """Whether all that has changed can come to what it could come to, and so does whatever gives that on."""
        return self.around_as_before and all(self.given.of(id_) == self.gives.of(id_) for id_ in self.changed)

    @cached_property
    def as_before(self) -> bool:
        """Whether everything that has changed does by itself what it did."""
        was, now = self.was.callables, self.now.callables
        around_ = (self.was.owned, self.was.falling) == (self.now.owned, self.now.falling)
        return around_ and all(was.get(id_) == now.get(id_) for id_ in self.changed)


def acts(part: object) -> bool:
    """Whether something acts when it is called: nobody looks into it."""
    return isinstance(part, n.Procedure | n.Reroll) or (isinstance(part, n.Table) and part.rolled is not None)


def face(item: n.Table | n.Procedure | n.Define | None) -> tuple[object, ...]:
    """What stands at the head of something that acts; nothing for what is called by no name."""
    match item:
        case n.Procedure():
            return item.params, item.result, item.deep
        case n.Table():
            return item.params, item.result, item.deep, item.rolled and item.rolled.dice
        case n.Define() | None:
            return ()
        case _:
            assert_never(item)


def around(graph: n.RuleGraph) -> tuple[object, ...]:
    """What stands in types everywhere; a table's own words go with the table."""
    return tuple(enum for enum in graph.enums if enum.owner != "table")


def options_changed(before: n.RuleGraph, graph: n.RuleGraph) -> set[str]:
    """The options that are not what they were, new ones apart; all their values count, whichever is in force."""
    was, now = ({f"option:{one.name}": (one.type, one.words) for one in each.options} for each in (before, graph))
    return {id_ for id_, one in was.items() if one != now.get(id_)}


def state_changed(before: n.RuleGraph, graph: n.RuleGraph) -> set[str]:
    """The fields and lists that are not what they were, new ones apart."""
    was, now = dict(state_of(before)), dict(state_of(graph))
    return {id_ for id_, one in was.items() if not same(one, now.get(id_))}


def state_of(graph: n.RuleGraph) -> Iterator[tuple[str, Node]]:
    """The fields and lists of a graph, as effects call them."""
    yield from ((f"field:{one.id}", one) for one in graph.fields)
    yield from ((f"list:{one.id}", one) for one in graph.lists)
