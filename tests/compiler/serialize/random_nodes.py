"""Random objects of the compiler's classes, made from the classes' own types: no field is forgotten."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import attrs
from hypothesis import strategies as st

from bombsight.boundary.codec.form import Family
from bombsight.boundary.codec.members import alternatives, fold_families, is_list, is_optional, typed_fields
from bombsight.compiler.graph import boards, expressions
from bombsight.compiler.serialize.graph_form import GRAPH_FORM
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
    "Type": types.BOOL,
    "Expr": expressions.Var(type=types.BOOL, name="x"),
    "Domain": expressions.EnumDomain(type=types.BOOL, enum="E"),
    "Layout": boards.Plan(enums=(), rows=()),
}
"""What stands of a family where nothing deeper may."""


@st.composite
def objects(draw: Any, cls: type, depth: int = 3) -> Any:
    """Objects of a class, or of one of those that it stands for."""
    return value_of(draw, cls, depth)


def choices(hint: Any) -> tuple[Any, ...]:
    """The types that a type may be, without None; all members of a family stand for it."""
    return fold_families(alternatives(hint), GRAPH_FORM)


def value_of(draw: Any, hint: Any, depth: int) -> Any:
    """A value of a type."""
    if hint in LEAVES:
        return draw(LEAVES[hint])
    if get_origin(hint) is Literal:
        return draw(st.sampled_from(get_args(hint)))
    if isinstance(hint, Family):
        return value_of(draw, draw(st.sampled_from(hint.members)), depth) if depth > 0 else SMALLEST[hint.name]
    if is_optional(hint) and (depth <= 0 or draw(st.booleans())):
        return None
    if choices(hint) != (hint,):
        return value_of(draw, draw(st.sampled_from(choices(hint))), depth)
    if is_list(hint):
        length = draw(st.integers(0, 2)) if depth > 0 else 0
        return tuple(value_of(draw, get_args(hint)[0], depth - 1) for _ in range(length))
    if attrs.has(hint):
        given = [a for a in typed_fields(hint) if a.default is attrs.NOTHING or draw(st.booleans())]
        return hint(**{a.name: value_of(draw, a.type, depth - 1) for a in given})
    if get_origin(hint) is dict:
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
        open_ += hint.members if isinstance(hint, Family) else get_args(hint) or choices(hint)
        if isinstance(hint, type) and attrs.has(hint):
            open_ += [a.type for a in typed_fields(hint)]
    return [hint for hint in found if isinstance(hint, type) and attrs.has(hint) and choices(hint) == (hint,)]
