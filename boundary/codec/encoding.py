"""The encoder: converts values to JSON data (dicts, lists, texts, numbers, true, false and None)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any

import attrs

from bombsight.boundary.codec.form import Form
from bombsight.boundary.codec.members import data_fields, omitted_values

PLAIN_TYPES = frozenset({type(None), str, int, bool, float})
"""The classes whose values are JSON data already."""

FACTORY_TYPE: type[Any] = type(attrs.Factory(list))
"""The class of defaults made by a factory; type checkers take :class:`attrs.Factory` for a function."""


def encode(value: Any, form: Form) -> Any:
    """Convert a value to JSON data (dicts, lists, texts, numbers), with the tags, keys and omissions of the form.

    Args:
        value: An object of an attrs class, or a value that such objects hold.
        form: How the value looks as data.

    Raises:
        TypeError: It holds a value that JSON cannot represent.
    """
    kind: Any = type(value)
    return value if kind in PLAIN_TYPES else encoder_of(kind, form)(value)


@cache
def encoder_of(kind: type, form: Form) -> Callable[[Any], Any]:
    """Make the function that converts values of a class to JSON data, with a form's settings; cached by form.

    Raises:
        TypeError: JSON cannot represent its values.
    """
    if kind in form.scalars:
        return form.scalars[kind].encode
    if attrs.has(kind):
        return object_encoder(kind, form)
    if issubclass(kind, Mapping) and form.mappings == "pairs":
        return lambda value: [[key, encode(each, form)] for key, each in value.items()]
    if issubclass(kind, Mapping):
        return lambda value: {str(key): encode(each, form) for key, each in value.items()}
    if issubclass(kind, frozenset):
        return lambda value: [encode(each, form) for each in sorted(value)]
    if issubclass(kind, Sequence) and not issubclass(kind, str | bytes):
        return lambda value: [encode(each, form) for each in value]
    if issubclass(kind, Enum):
        return lambda value: value.value
    raise TypeError(f"a value of {kind.__name__} has no place in JSON")


def object_encoder(cls: type, form: Form) -> Callable[[Any], dict[str, Any]]:
    """Make the encoder of an attrs class: the tag first, then the attributes."""
    names = [(each.name, form.key_of(cls, each)) for each in data_fields(cls, form)]
    tag = form.tag_of(cls)
    head = {form.tag: tag} if tag else {}
    if form.omits == "nothing":
        return lambda value: head | {key: encode(getattr(value, name), form) for name, key in names}
    omitted = {name: encode_default(default, form) for name, default in omitted_values(cls, form).items()}
    members = [(name, key, omitted.get(name, attrs.NOTHING)) for name, key in names]

    def encode_object(value: Any) -> dict[str, Any]:
        """Convert a value to a JSON object, without members that have their default."""
        data = dict(head)
        for name, key, default in members:
            member = encode(getattr(value, name), form)
            if member != default:
                data[key] = member
        return data

    return encode_object


def encode_default(default: Any, form: Form) -> Any:
    """Return the JSON data of an attribute's default, for comparison; for a factory a mark unequal to any data."""
    return attrs.NOTHING if isinstance(default, FACTORY_TYPE) else encode(default, form)
