"""Values of our own classes as lines of JSON, for what comes with the program.

They hold the same as :mod:`bombsight.compiler.serialize.pickle_codec`, and reading them can run nothing: what JSON
gives are
numbers, texts and lists, and of them only listed kinds of values are made. Equal values give the same bytes, so that
two packings of one commit can be compared.

The first line names the classes. Each further line is a value, after those that it is made of: the number of its class
and its parts, where ``[n]`` stands for the value of line n, counted from 0 behind the first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from bombsight.compiler.serialize.pickle_codec import constructor_of, parts_getter
from bombsight.dsl.gc_pause import pause_gc

PRIMITIVES = (type(None), bool, int, str)
"""What stands for itself."""

CONTAINERS: Mapping[str, Callable[[list[Any]], object]] = {
    "tuple": tuple,
    "list": list,
    "frozenset": frozenset,
    "dict": lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
}
"""What is no class of ours, and what makes it of its parts."""

DECODE_ERRORS = (ArithmeticError, AttributeError, ImportError, LookupError, RecursionError, TypeError, ValueError)
"""What reading raises where the lines are none of ours."""


def encode_lines(value: object) -> bytes:
    """A value as lines of JSON.

    Args:
        value: Made of attrs classes and enums of ours, and of Python's plain values, without circles.

    Raises:
        TypeError: It is made of something else.
    """
    lines: list[str] = []
    kinds: dict[str, int] = {}
    places: dict[int, list[int]] = {}
    texts: dict[str, list[int]] = {}
    kept_alive: list[object] = []  # what has a place by its identity must not go

    def encode_part(value: Any) -> Any:
        """What stands for a part in the line of its whole."""
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
    """The name of a value's class, and its parts; of a set in order.

    Raises:
        TypeError: The class is none whose values can be read again.
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
    """The value of the lines.

    Raises:
        ValueError: They are none, or of classes that are no more what they were.
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
    """What makes a value of a class, by the class's name, of its parts.

    Raises:
        ImportError: There is no such module, or it is none of ours.
        AttributeError: The module has no such name.
        TypeError: What has the name is no class of values that are kept.
    """
    if name in CONTAINERS:
        return CONTAINERS[name]
    module, _, qualified = name.partition(":")
    make = constructor_of(module, qualified)
    return lambda parts: make(*parts)
