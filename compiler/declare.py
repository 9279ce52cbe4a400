"""Every declaration of a program, found before any body is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from attrs import define, evolve, field

from bombsight.compiler.amended import origin_of, own_origin
from bombsight.compiler.findings import Findings, near
from bombsight.compiler.graph.nodes import Column, Enum
from bombsight.compiler.symbols import BUILTINS, FieldShape, Symbols, constant, head_name
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span
from bombsight.dsl.words import reserved_words
from bombsight.flat.types import (
    BOOL,
    NONE,
    UNKNOWN,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    Type,
)

V = TypeVar("V")

RESERVED = reserved_words()
"""Words of the language, which cannot be names."""


def collect(items: Sequence[ast.Item], findings: Findings) -> Symbols:
    """Every declaration of a program, with findings for names declared twice."""
    symbols = Symbols(findings)
    collector = Collector(symbols)
    for item in items:
        collector.declare(item)
    collector.resolve_enums()
    collector.resolve_fields([i for i in items if isinstance(i, ast.State)])
    return symbols


@define
class Collector:
    """Fills the symbols."""

    symbols: Symbols
    grids: list[ast.Enum] = field(factory=list)

    def declare(self, item: ast.Item) -> None:
        """Note an item under its name."""
        s = self.symbols
        match item:
            case ast.Game():
                if s.game is not None:
                    self.twice("game", item.span, s.game.span)
                s.game = item
                s.name_lists = name_lists(item)
            case ast.Option():
                self.name(item.name, item.span, s.options, item)
            case ast.Enum():
                if self.name(item.name, item.span, s.enums, Enum(name=item.name, values=(), titles=(), columns=())):
                    self.grids.append(item)
            case ast.Record():
                self.name(item.name, item.span, s.records, item)
            case ast.Table():
                if item.id in s.tables:
                    self.twice(item.id, item.span, s.tables[item.id].span)
                elif self.free(item.id, item.span):
                    s.tables[item.id] = item
            case ast.Define():
                self.name(item.name, item.span, s.defines, item)
            case ast.Procedure():
                self.name(item.name, item.span, s.procedures, item)
            case ast.Reroll():
                self.name(item.name, item.span, s.rerolls, item)
            case ast.ModifierOn():
                s.shared_modifiers.append(item)
            case ast.Example():
                s.examples.append(item)
            case _:
                pass

    def free(self, name: str, span: Span) -> bool:
        """Whether a name is still to be had; if so it is taken."""
        places = self.symbols.places
        if name in places:
            self.twice(name, span, places[name])
            return False
        if name in RESERVED or name in BUILTINS:
            self.symbols.findings.add(
                "N005", f"{name} is a word of the language and cannot be a name", span, help="Choose another name."
            )
        places[name] = span
        return True

    def twice(self, name: str, span: Span, first: Span) -> None:
        """A name is declared a second time."""
        self.symbols.findings.add(
            "N002", f"{name} is declared twice", span, labels=[(first, "first here")], help="Rename one of them."
        )

    def name(self, name: str, span: Span, into: dict[str, Any], value: object) -> bool:
        """Declare a name."""
        if not self.free(name, span):
            return False
        into[name] = value
        return True

    # --- enums

    def resolve_enums(self) -> None:
        """Values first, so that columns may be typed by any enum; then the columns."""
        for node in self.grids:
            names, titles, spans, origins = self.enum_values(node)
            for name, span in zip(names, spans, strict=True):
                if name in RESERVED:
                    self.symbols.findings.add(
                        "N005", f"{name} is a word of the language and cannot be a value", span, help="Choose another."
                    )
                owners = self.symbols.owners_of_word.setdefault(name, [])
                if node.name not in owners:
                    owners.append(node.name)
            self.symbols.enums[node.name] = Enum(
                name=node.name,
                values=tuple(names),
                titles=tuple(titles),
                columns=(),
                span=node.span,
                origin=own_origin(node),
                origins=tuple(origins),
            )
        for node in self.grids:
            if node.rows:
                enum = self.symbols.enums[node.name]
                self.symbols.enums[node.name] = evolve(enum, columns=tuple(self.columns(node, enum)))

    def enum_values(self, node: ast.Enum) -> tuple[list[str], list[str], list[Span], list[Origin]]:
        """Names, titles, places and origins of an enum's values."""
        if not node.rows:
            values = self.once([(value.name, value.span, value) for value in node.values])
            return (
                [v.name for v in values],
                [v.title or v.name.replace("_", " ") for v in values],
                [v.span for v in values],
                [origin_of(v) for v in values],
            )
        title_at = next((i for i, c in enumerate(node.rows[0].cells) if head_name(c) == "title"), None)
        names, titles, spans, origins = [], [], [], []
        for row in self.value_rows(node):
            name = head_name(row.cells[0]) or ""
            title = name.replace("_", " ")
            if title_at is not None and title_at < len(row.cells):
                item = row.cells[title_at].items[0]
                if isinstance(item, ast.Text):
                    title = item.value
            names.append(name)
            titles.append(title)
            spans.append(row.cells[0].span)
            origins.append(origin_of(row))
        return names, titles, spans, origins

    def value_rows(self, node: ast.Enum) -> list[ast.GridRow]:
        """The rows of an enum's grid that name a value; of two that name the same, the first."""
        rows: list[tuple[str, Span, ast.GridRow]] = []
        for row in node.rows[1:]:
            name = head_name(row.cells[0]) if row.cells else None
            if name is None:
                self.symbols.findings.add(
                    "N006", "the first cell of the row must name the value", row.span, help="Write a lower-case word."
                )
            else:
                rows.append((name, row.cells[0].span, row))
        return self.once(rows)

    def once(self, named: Sequence[tuple[str, Span, V]]) -> list[V]:
        """Values, each name once; what is there twice is told here and counts nowhere else."""
        first: dict[str, Span] = {}
        kept = []
        for name, span, value in named:
            if name in first:
                self.twice(name, span, first[name])
            else:
                first[name] = span
                kept.append(value)
        return kept

    def columns(self, node: ast.Enum, enum: Enum) -> Iterator[Column]:
        """The columns of an enum's grid."""
        findings = self.symbols.findings
        head, good = node.rows[0], self.value_rows(node)
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
            name = head_name(cell)
            if name == "title":
                continue
            if name is None:
                findings.add("T009", "a head cell names its column", cell.span, help="Write name or name: Type.")
                continue
            cells = [row.cells[at] if at < len(row.cells) else None for row in good]
            item = cell.items[0]
            if isinstance(item, ast.CellTyped):
                type_ = self.symbols.type_of(item.type)
            else:
                type_ = self.guess(cells)
            values = tuple(self.datum(c, type_) for c in cells)
            if NONE in values and not type_.is_optional:
                type_ = type_.optionally()
            yield Column(name=name, type=type_, values=values)

    def guess(self, cells: Sequence[ast.Cell | None]) -> Type:
        """The type of a column whose head gives none: yes/no, or the range of its numbers, or the one enum."""
        items = [c.items[0] for c in cells if c is not None and not isinstance(c.items[0], ast.CellBlank)]
        if items and all(isinstance(i, ast.YesNo) for i in items):
            return BOOL
        numbers = [constant(i) for i in items]
        if numbers and all(n is not None for n in numbers):
            known = [n for n in numbers if n is not None]
            return IntType(min(known), max(known))
        words = [i.name for i in items if isinstance(i, ast.Name)]
        if words and len(words) == len(items):
            enums = [e for e in self.symbols.enums.values() if all(w in e.values for w in words)]
            if len(enums) == 1:
                return EnumType(enums[0].name)
            if items:
                self.symbols.findings.add(
                    "T010",
                    "this column's type is not clear",
                    items[0].span,
                    help="Give the head a type, such as `home: Place`."
                    + (f" It fits {listed(e.name for e in enums)}." if enums else ""),
                )
                return UNKNOWN
        if items:
            self.symbols.findings.add(
                "T010", "this column mixes kinds of values", items[0].span, help="Use one kind in a column."
            )
        return UNKNOWN

    def datum(self, cell: ast.Cell | None, type_: Type) -> int:
        """The integer of a cell."""
        if cell is None:
            return 0
        item = cell.items[0]
        findings = self.symbols.findings
        if len(cell.items) > 1:
            findings.add("T011", "one value to a cell", cell.span, help="Make two columns of it.")
        if isinstance(item, ast.CellBlank | ast.NoneValue):
            return NONE
        if isinstance(type_, BoolType) and isinstance(item, ast.YesNo):
            return int(item.value)
        number = constant(item)
        if isinstance(type_, IntType) and number is not None:
            if not type_.low <= number <= type_.high:
                findings.add("V001", f"{number} is outside {type_}", cell.span, help="Widen the range or mend it.")
            return number
        if isinstance(type_, EnumType) and isinstance(item, ast.Name):
            values = self.symbols.enums[type_.enum].values
            if item.name in values:
                return values.index(item.name)
            findings.add("N001", f"{item.name} is no {type_.enum}", cell.span, help=near(item.name, values))
            return 0
        if type_ != UNKNOWN:
            findings.add("P001", f"this cell should hold {type_}", cell.span, help="Mend the cell or the head's type.")
        return 0

    # --- fields

    def resolve_fields(self, states: Sequence[ast.State]) -> None:
        """The fields of records and of state."""
        s = self.symbols
        for record in s.records.values():
            members: dict[str, FieldShape] = {}
            for decl in record.fields:
                if decl.name in members:
                    self.twice(decl.name, decl.span, members[decl.name].decl.span)
                else:
                    members[decl.name] = self.shape(decl, record.name)
            s.record_fields[record.name] = members
        for state in states:
            for decl in state.fields:
                if self.free(decl.name, decl.span):
                    shape = self.shape(decl, state.owner)
                    s.fields[decl.name] = shape
                    if isinstance(shape.type, ListType) and isinstance(shape.type.element, ElementType):
                        self.pool(shape, shape.type.element.record)

    def pool(self, shape: FieldShape, record: str) -> None:
        """A state list owns the elements of its record."""
        s = self.symbols
        if record in s.lists:
            s.findings.add(
                "N007",
                f"{record} has two lists",
                shape.decl.span,
                labels=[(s.fields[s.lists[record]].decl.span, "the first")],
                help="Each record type has one list.",
            )
        else:
            s.lists[record] = shape.name

    def shape(self, decl: ast.FieldDecl, owner: str) -> FieldShape:
        """A declared field."""
        s = self.symbols
        type_: Type | None = None
        record = None
        if isinstance(decl.type, ast.NamedType) and decl.type.name in s.records and not decl.type.optional:
            record = decl.type.name
        else:
            type_ = s.type_of(decl.type, owner)
        indices = []
        for index in decl.indices:
            if index.enum in s.enums:
                indices.append(index.enum)
            else:
                s.findings.add("N001", f"there is no enum {index.enum}", index.span, help=near(index.enum, s.enums))
        names = tuple(index.name or f"_{at}" for at, index in enumerate(decl.indices))
        return FieldShape(decl.name, owner, decl, type_, record, tuple(indices), names[: len(indices)])


def name_lists(game: ast.Game) -> dict[str, tuple[str, ...]]:
    """The lists of names in a manifest; lines for one record add up."""
    lists: dict[str, tuple[str, ...]] = {"": ()}
    for line in game.lines:
        if line.key == "names":
            lists[line.of or ""] = lists.get(line.of or "", ()) + tuple(map(str, line.values))
    return lists
