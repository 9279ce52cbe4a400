"""Partial evaluation of a rule graph for known values.

Provenance may depend on values: a table looked up with 1 depends only on the row for 1. So reads of values that the
caller knows are replaced by constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.walk import child_names, walk

P = TypeVar("P")


@frozen
class KnownValues:
    """Known values of fields and expressions, which partial evaluation substitutes.

    Attributes:
        fields: The values of fields that have one value, by their ids.
        said: The values of defines and parameters, by the expression that reads them.
    """

    fields: Mapping[str, int]
    said: Mapping[x.Expr, int] = field(factory=dict)

    def evaluate(self, part: x.Expr) -> int | None:
        """Evaluate an expression with the known values; None if its value is not known."""
        if part in self.said:
            return self.said[part]
        match part:
            case x.Const(value=value):
                return value
            case x.Read(field=name, element=None, indices=()):
                return self.fields.get(name)
            case x.Arithmetic(op=op, left=x.Const(value=left), right=x.Const(value=right)):
                return left + right if op == "+" else left - right if op == "-" else left * right
            case x.Negation(value=x.Const(value=value)):
                return -value
            case _:  # the rest: unknown
                pass
        return None

    def substitute(self, part: P) -> P:
        """Replace known expressions in a part of the graph by constants, and fold constants (partial evaluation)."""
        node: Any = part
        if isinstance(node, tuple):
            return tuple(map(self.substitute, node))  # type: ignore[return-value]  # of the same parts
        if node is None or isinstance(node, str | int):
            return part
        if x.is_expr(node) and node in self.said:
            return x.Const(value=self.said[node], type=node.type, span=node.span)  # type: ignore[return-value]  # an expression
        new = {name: self.substitute(getattr(node, name)) for name in child_names(type(node))}
        changed = {name: value for name, value in new.items() if value != getattr(node, name)}
        node = evolve(node, **changed) if changed else node
        if x.is_expr(node) and not isinstance(node, x.Const):
            value = self.evaluate(node)
            if value is not None:
                return x.Const(value=value, type=node.type, span=node.span)  # type: ignore[return-value]  # likewise
        return node  # type: ignore[no-any-return]  # of the part's own class


def specialize_table_graph(graph: RuleGraph, table: str, known_values: KnownValues) -> RuleGraph:
    """Reduce a graph to a table and the inputs of its modifiers, and substitute known values (partial evaluation)."""
    tables = {each.id: each for each in graph.tables}
    defines = {each.name: each for each in graph.defines}
    own = tables[table]
    found_tables, found_defines = {table: evolve(own, rolled=known_values.substitute(own.rolled))}, {}
    waiting: list[object] = [found_tables[table].modifiers]
    while waiting:
        for part in walk(waiting.pop()):
            match part:
                case x.CallDefine(define=name) if name in defines and name not in found_defines:
                    found_defines[name] = known_values.substitute(defines[name])
                    waiting.append(found_defines[name])
                case x.LookUp(table=name) | x.ModifiersOn(table=name) | x.EnumDomain(table=str(name)) if (
                    name in tables and name not in found_tables
                ):
                    found_tables[name] = tables[name]
                    waiting.append(tables[name])
                case _:  # the rest: refers to no table or define
                    pass
    return evolve(
        graph,
        tables=tuple(found_tables.values()),
        defines=tuple(found_defines.values()),
        procedures=(),
        rerolls=(),
        examples=(),
        boards=(),
        lucks=(),
    )
