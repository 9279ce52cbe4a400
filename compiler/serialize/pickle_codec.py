"""A fast pickle codec of the compiler's classes, for caches between runs.

Pickling walks a graph in C; :mod:`bombsight.compiler.serialize.graph_json` is for people and other programs. Each value
is written once, as its class and its parts. Unpickling only fills the slots of our own classes, since no other name is
resolved; truncated data is rejected.
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
"""The pickle protocol, which every supported Python reads."""

MODULE_PREFIX = "bombsight."
"""The prefix of the modules whose classes are allowed."""

DECODE_ERRORS = (
    *(ArithmeticError, AttributeError, EOFError, ImportError, LookupError, MemoryError, TypeError, ValueError),
    UnpicklingError,
)
"""The exceptions that unpickling may raise on foreign bytes."""

PartsGetter = Callable[[Any], tuple[Any, ...]]


@pause_gc()
def pack(value: object) -> bytes:
    """Pickle a value of the compiler's classes into bytes.

    Args:
        value: Built from our attrs classes and enums, and plain Python values.

    Raises:
        TypeError: It contains another class.
    """
    packed = BytesIO()
    Packer(packed, PROTOCOL).dump(value)
    return packed.getvalue()


class Packer(Pickler):
    """A pickler that writes a value of the project's classes as its class and the values of its attributes."""

    def reducer_override(self, value: Any) -> Any:
        """Reduce a value to its class and its attributes' values; a class itself is pickled by name.

        Raises:
            TypeError: Values of the class cannot be unpacked.
        """
        if isinstance(value, type):
            part_names(value)
            return NotImplemented
        kind: type = type(value)
        return kind, parts_getter(kind)(value)


@cache
def parts_getter(kind: type) -> PartsGetter:
    """Make the function that returns the attribute values of a class's instance as a tuple.

    Raises:
        TypeError: Values of the class cannot be unpacked.
    """
    match part_names(kind):
        case ():
            return lambda value: ()
        case (name,):
            return lambda value: (getattr(value, name),)
        case names:
            return attrgetter(*names)


def part_names(kind: type) -> tuple[str, ...]:
    """The names of the attributes that are pickled for a class: ``value`` for an enum, all fields for attrs classes.

    Raises:
        TypeError: The class is not ours.
    """
    if kind.__module__.startswith(MODULE_PREFIX):
        if issubclass(kind, Enum):
            return ("value",)
        if attrs.has(kind):
            return tuple(field.name for field in attrs.fields(kind))
    raise TypeError(f"{kind} is no class of values that are kept")


@pause_gc()
def unpack(packed: bytes) -> Any:
    """Unpickle a value from bytes, resolving only the project's classes.

    Raises:
        ValueError: The bytes are malformed, or their classes have changed.
    """
    try:
        return Unpacker(BytesIO(packed)).load()
    except DECODE_ERRORS as error:
        raise ValueError("this is no value that was kept") from error


class Unpacker(Unpickler):
    """An unpickler that resolves only the project's classes."""

    def find_class(self, module: str, name: str) -> Callable[..., object]:
        """Return the function that builds an instance of the named class from its attribute values.

        Raises:
            ImportError: The module does not exist or is not ours.
            AttributeError: It has no such name.
            TypeError: The name is not that of a class to unpack.
        """
        return constructor_of(module, name)


def constructor_of(module: str, name: str) -> Callable[..., object]:
    """Return the function that builds an instance of a class, given by module and name, from its attribute values.

    Raises:
        ImportError: The module does not exist or is not ours.
        AttributeError: It has no such name.
        TypeError: The name is not that of a class to unpack.
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
    """Whether attributes of instances can be assigned: the class does not override ``__setattr__``."""
    set_attribute: object = kind.__setattr__
    return set_attribute is object.__setattr__


def make_assigning_constructor(kind: type, fields: tuple[str, ...]) -> Callable[..., object]:
    """Make a function that builds an instance of a class by plain assignment of its attributes.

    Each class has its own code object, since CPython's inline caches work best for a single class.
    """
    names = {f"part{at}": field for at, field in enumerate(fields)}
    shared = assigning_constructor_code(len(fields))
    code = shared.replace(co_names=tuple(names.get(name, name) for name in shared.co_names))
    make = FunctionType(code, {})
    make.__kwdefaults__ = {"kind": kind, "new": kind.__new__}
    return make


@cache
def assigning_constructor_code(part_count: int) -> CodeType:
    """Compile the code object of a constructor that assigns this number of attributes."""
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
    """Make a function that builds an instance of a frozen class, bypassing its ``__setattr__`` as attrs does."""
    return constructor_factory(len(fields))(kind, kind.__new__, *(part_setter(kind, name) for name in fields))


def part_setter(kind: type, name: str) -> Callable[[Any, Any], None]:
    """Return the function that sets an attribute of a frozen class's instance, as attrs does."""
    slot = getattr(kind, name, None)
    set_slot = getattr(slot, "__set__", None)
    return set_slot if set_slot is not None else lambda value, part: object.__setattr__(value, name, part)


@cache
def constructor_factory(part_count: int) -> Callable[..., Callable[..., object]]:
    """Make a factory of constructors with this number of attributes, from ``__new__`` and a setter for each.

    Most values have few parts: code without a loop over these halves the time.
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
