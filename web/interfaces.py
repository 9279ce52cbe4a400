"""TypeScript interfaces of attrs classes: attributes with types and docstrings."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs

from bombsight.boundary.codec.form import Between
from bombsight.boundary.codec.schemas import attribute_descriptions, first_paragraph
from bombsight.dsl.source import Span
from bombsight.flat.program import AsideCode, Program

OMITTED_ATTRIBUTES = {Program: ("functions", "data", "examples"), AsideCode: ("functions", "data")}
"""Attributes that game files do not have."""

PRIMITIVES: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    types.NoneType: "null",
    Span: "string",
}
"""TypeScript's names of primitive types."""

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that a number holds exactly; a type with a higher bound is a bigint."""

Families = Mapping[str, Sequence[type]]
"""Unions of classes by name."""


def reachable_classes(roots: Sequence[type]) -> list[type]:
    """List classes and all classes that their attributes mention, transitively, sorted by name."""
    reached: set[type] = set()
    worklist = [*roots]
    while worklist:
        kind = worklist.pop()
        if kind not in reached:
            reached.add(kind)
            for attribute in attributes_of(kind):
                worklist += classes_in(attribute.type)
    return sorted(reached, key=lambda kind: kind.__name__)


def attributes_of(kind: type) -> list[Any]:
    """List the attributes of a class except :data:`OMITTED_ATTRIBUTES`, with resolved types."""
    attrs.resolve_types(kind)
    return [each for each in attrs.fields(kind) if each.name not in OMITTED_ATTRIBUTES.get(kind, ())]


def classes_in(hint: Any) -> list[type]:
    """List the attrs classes that a type annotation mentions."""
    if hint in PRIMITIVES:
        return []
    if isinstance(hint, type) and attrs.has(hint):
        return [hint]
    return [found for arg in get_args(hint) for found in classes_in(arg)]


def render_interface(kind: type, tags: Sequence[str], families: Families, rename: Callable[[str], str]) -> str:
    """Render a class as a TypeScript interface.

    Args:
        kind: The class.
        tags: The tag lines before its attributes, which distinguish it from other classes of its union.
        families: The named unions of the same module.
        rename: Maps the name of an attribute to its name in TypeScript.
    """
    comments = attribute_descriptions(kind)
    lines = [f"/** {first_paragraph(kind)} */", f"export interface {kind.__name__} {{", *tags]
    for each in attributes_of(kind):
        lines += [f"  /** {comments[each.name]} */"] if each.name in comments else []
        lines.append(f"  readonly {rename(each.name)}: {render_type(each.type, families)};")
    return "\n".join([*lines, "}", ""])


def render_union(name: str, members: Sequence[str]) -> str:
    """Render a union of classes as a named TypeScript type."""
    return f"export type {name} =\n" + "\n".join(f"  | {each}" for each in sorted(members)) + ";\n"


def render_type(hint: Any, families: Families) -> str:
    """Render a type annotation in TypeScript: a ``Mapping`` as a map, a ``dict`` as an object with any names."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in PRIMITIVES:
        return PRIMITIVES[hint]
    if origin is Annotated:
        return "bigint" if needs_bigint(args[1]) else render_type(args[0], families)
    if origin is Literal:
        return " | ".join(json.dumps(each) for each in args)
    if origin in (Union, types.UnionType):
        return " | ".join(render_members(args, families))
    if origin is tuple and args[-1] is not Ellipsis:
        return f"readonly [{', '.join(render_type(each, families) for each in args)}]"
    if origin in (tuple, Sequence):
        text = render_type(args[0], families)
        return f"readonly ({text})[]" if " " in text else f"readonly {text}[]"
    if hint == Mapping[str, Any]:
        return "JsonObject"
    if origin is Mapping:
        return f"ReadonlyMap<{render_type(args[0], families)}, {render_type(args[1], families)}>"
    if origin is frozenset:
        return f"ReadonlySet<{render_type(args[0], families)}>"
    if origin is dict:
        return f"{{ readonly [name: string]: {render_type(args[1], families)} }}"
    assert isinstance(hint, type), hint
    if issubclass(hint, Enum):
        return " | ".join(json.dumps(each.value) for each in hint)
    return hint.__name__


def render_members(args: Sequence[Any], families: Families) -> list[str]:
    """Render the member types of a union; a family replaces its members if all are there."""
    family_names = []
    for name, members in families.items():
        if set(members) <= set(args):
            family_names.append(name)
            args = [each for each in args if each not in members]
    return family_names + [render_type(each, families) for each in args]


def needs_bigint(bounds: Between) -> bool:
    """Whether a bound is beyond :data:`MAX_SAFE_INTEGER`."""
    return bounds.high is not None and bounds.high > MAX_SAFE_INTEGER
