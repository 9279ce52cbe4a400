"""A columnar JSON codec of the compiler's classes, for files that ship with the program.

The files hold the same as those of :mod:`bombsight.compiler.serialize.pickle_codec`, and reading them cannot run code:
JSON gives numbers, texts and lists, from which only listed classes are built. Equal values give equal bytes, so that
two packings of one commit can be compared. Equal parts are written once, but for those that can be changed.

A document is a list of four parts: the names of the classes; the constants; the batches; the number of the whole value.
Values are numbered from 0, constants first, and each refers only to values before it. A batch holds instances of one
class, column by column: the number of the class, the number of instances, and a column for each attribute. A column is
``[0, integers]`` or ``[1, numbers of values]``, with a single item in place of the list where all are equal. For a
container the columns are the lengths and all parts in a row. So a decoder calls a constructor for each value, and does
nothing else in Python.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, repeat
from typing import Any

from bombsight.compiler.serialize.pickle_codec import constructor_of, parts_getter
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.node_classes import define, field

CONSTANTS = (type(None), bool, int, str)
"""The types that JSON represents directly."""

INTEGERS, REFERENCES = 0, 1
"""The kinds of columns."""

CONTAINERS: Mapping[str, Callable[[Iterable[Any]], object]] = {
    "tuple": tuple,
    "list": list,
    "frozenset": frozenset,
    "set": set,
    "dict": lambda parts: dict(zip(*repeat(iter(parts), 2), strict=True)),
}
"""The built-in classes, by name, with their constructors from their parts."""

DECODE_ERRORS = (ArithmeticError, AttributeError, ImportError, LookupError, RecursionError, TypeError, ValueError)
"""The exceptions that decoding may raise on foreign documents."""


@define
class Constant:
    """A constant to encode.

    Attributes:
        value: The constant.
        number: Its number in the document.
    """

    value: object
    number: int


@define
class Entry:
    """A value to encode.

    Attributes:
        level: The number of values below it, one in another.
        parts: Its parts; an integer may stand for itself.
        number: Its number in the document, once all are numbered.
    """

    level: int
    parts: list[int | Constant | Entry]
    number: int = -1


@define
class Collector:
    """Collects all values within a value.

    Attributes:
        constants: The constants, by type and value.
        batches: The other values, by level and name of their class.
        by_id: The entry of each object, by its ``id()``.
        by_content: The entry of each immutable value, by its class and parts.
        kept_alive: The objects in ``by_id``, so that ids stay unique.
    """

    constants: dict[tuple[type, object], Constant] = field(factory=dict)
    batches: dict[tuple[int, str], list[Entry]] = field(factory=dict)
    by_id: dict[int, Entry] = field(factory=dict)
    by_content: dict[tuple[Any, ...], Entry] = field(factory=dict)
    kept_alive: list[object] = field(factory=list)

    def collect(self, value: Any) -> Constant | Entry:
        """Collect a value after its parts.

        Raises:
            TypeError: It contains another class than ours.
        """
        kind = type(value)
        if kind in CONSTANTS:
            return self.collect_constant(value)
        known = self.by_id.get(id(value))
        if known is not None:
            return known
        name, values = class_name_and_parts(value)
        parts = [part if type(part) is int else self.collect(part) for part in values]
        content = (name, *(part if isinstance(part, int) else (id(part),) for part in parts))
        entry = None if kind.__hash__ is None else self.by_content.get(content)
        if entry is None:
            level = 1 + max((part.level for part in parts if isinstance(part, Entry)), default=-1)
            entry = self.by_content[content] = Entry(level, parts)
            self.batches.setdefault((level, name), []).append(entry)
        self.by_id[id(value)] = entry
        self.kept_alive.append(value)
        return entry

    def collect_constant(self, value: object) -> Constant:
        """Collect a constant."""
        return self.constants.setdefault((type(value), value), Constant(value, len(self.constants)))


def encode_columns(value: object) -> bytes:
    """Encode a value as a JSON document.

    Args:
        value: Built from our attrs classes and enums, and plain Python values, without cycles.

    Raises:
        TypeError: It contains another class.
    """
    collector = Collector()
    whole = collector.collect(value)
    batches = sorted(collector.batches.items(), key=lambda batch: batch[0])
    columns = [split_into_columns(name, entries, collector) for (_, name), entries in batches]
    for number, entry in enumerate((entry for _, entries in batches for entry in entries), len(collector.constants)):
        entry.number = number
    names = sorted({name for (_, name), _ in batches})
    document = [
        names,
        [constant.value for constant in collector.constants.values()],
        [
            [names.index(name), len(entries), *map(encode_column, columns_of_batch)]
            for ((_, name), entries), columns_of_batch in zip(batches, columns, strict=True)
        ],
        whole.number,
    ]
    return json.dumps(document, separators=(",", ":")).encode()


Column = Sequence[int | Constant | Entry]
"""The parts of several values: either integers alone, or none."""


def split_into_columns(name: str, entries: Sequence[Entry], collector: Collector) -> list[Column]:
    """Split the parts of a batch into columns: of a container the lengths and all parts, else one for each attribute.

    Args:
        name: The name of the class.
        entries: The values.
        collector: Receives the integers that do not stand for themselves.
    """

    def as_column(parts: Iterable[int | Constant | Entry]) -> Column:
        """Make a column of parts, and constants of the integers in it unless it has nothing else."""
        column = [*parts]
        if all(isinstance(part, int) for part in column):
            return column
        return [collector.collect_constant(part) if isinstance(part, int) else part for part in column]

    if name in CONTAINERS:
        return [[len(entry.parts) for entry in entries], as_column(part for entry in entries for part in entry.parts)]
    return [*map(as_column, zip(*(entry.parts for entry in entries), strict=True))]


def encode_column(column: Column) -> list[Any]:
    """Encode a column: its kind, and its integers or the numbers of its values; only one if all are equal."""
    numbers = [part if isinstance(part, int) else part.number for part in column]
    kind = INTEGERS if all(isinstance(part, int) for part in column) else REFERENCES
    return [kind, numbers[0] if numbers and numbers.count(numbers[0]) == len(numbers) else numbers]


def class_name_and_parts(value: Any) -> tuple[str, Iterable[Any]]:
    """Return the name of a value's class and the value's parts; the parts of a set are sorted.

    Raises:
        TypeError: Values of the class cannot be decoded.
    """
    kind: type = type(value)
    if kind is dict:
        return "dict", [part for pair in value.items() for part in pair]
    if kind in (frozenset, set):
        return kind.__name__, sorted(value, key=encode_columns)  # their texts could hold sets themselves
    if kind in (tuple, list):
        return kind.__name__, value
    return f"{kind.__module__}:{kind.__qualname__}", parts_getter(kind)(value)


@pause_gc()
def decode_columns(content: bytes) -> Any:
    """Decode a value from a JSON document.

    Raises:
        ValueError: The document is malformed, or its classes have changed.
    """
    try:
        names, values, batches, whole = json.loads(content)
        for kind, count, *columns in batches:
            values += decode_batch(names[kind], count, columns, values)
        return values[whole]
    except DECODE_ERRORS as error:
        raise ValueError("this is no document of a value") from error


def decode_batch(name: str, count: int, columns: Sequence[Any], values: Sequence[Any]) -> list[object]:
    """Decode the values of a batch.

    Args:
        name: The name of their class.
        count: Their number.
        columns: Their columns.
        values: The values before them.

    Raises:
        ImportError: The module does not exist or is not ours.
        AttributeError: The module has no such name.
        LookupError: A column refers to no value.
        TypeError: The name is not that of a class to decode, or the columns are not its columns.
        ValueError: A value is impossible.
    """
    if name in CONTAINERS:
        lengths, parts = columns
        make_container, rest = CONTAINERS[name], iter(decode_column(parts, values))
        return [make_container(islice(rest, length)) for length in decode_column(lengths, values, count)]
    module, _, qualified = name.partition(":")
    make = constructor_of(module, qualified)
    if not columns:
        return [make() for _ in range(count)]
    return [*map(make, *(decode_column(column, values, count) for column in columns))]


def decode_column(column: Sequence[Any], values: Sequence[Any], count: int | None = None) -> Iterable[Any]:
    """Decode a column.

    Args:
        column: The column.
        values: The values to which it refers.
        count: The number of its parts; None for as many as are taken.
    """
    kind, numbers = column
    if isinstance(numbers, int):
        part = numbers if kind == INTEGERS else values[numbers]
        return repeat(part) if count is None else repeat(part, count)
    return numbers if kind == INTEGERS else map(values.__getitem__, numbers)
