"""Invalidation of proofs (reusable check results): which proofs of a program still hold for its next version.

A proof stays valid while its item is unchanged, and so are the defines, printed tables and sums of modifiers that it
inlines, the fields and options that it reads, and all enums, since types refer to them everywhere; and while every
acting item that it calls has the same interface. New fields invalidate nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property
from typing import assert_never

from bombsight.compiler.checks.checked_items import add_part_keys, checked_items
from bombsight.compiler.checks.proofs import ItemProof, ProgramProofs, is_same_item
from bombsight.compiler.checks.reasoning.outcomes import CallOutcomes
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node


def valid_proofs(program: AnalyzedProgram, previous: ProgramProofs, effects: Effects | None) -> dict[Callee, ItemProof]:
    """Select the proofs (check results) of a previous program that still hold for the program."""
    if (previous.is_error_free, previous.idle_options) != (program.is_error_free, program.idle_options):
        return {}
    if shared_types(previous.graph) != shared_types(program.graph):
        return {}
    old_items, new_items = dict(checked_items(previous.graph)), dict(checked_items(program.graph))
    changed = add_part_keys(
        {id_ for id_ in old_items.keys() | new_items.keys() if not is_same_item(old_items.get(id_), new_items.get(id_))}
    )
    changed |= changed_state(previous.graph, program.graph) | changed_options(previous.graph, program.graph)
    if effects is None or effects.graph is not previous.graph:
        effects = Effects(previous.graph, program.effects)
    change = ProgramChange(program, CallOutcomes(effects, previous.is_error_free, program.outcomes), changed)
    return {
        id_: proof
        for id_, proof in previous.proofs.items()
        if id_ in new_items and proof.is_valid_for(new_items[id_]) and not change.affects(id_)
    }


class ProgramChange:
    """The difference between two programs, as seen from single items.

    An item sees the defines, printed tables and sums of modifiers that it inlines. Of an acting item that it calls it
    sees
    the signature, the possible results and the effects.

    Args:
        program: The present program.
        old_outcomes: The possible results of calls before.
        changed: The keys of everything that has changed.
    """

    def __init__(self, program: AnalyzedProgram, old_outcomes: CallOutcomes, changed: Set[str]) -> None:
        """Make the difference to an earlier program, given its outcomes and the keys of all changed items."""
        self.old_effects, self.old_outcomes = old_outcomes.effects, old_outcomes
        self.new_effects, self.new_outcomes = program.effects, program.outcomes
        self.changed = changed
        self.parts: dict[Callee, object] = dict(checked_items(program.graph))
        self.parts.update((f"modifiers:{table.id}", table.modifiers) for table in program.graph.tables)
        self.lookup_memo: dict[Callee, bool] = {}
        self.interface_memo: dict[Callee, bool] = {}

    def affects(self, callee: Callee) -> bool:
        """Whether the change may alter the findings on an item, through its callees or the state that it reads."""
        return bool(self.changed) and not self.is_unreachable_from(callee) and self.is_visible_in(self.parts[callee])

    def is_unreachable_from(self, callee: Callee) -> bool:
        """Whether an item reaches nothing that has changed, through calls, reads or writes."""
        whole = self.new_effects.total_effects.get(callee) if self.is_shared_state_unchanged else None
        return whole is not None and all(map(self.changed.isdisjoint, (whole.calls, whole.reads, whole.writes)))

    def is_visible_in(self, part: object) -> bool:
        """Whether a graph part reads, writes, inlines or calls anything whose change can matter to that part."""
        own = self.new_effects.own_effect_of(part)
        if not (self.changed.isdisjoint(own.reads) and self.changed.isdisjoint(own.writes)):
            return True
        return any(
            self.is_interface_changed(callee)
            if has_side_effects(self.parts.get(callee))
            else self.is_inlined_part_changed(callee)
            for callee in own.calls
        )

    def is_inlined_part_changed(self, callee: Callee) -> bool:
        """Whether an inlined callee has changed, or anything that it inlines in turn."""
        found = self.lookup_memo.get(callee)
        if found is None:
            self.lookup_memo[callee] = False  # recursion adds nothing
            part = self.parts.get(callee, ())
            found = self.lookup_memo[callee] = callee in self.changed or self.is_visible_in(part)
        return found

    def is_interface_changed(self, callee: Callee) -> bool:
        """Whether a callee with side effects has changed its signature, effects or possible results."""
        found = self.interface_memo.get(callee)
        if found is None:
            found = self.interface_memo[callee] = not (self.is_untouched(callee) or self.has_same_interface(callee))
        return found

    def is_untouched(self, callee: Callee) -> bool:
        """Whether a callee with side effects is unchanged and calls nothing that has changed."""
        if not self.is_shared_state_unchanged or callee in self.changed:
            return False
        total = self.new_effects.total_effects.get(callee)
        return total is not None and self.changed.isdisjoint(total.calls)

    def has_same_interface(self, callee: Callee) -> bool:
        """Whether a callee with side effects has the same signature, effects and possible results as before."""
        same_face = interface_of(self.old_effects.callable_items.get(callee)) == interface_of(
            self.new_effects.callable_items.get(callee)
        )
        same_deeds = self.has_same_effects or self.old_effects.call_effect(callee) == self.new_effects.call_effect(
            callee
        )
        return (
            same_face
            and same_deeds
            and (
                self.has_same_outcomes
                or self.old_outcomes.values_by_part(callee) == self.new_outcomes.values_by_part(callee)
            )
        )

    @cached_property
    def is_shared_state_unchanged(self) -> bool:
        """Whether the inputs common to all items are unchanged: standing offers, state resets, ends of procedures."""
        was, now = self.old_effects, self.new_effects
        if (was.other_inputs, was.lists_by_owner, was.state_by_owner) != (
            now.other_inputs,
            now.lists_by_owner,
            now.state_by_owner,
        ):
            return False
        return not any(
            each.own_effects[id_].ends for id_ in self.changed for each in (was, now) if id_ in each.own_effects
        )

    @cached_property
    def has_same_outcomes(self) -> bool:
        """Whether all changed items have the same possible results as before."""
        return self.is_shared_state_unchanged and all(
            self.old_outcomes.values_by_part(id_) == self.new_outcomes.values_by_part(id_) for id_ in self.changed
        )

    @cached_property
    def has_same_effects(self) -> bool:
        """Whether all changed items still have the same effects, those of their callees not counted."""
        was, now = self.old_effects.own_effects, self.new_effects.own_effects
        around_ = (self.old_effects.lists_by_owner, self.old_effects.state_by_owner) == (
            self.new_effects.lists_by_owner,
            self.new_effects.state_by_owner,
        )
        return around_ and all(was.get(id_) == now.get(id_) for id_ in self.changed)


def has_side_effects(part: object) -> bool:
    """Whether a callee may have side effects (a procedure, reroll or rolled table), so that it is not inlined."""
    return isinstance(part, n.Procedure | n.Reroll) or (isinstance(part, n.Table) and part.rolled is not None)


def interface_of(item: n.Table | n.Procedure | n.Define | None) -> tuple[object, ...]:
    """The signature of a procedure or table, to compare with its earlier one; empty for other items."""
    match item:
        case n.Procedure():
            return item.params, item.result, item.deep
        case n.Table():
            return item.params, item.result, item.deep, item.rolled and item.rolled.dice
        case n.Define() | None:
            return ()
        case _:
            assert_never(item)


def shared_types(graph: n.RuleGraph) -> tuple[object, ...]:
    """The enums that any item may refer to; the result enum of a table is not among them."""
    return tuple(enum for enum in graph.enums if enum.owner != "table")


def changed_options(old_graph: n.RuleGraph, graph: n.RuleGraph) -> set[str]:
    """The keys of the options whose type or words have changed, without new options."""
    old_options, new_options = (
        {f"option:{one.name}": (one.type, one.words) for one in each.options} for each in (old_graph, graph)
    )
    return {id_ for id_, one in old_options.items() if one != new_options.get(id_)}


def changed_state(old_graph: n.RuleGraph, graph: n.RuleGraph) -> set[str]:
    """The keys of the fields and lists whose declaration has changed, without new ones."""
    old_state, new_state = dict(state_items(old_graph)), dict(state_items(graph))
    return {id_ for id_, one in old_state.items() if not is_same_item(one, new_state.get(id_))}


def state_items(graph: n.RuleGraph) -> Iterator[tuple[str, Node]]:
    """Yield the fields and lists of a graph, each with its key, such as ``field:lamp``."""
    yield from ((f"field:{one.id}", one) for one in graph.fields)
    yield from ((f"list:{one.id}", one) for one in graph.lists)
