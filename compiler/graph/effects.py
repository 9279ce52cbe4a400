"""Effect analysis of a rule graph, bottom-up, with each part analysed once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import define, evolve

from bombsight.compiler.effects import (
    EMPTY,
    NO_EFFECT,
    Callee,
    Effect,
    close_over_calls,
    merge_effects,
    unaffected_callees,
)
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.walk import children
from bombsight.compiler.incremental.memo import Memo
from bombsight.compiler.incremental.query import query
from bombsight.flat.types import ElementType

ACTING_KINDS = ("table", "procedure", "reroll")
"""The kinds of callees that may have side effects; the others are pure."""

VARIABLE_PREFIX = "variable:"


@define(slots=False, eq=False, init=False)
class Effects:
    """The effects of a graph's items and of their parts.

    Results are memoized by the identity of the part, for the lifetime of this object.

    Args:
        graph: The graph.
        previous: The effects of an earlier graph, whose own effects of unchanged items are reused.

    Attributes:
        graph: The graph.
        known: Own effects of its items, as loaded from a cache.
    """

    graph: n.RuleGraph
    known: Memo[object, Effect]

    def __init__(self, graph: n.RuleGraph, previous: Effects | None = None) -> None:
        """Analyse the effects of a graph lazily, reusing a previous analysis for parts that no change reaches."""
        self.graph = graph
        self.known = Memo()
        if previous is not None and previous.other_inputs == self.other_inputs:
            found = previous.own_memo
            self.own_memo = {id(node): found[id(node)] for node in self.analyzed_parts if id(node) in found}
            if (previous.state_by_owner, previous.lists_by_owner) == (self.state_by_owner, self.lists_by_owner):
                if previous.own_effects == self.own_effects:
                    self.total_effects, self.call_memo = previous.total_effects, previous.call_memo
                else:
                    unaffected = unaffected_callees(previous.own_effects, self.own_effects)
                    self.known_totals = {callee: previous.total_effects[callee] for callee in unaffected}

    def as_cacheable(self) -> Effects:
        """Return a copy for a cache: it holds the own effect of each item, without the effects of the callees."""
        copy = Effects(self.graph)
        items = {id(node): node for node in self.analyzed_parts}
        copy.known = Memo(tuple(items.values()), tuple(map(self.own_effect_of, items.values())))
        return copy

    @cached_property
    def offers(self) -> frozenset[Callee]:
        """The keys of the standing offers (rerolls) of the game, which a player may accept after any throw."""
        return frozenset(f"reroll:{reroll.name}" for reroll in self.graph.rerolls)

    @cached_property
    def own_memo(self) -> dict[int, tuple[object, Effect]]:
        """Memo of the own effect (without the effects of callees) of each part, by the ``id()`` of the part."""
        return {id(node): (node, effect) for node, effect in zip(self.known.keys, self.known.values, strict=True)}

    @cached_property
    def total_memo(self) -> dict[int, tuple[object, Effect]]:
        """Memo of the total effect (with the effects of callees) of each part, by the ``id()`` of the part."""
        return {}

    @cached_property
    def call_memo(self) -> dict[Callee, Effect]:
        """Memo of the effect of calling each callee, as its callers see it, by the callee's key."""
        return {}

    @property
    def analyzed_parts(self) -> Iterator[object]:
        """Yield the parts of a graph called or evaluated alone: items, modifiers, examples' scenes and calls."""
        graph = self.graph
        yield from (*graph.tables, *graph.procedures, *graph.defines, *graph.rerolls, *graph.examples, *graph.boards)
        yield from (table.modifiers for table in graph.tables)
        yield from (part for example in graph.examples for part in (example.setup, example.call))

    @property
    def other_inputs(self) -> tuple[object, ...]:
        """What every part's effect depends on besides the part: standing offers, fields and references of lists."""
        return self.offers, self.fields_by_list, self.holders_by_list

    # --- the call graph

    @cached_property
    def callable_items(self) -> dict[Callee, n.Table | n.Procedure | n.Define]:
        """The tables, procedures and defines by key, such as ``table:Sky``, in this order."""
        found: dict[Callee, n.Table | n.Procedure | n.Define] = {f"table:{one.id}": one for one in self.graph.tables}
        found.update((f"procedure:{one.name}", one) for one in self.graph.procedures)
        found.update((f"define:{one.name}", one) for one in self.graph.defines)
        return found

    @cached_property
    def own_effects(self) -> dict[Callee, Effect]:
        """The own effect of each callee: what it reads, writes and calls itself, without its callees' effects."""
        found = {callee: self.own_effect_of(item) for callee, item in self.callable_items.items()}
        found.update((f"modifiers:{table.id}", self.own_effect_of(table.modifiers)) for table in self.graph.tables)
        found.update((f"reroll:{reroll.name}", self.own_effect_of(reroll)) for reroll in self.graph.rerolls)
        return found

    @cached_property
    def acting_calls(self) -> dict[Callee, frozenset[Callee]]:
        """Map each callee to the callees with possible side effects that it calls directly."""
        return {
            callee: frozenset(to for to in effect.calls if to.partition(":")[0] in ACTING_KINDS)
            for callee, effect in self.own_effects.items()
        }

    @cached_property
    def known_totals(self) -> dict[Callee, Effect]:
        """The total effects, taken from the previous analysis, of callees that no change reaches; may be empty."""
        return {}

    @cached_property
    def total_effects(self) -> dict[Callee, Effect]:
        """The effect of each callee including the effects of everything that it calls."""
        return close_over_calls(self.own_effects, self.as_seen_by_caller, self.known_totals)

    def call_effect(self, callee: Callee) -> Effect:
        """Return the effect of calling a callee, as its caller sees it; the empty effect for an unknown callee."""
        found = self.call_memo.get(callee)
        if found is None:
            effect = self.total_effects.get(callee)
            found = self.call_memo[callee] = NO_EFFECT if effect is None else self.as_seen_by_caller(callee, effect)
        return found

    def as_seen_by_caller(self, callee: Callee, effect: Effect) -> Effect:
        """Return a callee's total effect as a caller observes it: without local variables, with the reset of its state.

        The callee's variables are local. When a procedure ends, the state that belongs to it is reset, and an `end` of
        that procedure goes no further.
        """
        kind, _, name = callee.partition(":")
        is_procedure = kind == "procedure"
        return Effect(
            reads=self.drop_variables(effect.reads),
            writes=self.drop_variables(effect.writes)
            | (self.state_by_owner.get(name, EMPTY) if is_procedure else EMPTY),
            puts=self.drop_variables(effect.puts),
            removes=effect.removes | (self.lists_by_owner.get(name, EMPTY) if is_procedure else EMPTY),
            calls=effect.calls | {callee},
            rolls_on=effect.rolls_on,
            ends=effect.ends - {name} if is_procedure else effect.ends,
            rolls=effect.rolls,
            asks=effect.asks,
            acts=effect.acts,
        )

    def drop_variables(self, names: frozenset[str]) -> frozenset[str]:
        """Return a set of state names without the names of local variables."""
        return names if names.isdisjoint(self.variable_names) else names - self.variable_names

    @cached_property
    def variable_names(self) -> frozenset[str]:
        """The names of the local variables of all callees, such as ``variable:n``."""
        named = {
            name
            for effect in self.own_effects.values()
            for names in (effect.reads, effect.writes, effect.puts)
            for name in names
        }
        return frozenset(name for name in named if name.startswith(VARIABLE_PREFIX))

    # --- state

    @cached_property
    def lists_by_owner(self) -> dict[str, frozenset[str]]:
        """Map each procedure to the ids of the lists that belong to it, and are emptied when it ends."""
        owners = {procedure.name for procedure in self.graph.procedures}
        return {
            owner: frozenset(pool.id for pool in self.graph.lists if pool.owner == owner) for owner in sorted(owners)
        }

    @cached_property
    def state_by_owner(self) -> dict[str, frozenset[str]]:
        """Map each procedure to the ids of the state that is reset when it ends, each list to its elements' fields."""
        found: dict[str, set[str]] = {}
        for field in self.graph.fields:
            found.setdefault(field.owner, set()).add(f"field:{field.id}")
        for pool in self.graph.lists:
            found.setdefault(pool.owner, set()).add(f"list:{pool.id}")
        return {owner: frozenset(ids) for owner, ids in found.items()}

    @cached_property
    def fields_by_list(self) -> dict[str, frozenset[str]]:
        """Map each list to the fields of its elements."""
        return {f"list:{pool.id}": frozenset(f"field:{id_}" for id_ in pool.fields) for pool in self.graph.lists}

    @cached_property
    def holders_by_list(self) -> dict[str, frozenset[str]]:
        """Map each list to the fields that may refer to its elements; they become none when the element is removed."""
        found: dict[str, set[str]] = {}
        for field in self.graph.fields:
            if isinstance(field.type, ElementType):
                found.setdefault(field.type.record, set()).add(f"field:{field.id}")
        return {pool.id: frozenset(found.get(pool.record, ())) for pool in self.graph.lists}

    # --- parts

    def effect_of(self, node: object) -> Effect:
        """Return the total effect of a part of the graph, with the effects of its callees."""
        found = self.total_memo.get(id(node))
        if found is None:
            own = self.own_effect_of(node)
            whole = merge_effects((own, *map(self.call_effect, own.calls))) if own.calls else own
            found = self.total_memo[id(node)] = (node, whole)
        return found[1]

    def own_effect_of(self, node: object) -> Effect:
        """Return the own effect of a part of the graph, without the effects of its callees."""
        found = self.own_memo.get(id(node))
        if found is None:
            found = self.own_memo[id(node)] = (node, merge_effects(self.partial_effects(node)))
        return found[1]

    def partial_effects(self, node: object) -> Iterator[Effect]:
        """Yield the effects that together are a part's own effect: of statements directly in it, and of other nodes."""
        waiting: list[object] = [node]
        while waiting:
            part = waiting.pop()
            if type(part) is tuple:
                waiting += part
            elif part is None or type(part) is str:
                continue
            elif isinstance(part, g.BaseStmt) and part is not node:
                yield self.own_effect_of(part)
            else:
                effect = node_effect_of(part)
                if effect is not NO_EFFECT:
                    yield self.with_consequences(effect)
                waiting += children(part)

    def with_consequences(self, effect: Effect) -> Effect:
        """Return a node's effect with what the rules add: standing offers after a throw, references reset by a removal.

        A player may take a standing offer on any throw and then pays its cost. A new element has fields, and references
        to a removed element become none.
        """
        if effect.rolls and self.offers:
            return evolve(effect, calls=effect.calls | self.offers, asks=True)
        if effect.removes:
            return evolve(
                effect, writes=effect.writes.union(*(self.holders_by_list.get(id_, ()) for id_ in effect.removes))
            )
        fields = [self.fields_by_list[name] for name in effect.puts if name in self.fields_by_list]
        return evolve(effect, writes=effect.writes.union(*fields)) if fields else effect


@query
def analyze_effects(previous: Effects | None, graph: n.RuleGraph) -> Effects:
    """Analyse what each part of a graph reads, writes and calls (memoized query)."""
    return Effects(graph, previous)
