"""How the compiler's classes look in JSON: their kinds, the names of their fields, and what is left out.

An object of a class that is one of several possible ones says which by ``kind``: ``read``, ``enum-domain``.
A field is left out where it has its default, where it is none, and where it is empty.
"""

from __future__ import annotations

import re
import types
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import attrs
from attrs import frozen

from bombsight.compiler.graph.boards import BaseLayout, Layout
from bombsight.compiler.graph.examples import ExampleLine
from bombsight.compiler.graph.expressions import BaseDomain, BaseExpr, Domain, Expr
from bombsight.compiler.graph.statements import BaseStmt, Stmt
from bombsight.flat.types import BaseType, Type

VERSION = 9
"""The version of the JSON form of a rule graph: raised whenever it changes."""

EXAMPLE_LINES: tuple[type, ...] = get_args(ExampleLine)
"""The one family without a definition of its own: what may stand in an example."""

KIND = "kind"
"""The name under which an object says what it is."""


@frozen
class Family:
    """A closed family: classes of which one stands wherever the family is asked for, under a definition of its own.

    Attributes:
        name: Its name, which stands behind those of some members, and is left out of their kinds.
        base: What all members derive from.
        members: They, in the order of their definition.
    """

    name: str
    base: type
    members: tuple[type, ...]


def family(base: type, union: object) -> Family:
    """The family that a union of all classes derived from a base makes."""
    return Family(base.__name__.removeprefix("Base"), base, get_args(union))


FAMILIES: tuple[Family, ...] = (
    family(BaseType, Type),
    family(BaseExpr, Expr),
    family(BaseDomain, Domain),
    family(BaseStmt, Stmt),
    family(BaseLayout, Layout),
)
"""The families that a rule graph holds."""


@cache
def kind_of(cls: type) -> str | None:
    """The word for a class that is one of several possible ones, its name without what all share; else None."""
    name = None
    if cls in EXAMPLE_LINES:
        name = cls.__name__.removeprefix("Example")
    for each in FAMILIES:
        if cls in each.members:
            name = cls.__name__.removesuffix(each.name)
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower() if name else None


def json_name(cls: type, name: str) -> str:
    """The name of a field in JSON: its own, unless it would clash with the object's kind."""
    return "what" if name == KIND and kind_of(cls) else name


@cache
def fields(cls: type) -> tuple[attrs.Attribute[Any], ...]:
    """The fields of a class, their types resolved."""
    attrs.resolve_types(cls)
    return tuple(attrs.fields(cls))


def is_union(hint: object) -> bool:
    """Whether a type is a choice of several."""
    return get_origin(hint) in (Union, types.UnionType)


def choices(hint: object) -> tuple[Any, ...]:
    """The types that a type may be, without none; all members of a family stand for it."""
    found: tuple[Any, ...] = get_args(hint) if is_union(hint) else (hint,)
    for each in FAMILIES:
        if set(each.members) <= set(found):
            found = (*(c for c in found if c not in each.members), each)
    return tuple(c for c in found if c is not types.NoneType)


def is_optional(hint: object) -> bool:
    """Whether a type may be none."""
    return is_union(hint) and types.NoneType in get_args(hint)


def is_literal(hint: object) -> bool:
    """Whether a type is a choice of words."""
    return get_origin(hint) is Literal


def is_list(hint: object) -> bool:
    """Whether a type is a tuple of any length."""
    return get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis


def absent(cls: type) -> dict[str, Any]:
    """What each field that may be left out holds then, by its name in JSON."""
    found: dict[str, Any] = {}
    for attribute in fields(cls):
        name = json_name(cls, attribute.name)
        if attribute.default is not attrs.NOTHING:
            found[name] = attribute.default
        elif is_optional(attribute.type):
            found[name] = None
        elif is_list(attribute.type):
            found[name] = ()
    return found
