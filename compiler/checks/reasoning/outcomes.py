"""Possible results of calls: the values that a table's rows or a procedure's `return` lines can give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.intervals import ALL_NUMBERS, NO_NUMBERS, IntervalSet
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk
from bombsight.flat.types import NONE, BoolType, IntType, PartsType, Type

PossibleValues = IntervalSet | None
"""The possible values of a result or of a part of it; None for any of its type."""


class CallOutcomes:
    """The possible results of a graph's tables and procedures, for any arguments.

    Every row counts, reachable or not; so a value that is missing here is certainly never given.

    Args:
        effects: The effects of the whole graph.
        is_error_free: Whether the graph has no errors; otherwise rows may be missing, and any value is possible.
        related: The outcomes of a graph that shares items with this one.
    """

    def __init__(self, effects: Effects, is_error_free: bool, related: CallOutcomes | None = None) -> None:
        """Make the outcomes of a graph from its effects, reusing memos of those of a related graph."""
        self.effects = effects
        self.is_error_free = is_error_free
        self.give_statements: dict[int, tuple[Node, list[g.Give]]] = (
            related.give_statements if related is not None else {}
        )
        self.memo: dict[Callee, tuple[PossibleValues, ...]] = {}

    def values_of_call(self, call: x.Call, type_: Type, part: int = 0) -> IntervalSet | None:
        """The possible values of a part of a call's result, as a given type; None for all values of that type."""
        values = self.values_by_part(callee_of(call))
        found = values[part] if part < len(values) else None
        return (
            None
            if found is None
            else (found & ALL_NUMBERS) | IntervalSet.from_numbers([NONE] if type_.is_optional else [])
        )

    def values_by_part(self, callee: Callee) -> tuple[PossibleValues, ...]:
        """The possible values of each part of a table's or procedure's result (memoized)."""
        known = self.memo.get(callee)
        if known is None:
            item = self.effects.callable_items.get(callee)
            self.memo[callee] = anything = (None,) * part_count(item)
            known = anything
            adds_up = isinstance(item, n.Table) and item.aggregation in ("sum", "count")
            if self.is_error_free and isinstance(item, n.Table | n.Procedure) and not adds_up:
                known = self.memo[callee] = self.union_by_part(self.result_expressions(callee, item), len(anything))
        return known

    def result_expressions(self, callee: Callee, item: n.Table | n.Procedure) -> Iterator[tuple[x.Expr, ...]]:
        """Yield the values in the statements that give an item's result: ``gives``, ``return``, and ``end`` of it."""
        if id(item) not in self.give_statements:
            self.give_statements[id(item)] = (item, [part for part in walk(item) if isinstance(part, g.Give)])
        yield from (part.values for part in self.give_statements[id(item)][1])
        if isinstance(item, n.Procedure):
            yield from ((value,) for value in self.end_values.get(item.name, ()))

    @cached_property
    def end_values(self) -> dict[str, list[x.Expr]]:
        """The values with which ``end P`` statements anywhere end each procedure P."""
        found: dict[str, list[x.Expr]] = {}
        graph = self.effects.graph
        for item in (*graph.tables, *graph.procedures, *graph.rerolls):
            if self.effects.own_effect_of(item).ends:
                for part in walk(item):
                    if isinstance(part, g.EndProcedure) and part.value is not None:
                        found.setdefault(part.procedure, []).append(part.value)
        return found

    def union_by_part(self, results: Iterable[tuple[x.Expr, ...]], width: int) -> tuple[PossibleValues, ...]:
        """Unite the possible values of several results, part by part; ``width`` is the number of parts."""
        found: list[PossibleValues] = [NO_NUMBERS] * width
        for values in results:
            if len(values) == 1 and width > 1:
                (value,) = values
                each = self.values_by_part(callee_of(value)) if isinstance(value, x.Call) else ()
                each = each if len(each) == width else (None,) * width
            elif len(values) == width:
                each = tuple(map(self.values_of_expr, values))
            else:
                continue
            found = [None if a is None or b is None else a | b for a, b in zip(found, each, strict=True)]
        return tuple(found)

    def values_of_expr(self, value: x.Expr) -> PossibleValues:
        """The possible values of an expression in any state, by its type; None for any of its type."""
        match value, value.type:
            case x.Const(value=known), _:
                return IntervalSet.from_numbers((known,))
            case ((x.RollOn() | x.DoCall()), _) if not isinstance(value.type, PartsType):
                return self.values_by_part(callee_of(value))[0]
            case _, IntType(low=low, high=high):
                return IntervalSet.from_range(low, high)
            case _, BoolType():
                return IntervalSet.from_range(0, 1)
            case _:  # the rest: anything of its type
                return None


def callee_of(call: x.Call) -> Callee:
    """The key of the item that a call runs: ``table:Sky``, ``procedure:land``."""
    return f"table:{call.table}" if isinstance(call, x.RollOn) else f"procedure:{call.procedure}"


def part_count(item: object) -> int:
    """The number of parts of an item's result; 1 if it has no named parts."""
    result = item.result if isinstance(item, n.Table | n.Procedure) else None
    return len(result.parts) if isinstance(result, PartsType) else 1
