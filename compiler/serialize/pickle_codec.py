"""Values of our own classes as bytes that are quickly made and read, for what is kept between runs.

Where :mod:`bombsight.compiler.serialize.graph_json` writes for people and other programs, this pickles, so that walking
through a graph is done in C. Each value is written once however often it occurs: as its class and its parts. Reading
runs nothing but the slots of our own classes, for no other name is looked up; whatever is not whole is no value.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from importlib import import_module
from io import BytesIO
from operator import attrgetter
from pickle import Pickler, Unpickler, UnpicklingError
from types import CodeType, FunctionType
from typing import Any

import attrs

from bombsight.dsl.gc_pause import pause_gc

PROTOCOL = 5
"""The version of the format, which every Python reads that runs this."""

MODULE_PREFIX = "bombsight."
"""How the names of modules begin whose classes are ours."""

DECODE_ERRORS = (
    *(ArithmeticError, AttributeError, EOFError, ImportError, LookupError, MemoryError, TypeError, ValueError),
    UnpicklingError,
)
"""What reading raises where the bytes are none of ours."""

PartsGetter = Callable[[Any], tuple[Any, ...]]


@pause_gc()
def pack(value: object) -> bytes:
    """A value as bytes.

    Args:
        value: Made of attrs classes and enums of ours, and of Python's plain values.

    Raises:
        TypeError: It is made of something else.
    """
    packed = BytesIO()
    Packer(packed, PROTOCOL).dump(value)
    return packed.getvalue()


class Packer(Pickler):
    """Writes values of our classes as the class and its parts."""

    def reducer_override(self, value: Any) -> Any:
        """What is called to make a value again, and with what; a class of ours itself goes by its name.

        Raises:
            TypeError: It is none of those that can be read again.
        """
        if isinstance(value, type):
            part_names(value)
            return NotImplemented
        kind: type = type(value)
        return kind, parts_getter(kind)(value)


@cache
def parts_getter(kind: type) -> PartsGetter:
    """What gives the parts of a class's values.

    Raises:
        TypeError: It is none of those whose values can be read again.
    """
    match part_names(kind):
        case ():
            return lambda value: ()
        case (name,):
            return lambda value: (getattr(value, name),)
        case names:
            return attrgetter(*names)


def part_names(kind: type) -> tuple[str, ...]:
    """The names of the parts that a value of a class is made of.

    Raises:
        TypeError: The class is none of ours.
    """
    if kind.__module__.startswith(MODULE_PREFIX):
        if issubclass(kind, Enum):
            return ("value",)
        if attrs.has(kind):
            return tuple(field.name for field in attrs.fields(kind))
    raise TypeError(f"{kind} is no class of values that are kept")


@pause_gc()
def unpack(packed: bytes) -> Any:
    """The value that was packed.

    Raises:
        ValueError: The bytes are no such value, or one of classes that are no more what they were.
    """
    try:
        return Unpacker(BytesIO(packed)).load()
    except DECODE_ERRORS as error:
        raise ValueError("this is no value that was kept") from error


class Unpacker(Unpickler):
    """Reads values of our classes, and looks up nothing else."""

    def find_class(self, module: str, name: str) -> Callable[..., object]:
        """What makes a value of a class from its parts.

        Raises:
            ImportError: The module is none of ours, or not there.
            AttributeError: It has no such name.
            TypeError: What has the name is no class of values that are kept.
        """
        return constructor_of(module, name)


def constructor_of(module: str, name: str) -> Callable[..., object]:
    """What makes a value of a class from its parts.

    Raises:
        ImportError: The module is none of ours, or not there.
        AttributeError: It has no such name.
        TypeError: What has the name is no class of values that are kept.
    """
    if not module.startswith(MODULE_PREFIX):
        raise ImportError(f"{module} is none of our modules")
    kind: Any = import_module(module)
    for part in name.split("."):
        kind = getattr(kind, part)
    if not isinstance(kind, type):
        raise TypeError(f"{name} is no class")
    fields = part_names(kind)
    if issubclass(kind, Enum):
        return lambda value: kind(value)
    return (
        make_assigning_constructor(kind, fields) if has_plain_setattr(kind) else make_frozen_constructor(kind, fields)
    )


def has_plain_setattr(kind: type) -> bool:
    """Whether the parts of a value may be assigned, as nothing guards them at run time."""
    set_attribute: object = kind.__setattr__
    return set_attribute is object.__setattr__


def make_assigning_constructor(kind: type, fields: tuple[str, ...]) -> Callable[..., object]:
    """What makes values of a class by assigning the parts.

    Each class has code of its own, for Python finds the slots of one class sooner than those of many.
    """
    names = {f"part{at}": field for at, field in enumerate(fields)}
    shared = assigning_constructor_code(len(fields))
    code = shared.replace(co_names=tuple(names.get(name, name) for name in shared.co_names))
    make = FunctionType(code, {})
    make.__kwdefaults__ = {"kind": kind, "new": kind.__new__}
    return make


@cache
def assigning_constructor_code(part_count: int) -> CodeType:
    """The code that does so for some class with so many parts."""
    given = ", ".join(f"part{at}" for at in range(part_count))
    body = "".join(f"    made.part{at} = part{at}\n" for at in range(part_count))
    names: dict[str, Any] = {}
    exec(
        f"def make({given}{', ' if part_count else ''}*, kind, new):\n    made = new(kind)\n{body}    return made\n",
        names,
    )
    code: CodeType = names["make"].__code__
    return code


def make_frozen_constructor(kind: type, fields: tuple[str, ...]) -> Callable[..., object]:
    """What makes values of a guarded class: past its guard, as attrs does."""
    return constructor_factory(len(fields))(kind, kind.__new__, *(part_setter(kind, name) for name in fields))


def part_setter(kind: type, name: str) -> Callable[[Any, Any], None]:
    """What puts a part into a value, as attrs does in a frozen class."""
    slot = getattr(kind, name, None)
    set_slot = getattr(slot, "__set__", None)
    return set_slot if set_slot is not None else lambda value, part: object.__setattr__(value, name, part)


@cache
def constructor_factory(part_count: int) -> Callable[..., Callable[..., object]]:
    """What makes, of a class, its ``__new__`` and what puts each part, a function that makes values of so many parts.

    There are very many values of few parts each: without a loop over these they are made in half the time.
    """
    numbers = range(part_count)
    given, puts = (", ".join(f"{word}{at}" for at in numbers) for word in ("part", "put"))
    body = "".join(f"        put{at}(made, part{at})\n" for at in numbers)
    names: dict[str, Any] = {}
    exec(
        f"def of(kind, new, {puts}):\n    def make({given}):\n        made = new(kind)\n{body}        return made\n"
        "    return make\n",
        names,
    )
    made: Callable[..., Callable[..., object]] = names["of"]
    return made
