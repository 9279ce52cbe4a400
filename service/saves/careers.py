"""The state of a career (series of missions) as tables: all its titled fields and lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import prod

from attrs import frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.types import NONE, BoolType, EnumType, IntType, TextType
from bombsight.runtime.events.describe import Describer
from bombsight.service.boards.boards import listed_members
from bombsight.service.present.sheet import CAREER, holder_title, is_shown_field, place_title


@frozen
class Fact:
    """A field with a single value: its title and the value in words.

    Attributes:
        id: The field's id in the rules.
        title: The field's display name.
        name: The value's stable name.
        value: The value's display text.
        names: Of a name, the record whose own list of names it comes from, empty for the general list; else null.
    """

    id: str
    title: str
    name: str
    value: str
    names: str | None = None


@frozen
class Column:
    """A column of a table.

    Attributes:
        id: The field's id in the rules; empty for the column of places.
        title: The column head.
        is_number: Whether its values are numbers.
        matters: Whether more of it is `good` or `bad` for the player, or empty.
        names: Of names, the record whose own list of names they come from, empty for the general list; else null.
    """

    id: str
    title: str
    is_number: bool
    matters: str = ""
    names: str | None = None


@frozen
class CareerTable:
    """A table of a career: a list's elements as rows, or an indexed field's indices (such as seats) as rows.

    Attributes:
        id: The list's id; for fields, the enums of the places.
        title: The list's title; empty for fields, whose columns have titles.
        columns: The columns; for fields, the places first.
        rows: The cells' display texts, row by row; empty for none.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Career:
    """The state of a career (series of missions), as single values and tables.

    Attributes:
        facts: The fields with single values.
        tables: The tables of fields by place, then of lists; empty ones are left out.
    """

    facts: tuple[Fact, ...]
    tables: tuple[CareerTable, ...]


def career_of(describer: Describer) -> Career:
    """Read the career's titled fields and lists from a state."""
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
    """Read a field with a single value into its title and the value in words."""
    value = describer.slots[field.base]
    title = field.title or holder_title(field)
    words = describer.value_name(field.type, value), describer.value_title(field.type, value)
    return Fact(field.id, title, *words, name_list_of(field))


def name_list_of(field: SlotField) -> str | None:
    """Return the record whose list of names a field's names come from, empty for the general list; None without."""
    return field.type.names if isinstance(field.type, TextType) else None


def make_place_table(
    describer: Describer, fields: Sequence[SlotField], places: Sequence[int] | None = None
) -> CareerTable:
    """Build a table of fields with equal index types side by side, a row for each index.

    Args:
        describer: The describer of the state.
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
    """Find the indices at which any of the fields holds a name, or differs from its initial value.

    If the rules' boards list the places by name, names at other places are ignored.
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
    """Return a field's column head: its title after the colon, as ``nights`` of ``Keeper: nights``."""
    if not field.title:
        return field.id.rpartition(".")[2].replace("_", " ")
    return field.title.rpartition(": ")[2]


def make_list_table(describer: Describer, pool: SlotList) -> CareerTable:
    """Build the table of a list, a row for each element."""
    fields = [field for field in describer.program.fields if field.owner == pool.id and has_column(field)]
    rows = []
    for reference in describer.element_references(pool):
        at = reference % pool.capacity
        rows.append(tuple(cell_text(describer, field, describer.slots[field.base + at]) for field in fields))
    columns = tuple(make_column(field, column_head(field)) for field in fields)
    return CareerTable(pool.id, pool.title, columns, tuple(rows))


def has_column(field: SlotField) -> bool:
    """Whether an element's field becomes a column: it is no array, and has a title or is a name."""
    return len(field.shape) == 1 and not field.indices and (bool(field.title) or isinstance(field.type, TextType))


def make_column(field: SlotField, title: str) -> Column:
    """Create the column of a field under a title."""
    return Column(field.id, title, isinstance(field.type, IntType), field.matters, name_list_of(field))


def cell_text(describer: Describer, field: SlotField, value: int) -> str:
    """Render a value as the text of a table cell; ``none``, ``no`` and the first of a scale of damage become empty."""
    if value == NONE or (isinstance(field.type, BoolType) and not value):
        return ""
    if field.matters == "bad" and isinstance(field.type, EnumType) and value == 0:
        return ""
    return describer.value_title(field.type, value)


def join_tables(tables: Sequence[CareerTable]) -> Iterator[CareerTable]:
    """Concatenate the rows of tables of the same list from several careers."""
    for (id_, title, columns), same_columns in group_by_columns(tables):
        yield CareerTable(id_, title, columns, tuple(row for table in same_columns for row in table.rows))


def group_by_columns(
    tables: Sequence[CareerTable],
) -> Iterator[tuple[tuple[str, str, tuple[Column, ...]], list[CareerTable]]]:
    """Group tables that have the same id, title and columns; yield that key and the tables."""
    groups: dict[tuple[str, str, tuple[Column, ...]], list[CareerTable]] = {}
    for table in tables:
        groups.setdefault((table.id, table.title, table.columns), []).append(table)
    yield from groups.items()
