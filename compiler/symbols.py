"""What a program declares: every name, found before any body is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from compiler.findings import Findings, near
from compiler.graph.nodes import Column, Enum
from compiler.graph.types import (
    BOOL,
    INT_MAX,
    INT_MIN,
    NONE,
    UNKNOWN,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    TextType,
    Type,
)
from compiler.standings import said
from dsl import ast
from dsl.source import Span
from dsl.words import reserved_words

RESERVED = reserved_words()
"""Words of the language, which cannot be names."""

BUILTINS = frozenset({"min", "max", "next", "previous"})


@frozen
class FieldShape:
    """A field as declared, its record not yet spread into leaves.

    Attributes:
        name: Its name.
        owner: The procedure it lives as long as, ``career``, or the record it belongs to.
        decl: The declaration.
        type: The type of one value; None for a record by value.
        record: The record it holds by value, or None.
        indices: Enum names of its dimensions.
        index_names: Their names in the default.
    """

    name: str
    owner: str
    decl: ast.FieldDecl
    type: Type | None
    record: str | None
    indices: tuple[str, ...]
    index_names: tuple[str, ...]


@define
class Symbols:
    """Every declared name of a program."""

    findings: Findings
    game: ast.Game | None = None
    enums: dict[str, Enum] = field(factory=dict)
    records: dict[str, ast.Record] = field(factory=dict)
    record_fields: dict[str, dict[str, FieldShape]] = field(factory=dict)
    fields: dict[str, FieldShape] = field(factory=dict)
    options: dict[str, ast.Option] = field(factory=dict)
    tables: dict[str, ast.Table] = field(factory=dict)
    defines: dict[str, ast.Define] = field(factory=dict)
    procedures: dict[str, ast.Procedure] = field(factory=dict)
    rerolls: dict[str, ast.Reroll] = field(factory=dict)
    shared_modifiers: list[ast.ModifierOn] = field(factory=list)
    examples: list[ast.Example] = field(factory=list)
    lists: dict[str, str] = field(factory=dict)
    """Record name to the state list that holds its elements."""
    places: dict[str, Span] = field(factory=dict)
    name_lists: dict[str, tuple[str, ...]] = field(factory=dict)
    """Record to the names of its elements; empty for the general list."""
    owners_of_word: dict[str, list[str]] = field(factory=dict)
    """Enum value to the enums that have it."""

    def type_of(self, node: ast.TypeExpr, record: str = "") -> Type:
        """The type that a type expression means; a finding and UNKNOWN where it means none.

        Args:
            node: As written.
            record: The record whose field has it, or empty.
        """
        if isinstance(node, ast.YesNoType):
            return BOOL
        if isinstance(node, ast.RangeType):
            low, high = constant(node.low), constant(node.high)
            if low is None or high is None:
                self.findings.add(
                    "V002", "the ends of a range must be numbers", node.span, help="Write them out, such as 0..5."
                )
                return UNKNOWN
            if low > high:
                self.findings.add(
                    "V003", f"the range {low}..{high} is empty", node.span, help="Put the lower end first."
                )
                return UNKNOWN
            if low < INT_MIN or high > INT_MAX:
                self.findings.add("V004", "the range does not fit 32 bits", node.span, help="Use smaller numbers.")
                return UNKNOWN
            return IntType(low, high, optional=node.optional)
        if isinstance(node, ast.ListType):
            element = self.type_of(ast.NamedType(node.element, span=node.span))
            return ListType(element, node.capacity)
        assert isinstance(node, ast.NamedType)
        if node.name == "text":
            return TextType(record if record in self.name_lists else "")
        if node.name in self.enums:
            return EnumType(node.name, optional=node.optional)
        if node.name in self.records:
            return ElementType(node.name, optional=node.optional)
        self.findings.add(
            "N001",
            f"there is no type {node.name}",
            node.span,
            help=near(node.name, [*self.enums, *self.records, "text"])
            or "A type is yes/no, a range such as 0..5, an enum, a record, text or a list.",
        )
        return UNKNOWN

    def domain_size(self, type_: Type) -> list[int] | None:
        """Every value of a type that a table may be keyed by, none last; None for a type without a finite list."""
        values: list[int]
        if isinstance(type_, BoolType):
            return [0, 1]
        if isinstance(type_, IntType):
            values = list(range(type_.low, type_.high + 1))
        elif isinstance(type_, EnumType):
            values = list(range(len(self.enums[type_.enum].values)))
        else:
            return None
        return [*values, NONE] if type_.is_optional else values


def constant(node: ast.Expr) -> int | None:
    """The number that an expression of literals stands for."""
    if isinstance(node, ast.Number):
        return node.value
    if isinstance(node, ast.Negate):
        value = constant(node.value)
        return None if value is None else -value
    if isinstance(node, ast.Binary):
        left, right = constant(node.left), constant(node.right)
        if left is None or right is None:
            return None
        return {"+": left + right, "-": left - right, "*": left * right}[node.op]
    return None


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
            names, titles, spans, touched = self.enum_values(node)
            values: dict[str, Span] = {}
            for name, span in zip(names, spans, strict=True):
                if name in values:
                    self.twice(name, span, values[name])
                if name in RESERVED:
                    self.symbols.findings.add(
                        "N005", f"{name} is a word of the language and cannot be a value", span, help="Choose another."
                    )
                values[name] = span
                owners = self.symbols.owners_of_word.setdefault(name, [])
                if node.name not in owners:
                    owners.append(node.name)
            standing, evidence = said(node.provenance)
            self.symbols.enums[node.name] = Enum(
                name=node.name,
                values=tuple(names),
                titles=tuple(titles),
                columns=(),
                standing=standing,
                evidence=evidence,
                cite=node.cite,
                span=node.span,
                touched=node.touched,
                row_touched=tuple(touched),
            )
        for node in self.grids:
            if node.rows:
                enum = self.symbols.enums[node.name]
                self.symbols.enums[node.name] = evolve(enum, columns=tuple(self.columns(node, enum)))

    def enum_values(self, node: ast.Enum) -> tuple[list[str], list[str], list[Span], list[tuple[str, ...]]]:
        """Names, titles, places and amendments of an enum's values."""
        if not node.rows:
            return (
                [v.name for v in node.values],
                [v.title or v.name.replace("_", " ") for v in node.values],
                [v.span for v in node.values],
                [v.touched for v in node.values],
            )
        head, *rows = node.rows
        title_at = next((i for i, c in enumerate(head.cells) if head_name(c) == "title"), None)
        names, titles, spans, touched = [], [], [], []
        for row in rows:
            name = head_name(row.cells[0]) if row.cells else None
            if name is None:
                self.symbols.findings.add(
                    "N006", "the first cell of the row must name the value", row.span, help="Write a lower-case word."
                )
                continue
            title = name.replace("_", " ")
            if title_at is not None and title_at < len(row.cells):
                item = row.cells[title_at].items[0]
                if isinstance(item, ast.Text):
                    title = item.value
            names.append(name)
            titles.append(title)
            spans.append(row.cells[0].span)
            touched.append(row.touched)
        return names, titles, spans, touched

    def columns(self, node: ast.Enum, enum: Enum) -> Iterator[Column]:
        """The columns of an enum's grid."""
        findings = self.symbols.findings
        head, *rows = node.rows
        good = [row for row in rows if row.cells and head_name(row.cells[0]) is not None]
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
                    + (f" It fits {' and '.join(e.name for e in enums)}." if enums else ""),
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


def head_name(cell: ast.Cell) -> str | None:
    """The word of a head cell, or of a value's first cell."""
    item = cell.items[0]
    if len(cell.items) == 1 and isinstance(item, ast.Name | ast.CellTyped):
        return item.name
    return None
