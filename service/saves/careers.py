"""What a career has come to: what the rules keep of it under a title, as tables that people read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import prod

from attrs import frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.types import NONE, BoolType, IntType, TextType
from bombsight.runtime.events.describe import Describer
from bombsight.service.boards.shown import members_named
from bombsight.service.present.sheet import CAREER, is_shown, place, title_of


@frozen
class Fact:
    """A single value.

    Attributes:
        id: As in the rules.
        title: What people see it called.
        name: The value's stable name.
        value: The same for reading.
    """

    id: str
    title: str
    name: str
    value: str


@frozen
class Column:
    """A column of a table.

    Attributes:
        id: As in the rules; empty for the places.
        title: Its head.
        is_number: Whether its values are numbers.
    """

    id: str
    title: str
    is_number: bool


@frozen
class CareerTable:
    """A list, or fields that have a value for each of the same places.

    Attributes:
        id: The list's; of fields the places' enums.
        title: Its title; empty for fields, whose columns have theirs.
        columns: Its columns, for fields the places first.
        rows: The values for reading, row by row; empty for none.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Career:
    """What the rules keep of a career.

    Attributes:
        facts: Single values.
        tables: Fields by their places, then lists; what holds nothing is left out.
    """

    facts: tuple[Fact, ...]
    tables: tuple[CareerTable, ...]


def career_of(describer: Describer) -> Career:
    """The career as it stands: what has a title, and who has a name."""
    fields = [field for field in describer.program.fields if field.owner == CAREER and is_shown(field)]
    single = [field for field in fields if not field.shape]
    placed = sorted((field for field in fields if field.shape), key=lambda field: field.indices)
    by_place = [by_places(describer, [*found]) for _, found in groupby(placed, key=lambda field: field.indices)]
    lists = [elements(describer, found) for found in describer.program.lists if found.owner == CAREER and found.title]
    return Career(
        facts=tuple(fact(describer, field) for field in single),
        tables=tuple(table for table in [*by_place, *lists] if table.rows),
    )


def fact(describer: Describer, field: SlotField) -> Fact:
    """A field with a single value."""
    value = describer.slots[field.base]
    title = field.title or title_of(field)
    return Fact(field.id, title, describer.name(field.type, value), describer.title(field.type, value))


def by_places(describer: Describer, fields: Sequence[SlotField], places: Sequence[int] | None = None) -> CareerTable:
    """Fields with the same places side by side.

    Args:
        describer: Of the state.
        fields: The fields.
        places: The numbers of the places that have a row; None for those of :func:`places_kept`.
    """
    first, rows = fields[0], []
    for offset in places_kept(describer, fields) if places is None else places:
        told = (said(describer, field, describer.slots[field.base + offset]) for field in fields)
        rows.append((place(describer, first, offset), *told))
    heads = [Column("", "", False), *(column(field, head(field)) for field in fields)]
    return CareerTable(" ".join(first.indices), "", tuple(heads), tuple(rows))


def places_kept(describer: Describer, fields: Sequence[SlotField]) -> list[int]:
    """The places where anything is kept: a value that is not as in the beginning, or a name.

    Where the rules' boards list by name which places there are, a name elsewhere is nobody's.
    """
    first = fields[0]
    named = any(isinstance(field.type, TextType) for field in fields)
    there = members_named(describer, first.indices[0]) if named and len(first.indices) == 1 else None
    valued = [field for field in fields if not isinstance(field.type, TextType)]
    return [
        offset
        for offset in range(prod(first.shape))
        if (named and (there is None or offset in there))
        or any(describer.slots[field.base + offset] != field.defaults[offset] for field in valued)
    ]


def head(field: SlotField) -> str:
    """What heads the column of a field: of ``Keeper: nights`` the part that is its own."""
    if not field.title:
        return field.id.rpartition(".")[2].replace("_", " ")
    return field.title.rpartition(": ")[2]


def elements(describer: Describer, found: SlotList) -> CareerTable:
    """A list, an element a row."""
    fields = [field for field in describer.program.fields if field.owner == found.id and is_told(field)]
    rows = []
    for reference in describer.references(found):
        at = reference % found.capacity
        rows.append(tuple(said(describer, field, describer.slots[field.base + at]) for field in fields))
    columns = tuple(column(field, head(field)) for field in fields)
    return CareerTable(found.id, found.title, columns, tuple(rows))


def is_told(field: SlotField) -> bool:
    """Whether a field of an element has one value, and people see it."""
    return len(field.shape) == 1 and not field.indices and (bool(field.title) or isinstance(field.type, TextType))


def column(field: SlotField, title: str) -> Column:
    """The column of a field."""
    return Column(field.id, title, isinstance(field.type, IntType))


def said(describer: Describer, field: SlotField, value: int) -> str:
    """A value in a table: none and no stay empty."""
    if value == NONE or (isinstance(field.type, BoolType) and not value):
        return ""
    return describer.title(field.type, value)


def joined(tables: Sequence[CareerTable]) -> Iterator[CareerTable]:
    """Tables of the same list, of several careers, one below the other."""
    for (id_, title, columns), found in grouped(tables):
        yield CareerTable(id_, title, columns, tuple(row for table in found for row in table.rows))


def grouped(
    tables: Sequence[CareerTable],
) -> Iterator[tuple[tuple[str, str, tuple[Column, ...]], list[CareerTable]]]:
    """Tables that have the same columns."""
    found: dict[tuple[str, str, tuple[Column, ...]], list[CareerTable]] = {}
    for table in tables:
        found.setdefault((table.id, table.title, table.columns), []).append(table)
    yield from found.items()
