"""Values of our own classes as a text that loads quickly, for what is kept between runs.

Where :mod:`bombsight.compiler.serialize.graph_json` writes for people and other programs, this writes a row of values,
each once however often it occurs: what is made of others is its class and their places in the row, which come first.
It is JSON, and reading it runs nothing but the slots of our own classes; whatever is not whole is no value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from importlib import import_module
from operator import attrgetter
from typing import Any

import attrs

from bombsight.dsl.collecting import uncollected

Parts = Callable[[Any], Iterable[object]]

ATOMS: frozenset[type] = frozenset((str, int, bool, float, type(None)))
"""The classes whose values stand in the row as they are."""

HOME = "bombsight."
"""How the names of modules begin whose classes are ours."""

OWN: dict[str, Callable[[Iterable[Any]], object]] = {
    "tuple": tuple,
    "frozenset": frozenset,
    "dict": lambda parts: dict(zip(*[iter(parts)] * 2, strict=True)),
}
"""What makes values of Python's own classes of their parts; those of a mapping are its keys and values by turns."""


@uncollected()
def pack(value: object) -> str:
    """A value as text.

    Args:
        value: Made of attrs classes and enums of ours, tuples, frozen sets, mappings, texts, numbers, yes/no and None.

    Raises:
        TypeError: It is made of something else.
    """
    packer = Packer()
    packer.place(value)
    return json.dumps([packer.kinds, packer.row], separators=(",", ":"))


class Packer:
    """A row of values in the making."""

    def __init__(self) -> None:
        self.row: list[Any] = []
        self.kinds: list[list[str]] = []
        self.atoms: dict[type, dict[Any, int]] = {kind: {} for kind in ATOMS}
        self.seen: dict[int, int] = {}  # by identity, for all that is placed is held by the value that is packed
        self.known: dict[type, tuple[int, Parts]] = {}  # the number of a class, and what gives the parts of its values

    def place(self, value: Any) -> int:
        """The place of a value in the row, where it is put behind all its parts. It does not stand there yet."""
        kind = type(value)
        if kind in ATOMS:
            self.row.append(value)
            return len(self.row) - 1
        row, atoms, seen = self.row, self.atoms, self.seen
        number, parts = self.known.get(kind) or self.kind(kind)
        entry = [number]
        for part in parts(value):
            known = atoms.get(type(part))
            if known is None:
                at = seen.get(id(part))
                if at is None:
                    at = seen[id(part)] = self.place(part)
            else:
                at = known.get(part)
                if at is None:
                    at = known[part] = len(row)
                    row.append(part)
            entry.append(at)
        row.append(entry)
        return len(row) - 1

    def kind(self, kind: type) -> tuple[int, Parts]:
        """The number of a class, and what gives the parts of its values; noted when it is met first.

        Raises:
            TypeError: It is none of those whose values can be read again.
        """
        fields: tuple[str, ...] = ()
        if issubclass(kind, Enum) and kind.__module__.startswith(HOME):
            fields = ("value",)
        elif attrs.has(kind) and kind.__module__.startswith(HOME):
            fields = tuple(field.name for field in attrs.fields(kind))
        elif kind.__name__ not in OWN or kind.__module__ != "builtins":
            raise TypeError(f"{kind} is no class of values that are kept")
        self.kinds.append([kind.__module__, kind.__qualname__, *fields])
        self.known[kind] = len(self.kinds) - 1, parts_by(kind, fields)
        return self.known[kind]


def parts_by(kind: type, fields: tuple[str, ...]) -> Parts:
    """What gives the parts of a class's values."""
    if issubclass(kind, Mapping):
        return lambda value: [part for pair in value.items() for part in pair]
    match fields:
        case ():
            return tuple if issubclass(kind, tuple | frozenset) else lambda _: ()
        case (name,):
            return lambda value: (getattr(value, name),)
        case _:
            return attrgetter(*fields)


@uncollected()
def unpack(text: str) -> Any:
    """The value that was packed.

    Raises:
        ValueError: The text is no such value, or one of classes that are no more what they were.
    """
    try:
        kinds, row = json.loads(text)
        makers = [maker(*kind) for kind in kinds]
        values: list[Any] = []
        for entry in row:
            if type(entry) is list:
                number, *places = entry
                values.append(makers[number]([values[place] for place in places]))
            else:
                values.append(entry)
        return values[-1]
    except (ValueError, LookupError, TypeError, AttributeError, ImportError, RecursionError) as error:
        raise ValueError("this is no value that was kept") from error


def maker(module: str, name: str, *fields: str) -> Callable[[list[Any]], object]:
    """What makes a value of a class from its parts.

    Raises:
        ImportError: The module is none of ours.
        TypeError: The class has other fields now.
    """
    if module == "builtins":
        return OWN[name]
    if not module.startswith(HOME):
        raise ImportError(f"{module} is none of our modules")
    kind = getattr(import_module(module), name)
    if issubclass(kind, Enum):
        return lambda parts: kind(*parts)
    if fields != tuple(field.name for field in attrs.fields(kind)):
        raise TypeError(f"{kind} has other fields")
    new, put = kind.__new__, object.__setattr__

    def make(parts: list[Any]) -> object:
        made = new(kind)
        for field, part in zip(fields, parts, strict=True):
            put(made, field, part)  # as attrs does in a frozen class
        return made

    return make
