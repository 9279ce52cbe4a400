"""What a career has come to: what the rules keep of it under a title, as tables that people read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import prod

from attrs import frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.types import NONE, BoolType, IntType, TextType
from bombsight.runtime.events.describe import Describer
from bombsight.service.boards.boards import listed_members
from bombsight.service.present.sheet import CAREER, holder_title, is_shown_field, place_title


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
    fields = [field for field in describer.program.fields if field.owner == CAREER and is_shown_field(field)]
    single_fields = [field for field in fields if not field.shape]
    indexed_fields = sorted((field for field in fields if field.shape), key=lambda field: field.indices)
    place_tables = [
        make_place_table(describer, [*found]) for _, found in groupby(indexed_fields, key=lambda field: field.indices)
    ]
    lists = [
        make_list_table(describer, found) for found in describer.program.lists if found.owner == CAREER and found.title
    ]
    return Career(
        facts=tuple(make_fact(describer, field) for field in single_fields),
        tables=tuple(table for table in [*place_tables, *lists] if table.rows),
    )


def make_fact(describer: Describer, field: SlotField) -> Fact:
    """A field with a single value."""
    value = describer.slots[field.base]
    title = field.title or holder_title(field)
    return Fact(field.id, title, describer.value_name(field.type, value), describer.value_title(field.type, value))


def make_place_table(
    describer: Describer, fields: Sequence[SlotField], places: Sequence[int] | None = None
) -> CareerTable:
    """Fields with the same places side by side.

    Args:
        describer: Of the state.
        fields: The fields.
        places: The numbers of the places that have a row; None for those of :func:`find_occupied_places`.
    """
    first, rows = fields[0], []
    for offset in find_occupied_places(describer, fields) if places is None else places:
        cells = (cell_text(describer, field, describer.slots[field.base + offset]) for field in fields)
        rows.append((place_title(describer, first, offset), *cells))
    heads = [Column("", "", False), *(make_column(field, column_head(field)) for field in fields)]
    return CareerTable(" ".join(first.indices), "", tuple(heads), tuple(rows))


def find_occupied_places(describer: Describer, fields: Sequence[SlotField]) -> list[int]:
    """The places where anything is kept: a value that is not as in the beginning, or a name.

    Where the rules' boards list by name which places there are, a name elsewhere is nobody's.
    """
    first = fields[0]
    has_names = any(isinstance(field.type, TextType) for field in fields)
    named_places = listed_members(describer, first.indices[0]) if has_names and len(first.indices) == 1 else None
    value_fields = [field for field in fields if not isinstance(field.type, TextType)]
    return [
        offset
        for offset in range(prod(first.shape))
        if (has_names and (named_places is None or offset in named_places))
        or any(describer.slots[field.base + offset] != field.defaults[offset] for field in value_fields)
    ]


def column_head(field: SlotField) -> str:
    """What heads the column of a field: of ``Keeper: nights`` the part that is its own."""
    if not field.title:
        return field.id.rpartition(".")[2].replace("_", " ")
    return field.title.rpartition(": ")[2]


def make_list_table(describer: Describer, pool: SlotList) -> CareerTable:
    """A list, an element a row."""
    fields = [field for field in describer.program.fields if field.owner == pool.id and has_column(field)]
    rows = []
    for reference in describer.element_references(pool):
        at = reference % pool.capacity
        rows.append(tuple(cell_text(describer, field, describer.slots[field.base + at]) for field in fields))
    columns = tuple(make_column(field, column_head(field)) for field in fields)
    return CareerTable(pool.id, pool.title, columns, tuple(rows))


def has_column(field: SlotField) -> bool:
    """Whether a field of an element has one value, and people see it."""
    return len(field.shape) == 1 and not field.indices and (bool(field.title) or isinstance(field.type, TextType))


def make_column(field: SlotField, title: str) -> Column:
    """The column of a field."""
    return Column(field.id, title, isinstance(field.type, IntType))


def cell_text(describer: Describer, field: SlotField, value: int) -> str:
    """A value in a table: none and no stay empty."""
    if value == NONE or (isinstance(field.type, BoolType) and not value):
        return ""
    return describer.value_title(field.type, value)


def join_tables(tables: Sequence[CareerTable]) -> Iterator[CareerTable]:
    """Tables of the same list, of several careers, one below the other."""
    for (id_, title, columns), same_columns in group_by_columns(tables):
        yield CareerTable(id_, title, columns, tuple(row for table in same_columns for row in table.rows))


def group_by_columns(
    tables: Sequence[CareerTable],
) -> Iterator[tuple[tuple[str, str, tuple[Column, ...]], list[CareerTable]]]:
    """Tables that have the same columns."""
    groups: dict[tuple[str, str, tuple[Column, ...]], list[CareerTable]] = {}
    for table in tables:
        groups.setdefault((table.id, table.title, table.columns), []).append(table)
    yield from groups.items()
