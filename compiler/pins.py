"""Pinned fields: every assignment of the rules to such a field stores a fixed value instead.

They serve players with a physical game, where the weather, the target, a place are fixed already. Everything else of
the rules still runs, dice included, and an assignment of none still stores none. So all proofs stay true: the field
holds a value of its type, and none only where it could be none anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import child_names, has_side_effects
from bombsight.flat.types import BOOL, NONE, EnumType, NoneType, Type
from bombsight.flat.words import value_of

PINNED_VARIABLE = "_pinned"
"""The variable that holds the rules' own value for a test against none; authors cannot use this name."""

PinnedValues = Mapping[str, x.Const]
"""The values of pinned fields, by the ids of the fields."""


def pin_fields(graph: n.RuleGraph, words: Mapping[str, str]) -> n.RuleGraph:
    """Pin fields of a graph: every assignment to them in the rules stores a fixed value instead.

    Args:
        graph: The graph.
        words: The values by field id, as written in rules. Each field has a single value, of a matching type.
    """
    enums = {enum.name: enum.values for enum in graph.enums}
    kinds = {field.id: field.type for field in graph.fields}
    pinned = {}
    for id_, word in words.items():
        kind = kinds[id_]
        value = value_of(word, kind, enums.get(kind.enum, ()) if isinstance(kind, EnumType) else ())
        assert value is not None
        pinned[id_] = make_constant(value, kind)
    if not pinned:
        return graph
    return evolve(
        graph,
        fields=tuple(pin_field_default(field, pinned) for field in graph.fields),
        tables=tuple(pin_assignments(table, pinned) for table in graph.tables),
        procedures=tuple(pin_assignments(procedure, pinned) for procedure in graph.procedures),
        rerolls=tuple(pin_assignments(reroll, pinned) for reroll in graph.rerolls),
    )


def make_constant(value: int, type_: Type) -> x.Const:
    """Make the constant expression of a value with a type."""
    return x.Const(value=value, type=type_)


def pin_field_default(field: n.Field, pinned: PinnedValues) -> n.Field:
    """Return a field with its pinned (forced) value as default; unchanged if its default is none."""
    found = pinned.get(field.id)
    return field if found is None or is_always_none(field.default) else evolve(field, default=found)


def is_always_none(value: x.Expr) -> bool:
    """Whether an expression can only evaluate to none."""
    return isinstance(value.type, NoneType) or (isinstance(value, x.Const) and value.value == NONE)


def pin_assignments(part: Any, pinned: PinnedValues) -> Any:
    """Replace each assignment to a pinned (fixed) field in a graph part; return the same object if there are none."""
    new: dict[str, Any] = {}
    for name in child_names(type(part)):
        value = getattr(part, name)
        if isinstance(value, tuple):
            found: Any = tuple(pin_members(value, pinned))
            if len(found) != len(value) or any(one is not other for one, other in zip(found, value, strict=True)):
                new[name] = found
        elif value is not None and not isinstance(value, str | x.BaseExpr):
            found = pin_assignments(value, pinned)
            if found is not value:
                new[name] = found
    return evolve(part, **new) if new else part


def pin_members(parts: Iterable[Any], pinned: PinnedValues) -> Iterator[Any]:
    """Yield the members of a block or tuple, with assignments to pinned fields (of fixed value) replaced."""
    for part in parts:
        if isinstance(part, g.Assign | g.Increase) and isinstance(part.target, x.Read) and part.target.field in pinned:
            yield from assign_pinned(part, part.target, pinned[part.target.field])
        else:
            yield part if isinstance(part, str | x.BaseExpr) else pin_assignments(part, pinned)


def assign_pinned(stmt: g.Assign | g.Increase, target: x.Read, pinned: x.Const) -> Iterator[g.Stmt]:
    """Yield the statements that evaluate the assigned value for its effects, then store the pinned (fixed) value."""
    gets = g.Assign(target=target, value=pinned, span=stmt.span, origin=stmt.origin)
    if is_always_none(stmt.value):
        yield stmt
    elif isinstance(stmt, g.Assign) and stmt.value.type.is_optional:
        kept = x.Var(name=PINNED_VARIABLE, type=stmt.value.type, span=stmt.span)
        nothing = x.Comparison(op="==", left=kept, right=make_constant(NONE, NoneType()), type=BOOL, span=stmt.span)
        own = g.Assign(target=target, value=kept, span=stmt.span, origin=stmt.origin)
        yield g.Let(variable=PINNED_VARIABLE, type=stmt.value.type, value=stmt.value, declared=False, span=stmt.span)
        yield g.If(condition=nothing, body=(own,), otherwise=(gets,), span=stmt.span)
    else:
        if has_side_effects(stmt.value):
            yield g.Let(
                variable=PINNED_VARIABLE, type=stmt.value.type, value=stmt.value, declared=False, span=stmt.span
            )
        yield gets
