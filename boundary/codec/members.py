"""Attributes of data classes: which are members of the JSON object, with their types and omitted values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from bombsight.boundary.codec.form import HIDDEN, Family, Form


@cache
def typed_fields(cls: type) -> tuple[attrs.Attribute[Any], ...]:
    """List the attrs attributes of a class, with their types resolved."""
    attrs.resolve_types(cls)
    return tuple(attrs.fields(cls))


def data_fields(cls: type, form: Form) -> tuple[attrs.Attribute[Any], ...]:
    """The attributes of a class that its JSON objects have as members, in the order of the members.

    Their types are resolved only if :func:`typed_fields` was called before.
    """
    fields = [each for each in attrs.fields(cls) if not each.metadata.get(HIDDEN)]
    places = {name: place for place, name in enumerate(form.last_attributes)}
    return tuple(sorted(fields, key=lambda each: places.get(each.name, -1)))


def omitted_values(cls: type, form: Form) -> Mapping[str, Any]:
    """Map the name of each attribute that JSON data may leave out to the value of the attribute in that case."""
    if form.omits == "nothing":
        return {}
    values = {each.name: each.default for each in attrs.fields(cls) if each.default is not attrs.NOTHING}
    if form.omits == "empty":
        for each in typed_fields(cls):
            if each.default is attrs.NOTHING and is_optional(each.type):
                values[each.name] = None
            elif each.default is attrs.NOTHING and is_list(each.type):
                values[each.name] = ()
    return values


# --- types


def is_union(hint: Any) -> bool:
    """Whether a type annotation is a union."""
    return get_origin(hint) in (Union, UnionType)


def is_optional(hint: Any) -> bool:
    """Whether a type annotation allows None."""
    return is_union(hint) and NoneType in get_args(hint)


def is_list(hint: Any) -> bool:
    """Whether a type annotation is a tuple of any length, ``tuple[T, ...]``, which JSON has as a list."""
    return get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis


def alternatives(hint: Any) -> tuple[Any, ...]:
    """The member types of a union annotation; any other type is its only member."""
    return get_args(hint) if is_union(hint) else (hint,)


def fold_families(hints: tuple[Any, ...], form: Form) -> tuple[Any, ...]:
    """Replace the members of each complete family (a named union of classes) by the family; drop None."""
    folded = hints
    for family in form.families:
        if set(family.members) <= set(folded):
            folded = (*(each for each in folded if each not in family.members), family)
    return tuple(each for each in folded if each is not NoneType)


def unfold_families(hints: tuple[Any, ...]) -> tuple[Any, ...]:
    """Replace each family (a named union of classes) among types by its members."""
    return tuple(cls for each in hints for cls in (each.members if isinstance(each, Family) else (each,)))
