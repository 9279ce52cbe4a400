"""A codec of the compiler's classes as lines of JSON, for files that ship with the program.

The files hold the same as those of :mod:`bombsight.compiler.serialize.pickle_codec`, and reading them cannot run code:
JSON gives numbers, texts and lists, from which only listed classes are built. Equal values give equal bytes, so that
two packings of one commit can be compared.

The first line names the classes. Each further line is a value, after the values that it contains: the number of its
class and its parts, where ``[n]`` refers to the value of line n, counted from 0 after the first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from bombsight.compiler.serialize.pickle_codec import constructor_of, parts_getter
from bombsight.dsl.gc_pause import pause_gc

PRIMITIVES = (type(None), bool, int, str)
"""The types that JSON represents directly."""

CONTAINERS: Mapping[str, Callable[[list[Any]], object]] = {
    "tuple": tuple,
    "list": list,
    "frozenset": frozenset,
    "dict": lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
}
"""The built-in classes, by name, with their constructors from a list of parts."""

DECODE_ERRORS = (ArithmeticError, AttributeError, ImportError, LookupError, RecursionError, TypeError, ValueError)
"""The exceptions that decoding may raise on foreign lines."""


def encode_lines(value: object) -> bytes:
    """Encode a value as lines of JSON, one for each distinct object.

    Args:
        value: Built from our attrs classes and enums, and plain Python values, without cycles.

    Raises:
        TypeError: It contains another class.
    """
    lines: list[str] = []
    kinds: dict[str, int] = {}
    places: dict[int, list[int]] = {}
    texts: dict[str, list[int]] = {}
    kept_alive: list[object] = []  # values in `places` are kept alive, so that ids stay unique

    def encode_part(value: Any) -> Any:
        """Encode a part of a value: a primitive as itself, an object as a reference to its line."""
        kind = type(value)
        if kind in PRIMITIVES:
            return value
        if id(value) in places:
            return places[id(value)]
        name, parts = class_name_and_parts(value)
        line = json.dumps([kinds.setdefault(name, len(kinds)), *map(encode_part, parts)], separators=(",", ":"))
        place = texts.get(line)
        if place is None:
            place = texts[line] = [len(lines)]
            lines.append(line)
        places[id(value)] = place
        kept_alive.append(value)
        return place

    last = encode_part(value)
    return "\n".join([json.dumps([*kinds]), *lines, json.dumps(last)]).encode()


def class_name_and_parts(value: Any) -> tuple[str, Any]:
    """Return the name of a value's class and the list of the value's parts; the parts of a set are sorted.

    Raises:
        TypeError: Values of the class cannot be decoded.
    """
    kind: type = type(value)
    if kind is dict:
        return "dict", [part for pair in value.items() for part in pair]
    if kind is frozenset:
        return "frozenset", sorted(value, key=repr)
    if kind.__name__ in CONTAINERS and kind.__module__ == "builtins":
        return kind.__name__, value
    return f"{kind.__module__}:{kind.__qualname__}", parts_getter(kind)(value)


@pause_gc()
def decode_lines(content: bytes) -> Any:
    """Decode a value from lines of JSON.

    Raises:
        ValueError: The lines are malformed, or their classes have changed.
    """
    try:
        first, *lines, last = content.decode().split("\n")
        makers = [constructor_by_name(name) for name in json.loads(first)]
        values: list[Any] = []
        for line in lines:
            kind, *parts = json.loads(line)
            values.append(makers[kind]([values[part[0]] if type(part) is list else part for part in parts]))
        (place,) = json.loads(last)
        return values[place]
    except DECODE_ERRORS as error:
        raise ValueError("these are no lines of a value") from error


def constructor_by_name(name: str) -> Callable[[list[Any]], object]:
    """Return the function that builds a value of the named class from the list of its parts.

    Raises:
        ImportError: The module does not exist or is not ours.
        AttributeError: The module has no such name.
        TypeError: The name is not that of a class to decode.
    """
    if name in CONTAINERS:
        return CONTAINERS[name]
    module, _, qualified = name.partition(":")
    make = constructor_of(module, qualified)
    return lambda parts: make(*parts)
