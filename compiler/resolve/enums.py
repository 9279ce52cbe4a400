"""Resolution of enums: their values, and their columns of printed data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve

from bombsight.compiler.amendments import origin_of, own_origin
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph.nodes import Column, Enum, TableColumn
from bombsight.compiler.resolve.types import resolve_type
from bombsight.compiler.symbols import TITLE_COLUMNS, fold_constants, head_word
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span
from bombsight.dsl.words import reserved_words
from bombsight.flat.types import BOOL, NONE, UNKNOWN, BoolType, EnumType, IntType, Type

V = TypeVar("V")

RESERVED_WORDS = reserved_words()
"""Reserved words of the language."""


def resolve_enums(nodes: Sequence[ast.Enum], records: Mapping[str, object], findings: Findings) -> dict[str, Enum]:
    """Resolve all enums, by name: values first, so that a column's type may be any enum."""
    without_columns = {node.name: resolve_enum(node, findings) for node in nodes}
    return {
        node.name: with_columns(
            without_columns[node.name], [*resolve_columns(node, without_columns, records, findings)]
        )
        if node.rows
        else without_columns[node.name]
        for node in nodes
    }


def with_columns(enum: Enum, columns: Sequence[Column | TableColumn]) -> Enum:
    """Return an enum with its columns of data and of tables."""
    return evolve(
        enum,
        columns=tuple(column for column in columns if isinstance(column, Column)),
        table_columns=tuple(column for column in columns if isinstance(column, TableColumn)),
    )


def enums_by_word(enums: Iterable[Enum]) -> dict[str, tuple[str, ...]]:
    """Map each enum value to the names of the enums that contain it."""
    owners: dict[str, tuple[str, ...]] = {}
    for enum in enums:
        for word in dict.fromkeys(enum.values):
            owners[word] = (*owners.get(word, ()), enum.name)
    return owners


def report_duplicate_declaration(findings: Findings, name: str, span: Span, first_span: Span) -> None:
    """Report N002: a name is declared twice.

    Args:
        findings: Collects errors.
        name: The name.
        span: The second declaration.
        first_span: The first declaration.
    """
    findings.add(
        "N002", f"{name} is declared twice", span, labels=[(first_span, "first here")], help="Rename one of them."
    )


# --- values


def resolve_enum(node: ast.Enum, findings: Findings) -> Enum:
    """Resolve an enum's values, without its columns."""
    values = read_enum_values(node, findings)
    for value in values:
        if value.name in RESERVED_WORDS:
            message = f"{value.name} is a word of the language and cannot be a value"
            findings.add("N005", message, value.span, help="Choose another.")
    shorts = tuple(value.short for value in values)
    return Enum(
        name=node.name,
        values=tuple(value.name for value in values),
        titles=tuple(value.title for value in values),
        columns=(),
        shorts=shorts if any(shorts) else (),
        span=node.span,
        origin=own_origin(node),
        origins=tuple(value.origin for value in values),
    )


@frozen
class DeclaredValue:
    """A value of an enum as it is declared: its name, its titles (the short one may be empty), place and origin."""

    name: str
    title: str
    short: str
    span: Span
    origin: Origin


def read_enum_values(node: ast.Enum, findings: Findings) -> list[DeclaredValue]:
    """Return the values that an enum declares."""
    if not node.rows:
        values = drop_duplicate_values(findings, [(value.name, value.span, value) for value in node.values])
        return [
            DeclaredValue(v.name, v.title or v.name.replace("_", " "), v.short or "", v.span, origin_of(v))
            for v in values
        ]
    found = []
    for row in read_value_rows(node, findings):
        name = head_word(row.cells[0]) or ""
        title, short = (text_in_column(node, row, head) for head in ("title", "short"))
        value = DeclaredValue(name, title or name.replace("_", " "), short, row.cells[0].span, origin_of(row))
        found.append(value)
    return found


def text_in_column(node: ast.Enum, row: ast.GridRow, head: str) -> str:
    """Return the text that a row of an enum's grid has in the column with a head; empty without one."""
    at = next((at for at, cell in enumerate(node.rows[0].cells) if head_word(cell) == head), len(row.cells))
    item = row.cells[at].items[0] if at < len(row.cells) else None
    return item.value if isinstance(item, ast.Text) else ""


def read_value_rows(node: ast.Enum, findings: Findings) -> list[ast.GridRow]:
    """Return the rows of an enum's grid that declare a value; report duplicates, and leave them out."""
    rows: list[tuple[str, Span, ast.GridRow]] = []
    for row in node.rows[1:]:
        name = head_word(row.cells[0]) if row.cells else None
        if name is None:
            findings.add(
                "N006", "the first cell of the row must name the value", row.span, help="Write a lower-case word."
            )
        else:
            rows.append((name, row.cells[0].span, row))
    return drop_duplicate_values(findings, rows)


def drop_duplicate_values(findings: Findings, entries: Sequence[tuple[str, Span, V]]) -> list[V]:
    """Drop values with duplicate names, and report them."""
    first: dict[str, Span] = {}
    kept = []
    for name, span, value in entries:
        if name in first:
            report_duplicate_declaration(findings, name, span, first[name])
        else:
            first[name] = span
            kept.append(value)
    return kept


# --- columns


def resolve_columns(
    node: ast.Enum, enums: Mapping[str, Enum], records: Mapping[str, object], findings: Findings
) -> Iterator[Column | TableColumn]:
    """Yield the columns of an enum's grid, of data and of tables.

    Args:
        node: The enum.
        enums: All enums by name, for the types of columns.
        records: The names of records, for errors.
        findings: Collects errors.
    """
    head, good = node.rows[0], read_value_rows(node, findings)
    for row in good:
        if len(row.cells) != len(head.cells):
            findings.add(
                "T004",
                f"this row has {len(row.cells)} cells, the head has {len(head.cells)}",
                row.span,
                labels=[(head.span, "the head")],
                help="Give every column a cell; - stands for none.",
            )
    for at, cell in enumerate(head.cells[1:], 1):
        name = head_word(cell)
        if name in TITLE_COLUMNS:
            continue
        if name is None:
            findings.add("T009", "a head cell names its column", cell.span, help="Write name or name: Type.")
            continue
        cells = [row.cells[at] if at < len(row.cells) else None for row in good]
        item = cell.items[0]
        if any(isinstance(each, ast.CellTable) for c in cells if c is not None for each in c.items):
            yield TableColumn(name=name, tables=tuple(read_table_cell(c, cell, findings) for c in cells))
            continue
        if isinstance(item, ast.CellTyped):
            type_ = resolve_type(item.type, enums, records, findings)
        else:
            type_ = infer_column_type(cells, enums, findings)
        values = tuple(read_datum(c, type_, enums, findings) for c in cells)
        if NONE in values and not type_.is_optional:
            type_ = type_.with_none()
        yield Column(name=name, type=type_, values=values)


def read_table_cell(cell: ast.Cell | None, head: ast.Cell, findings: Findings) -> str:
    """Return the table that a cell names, empty for none; report any other cell.

    Args:
        cell: The cell; None counts as none.
        head: The head of the column.
        findings: Collects errors.
    """
    item = cell.items[0] if cell is not None and len(cell.items) == 1 else None
    if isinstance(item, ast.CellTable):
        if isinstance(head.items[0], ast.CellTyped):
            findings.add("T010", "a column of tables has no type", head.span, help="Leave the type out.")
        return item.table
    if cell is not None and not isinstance(item, ast.CellBlank | ast.NoneValue):
        findings.add(
            "T010",
            "the other cells of this column name tables",
            cell.span,
            labels=[(head.span, "the column")],
            help="Write `table`, and the id of one; or -, which stands for none.",
        )
    return ""


def infer_column_type(cells: Sequence[ast.Cell | None], enums: Mapping[str, Enum], findings: Findings) -> Type:
    """Infer the type of a data column without annotation: yes/no, a number range, or the only matching enum."""
    items = [c.items[0] for c in cells if c is not None and not isinstance(c.items[0], ast.CellBlank)]
    if items and all(isinstance(i, ast.YesNo) for i in items):
        return BOOL
    numbers = [fold_constants(i) for i in items]
    if numbers and all(n is not None for n in numbers):
        known = [n for n in numbers if n is not None]
        return IntType(min(known), max(known))
    words = [i.name for i in items if isinstance(i, ast.Name)]
    if words and len(words) == len(items):
        fitting = [e for e in enums.values() if all(w in e.values for w in words)]
        if len(fitting) == 1:
            return EnumType(fitting[0].name)
        if items:
            findings.add(
                "T010",
                "this column's type is not clear",
                items[0].span,
                help="Give the head a type, such as `home: Place`."
                + (f" It fits {join_names(e.name for e in fitting)}." if fitting else ""),
            )
            return UNKNOWN
    if items:
        findings.add("T010", "this column mixes kinds of values", items[0].span, help="Use one kind in a column.")
    return UNKNOWN


def read_datum(cell: ast.Cell | None, type_: Type, enums: Mapping[str, Enum], findings: Findings) -> int:
    """Convert a cell of a data column to an integer, and report values that do not match the column's type.

    Args:
        cell: The cell; None counts as 0.
        type_: The type of the column.
        enums: All enums by name.
        findings: Collects errors.
    """
    if cell is None:
        return 0
    item = cell.items[0]
    if len(cell.items) > 1:
        findings.add("T011", "one value to a cell", cell.span, help="Make two columns of it.")
    if isinstance(item, ast.CellBlank | ast.NoneValue):
        return NONE
    if isinstance(type_, BoolType) and isinstance(item, ast.YesNo):
        return int(item.value)
    number = fold_constants(item)
    if isinstance(type_, IntType) and number is not None:
        if not type_.low <= number <= type_.high:
            findings.add("V001", f"{number} is outside {type_}", cell.span, help="Widen the range or mend it.")
        return number
    if isinstance(type_, EnumType) and isinstance(item, ast.Name):
        values = enums[type_.enum].values
        if item.name in values:
            return values.index(item.name)
        help = findings.suggest(item.name, values, f"{type_.enum} has")
        findings.add("N001", f"{item.name} is no {type_.enum}", cell.span, help=help)
        return 0
    if type_ != UNKNOWN:
        findings.add("P001", f"this cell should hold {type_}", cell.span, help="Mend the cell or the head's type.")
    return 0
