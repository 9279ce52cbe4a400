"""Random objects of the compiler's classes, made from the classes' own types: no field is forgotten."""

from __future__ import annotations

from typing import Any, get_args

import attrs
from hypothesis import strategies as st

from bombsight.compiler.graph import boards, expressions
from bombsight.compiler.serialize.shape import choices, fields, is_list, is_literal, is_optional, is_union, members
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat import types

PLACES = st.integers(0, 10**6)
LEAVES = {
    str: st.text(max_size=6),
    int: st.integers(-(2**31), 2**31 - 1),
    bool: st.booleans(),
    Span: st.just(NOWHERE) | st.builds(Span, st.text(max_size=6), *[PLACES] * 6),
}
SMALLEST = {
    types.BaseType: types.BOOL,
    expressions.Expr: expressions.Var(type=types.BOOL, name="x"),
    expressions.Domain: expressions.EnumDomain(type=types.BOOL, enum="E"),
    boards.Layout: boards.Plan(enums=(), rows=()),
}
"""What stands where nothing deeper may."""


@st.composite
def objects(draw: Any, cls: type, depth: int = 3) -> Any:
    """Objects of a class, or of one of those that it stands for."""
    return value_of(draw, cls, depth)


def value_of(draw: Any, hint: Any, depth: int) -> Any:
    """A value of a type."""
    if hint in LEAVES:
        return draw(LEAVES[hint])
    if is_literal(hint):
        return draw(st.sampled_from(get_args(hint)))
    if is_union(hint):
        if is_optional(hint) and (depth <= 0 or draw(st.booleans())):
            return None
        return value_of(draw, draw(st.sampled_from(choices(hint))), depth)
    if is_list(hint):
        length = draw(st.integers(0, 2)) if depth > 0 else 0
        return tuple(value_of(draw, get_args(hint)[0], depth - 1) for _ in range(length))
    if members(hint):
        if depth <= 0:
            return SMALLEST[hint]
        return value_of(draw, draw(st.sampled_from(members(hint))), depth)
    if attrs.has(hint):
        given = [a for a in fields(hint) if a.default is attrs.NOTHING or draw(st.booleans())]
        return hint(**{a.name: value_of(draw, a.type, depth - 1) for a in given})
    if isinstance(hint, type(dict[str, int])) and hint.__origin__ is dict:
        return {draw(LEAVES[str]): value_of(draw, get_args(hint)[1], depth - 1)}
    return tuple(value_of(draw, item, depth - 1) for item in get_args(hint))


def classes_of(cls: type) -> list[type]:
    """A class and all that its objects are made of, those it stands for included, in the order met."""
    found: dict[Any, None] = {}
    open_: list[Any] = [cls]
    while open_:
        hint = open_.pop(0)
        if hint in found or hint is Ellipsis:
            continue
        found[hint] = None
        open_ += members(hint) if members(hint) else get_args(hint)
        if attrs.has(hint):
            open_ += [a.type for a in fields(hint)]
    return [hint for hint in found if attrs.has(hint) and not members(hint)]
