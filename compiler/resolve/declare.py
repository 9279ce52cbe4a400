"""The first stage: collect every declared name into a symbol table, before any body is resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeVar, assert_never

from attrs import evolve

from bombsight.compiler.findings import Findings
from bombsight.compiler.graph.nodes import Enum
from bombsight.compiler.resolve.enums import RESERVED_WORDS, report_duplicate_declaration, resolve_enums
from bombsight.compiler.resolve.type_names import normalize_type_names
from bombsight.compiler.resolve.types import resolve_type
from bombsight.compiler.symbols import PLAYERS, RESERVED_BUILTINS, FieldShape, SymbolTable, has_invalid_none_default
from bombsight.dsl import ast
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import Span
from bombsight.dsl.words import value_words
from bombsight.flat.types import UNKNOWN, ElementType, EnumType, ListType, TextType, Type, UnknownType

N = TypeVar("N", bound=ast.Item)
FieldShapes = dict[str, FieldShape]
VALUE_WORDS = value_words()


@define
class Namespace:
    """A set of declared names under construction, such as the one that items and state fields share."""

    findings: Findings
    places: dict[str, Span] = field(factory=dict)

    def claim(self, name: str, span: Span) -> bool:
        """Register a name for a declaration; report it and return False if another declaration has it."""
        if name in self.places:
            report_duplicate_declaration(self.findings, name, span, self.places[name])
            return False
        if name in RESERVED_WORDS or name in RESERVED_BUILTINS:
            report_reserved_name(self.findings, name, span)
        self.places[name] = span
        return True


def report_reserved_name(findings: Findings, name: str, span: Span) -> None:
    """Report N005: a declaration uses a reserved word as its name."""
    findings.add("N005", f"{name} is a word of the language and cannot be a name", span, help="Choose another name.")


def build_symbol_table(
    items: Sequence[ast.Item], findings: Findings, previous: SymbolTable | None = None
) -> SymbolTable:
    """Build the symbol table of items, and report duplicate declarations.

    Args:
        items: The items.
        findings: Collects the errors.
        previous: The symbol table of nearly the same items, whose enums are reused if unchanged.
    """
    space = Namespace(findings)
    items = normalize_type_names(items, findings)
    game = find_manifest(items, findings)
    counts = [item for item in items if item is game or not isinstance(item, ast.Game)]
    apart: dict[type[ast.Item], Namespace] = {kind: Namespace(findings) for kind in (ast.Board, ast.Luck)}
    kept = tuple(item for item in counts if claim_name(item, apart.get(type(item), space)))

    def items_by_name(kind: type[N]) -> dict[str, N]:
        """Map names to the items of one class."""
        return {name_of(item) or "": item for item in kept if isinstance(item, kind)}

    records = items_by_name(ast.Record)
    written = tuple(items_by_name(ast.Enum).values())
    if previous is not None and are_types_unchanged(written, records, previous):
        enums = previous.enums
    else:
        wrong = len(findings.diagnostics)
        enums = resolve_enums(written, records, findings)
        written = () if len(findings.diagnostics) > wrong else written
    shapes = FieldShapeBuilder(enums, records, collect_name_lists(game), findings)
    record_fields = {record.name: shapes.build_record(record) for record in records.values()}
    fields = shapes.build_state([item for item in kept if isinstance(item, ast.State)], space)
    return SymbolTable(
        items=kept,
        enums=enums,
        written=written,
        records=records,
        record_fields=record_fields,
        fields=fields,
        lists=lists_by_record(fields, findings),
        options=items_by_name(ast.Option),
        tables=items_by_name(ast.Table),
        defines=items_by_name(ast.Define),
        procedures=items_by_name(ast.Procedure),
        rerolls=items_by_name(ast.Reroll),
        shared_modifiers=tuple(item for item in kept if isinstance(item, ast.ModifierOn)),
        places=space.places,
    )


def are_types_unchanged(enums: Sequence[ast.Enum], records: Mapping[str, ast.Record], previous: SymbolTable) -> bool:
    """Whether the enums are the same objects as before, and the records have the same names."""
    return [*map(id, enums)] == [*map(id, previous.written)] and records.keys() == previous.records.keys()


def claim_name(item: ast.Item, namespace: Namespace) -> bool:
    """Register an item's name in a namespace and return whether it was free; true for an item without a name."""
    name = name_of(item)
    if isinstance(item, ast.Forecast) and item.name in namespace.places:
        first = (namespace.places[item.name], "the first")
        namespace.findings.add(
            "N002", f"{item.tally} has two forecasts", item.span, labels=[first], help="Take one of them out."
        )
        return False
    if name == "sum" and isinstance(item, ast.Define) and item.params:
        report_reserved_name(namespace.findings, name, item.span)  # `sum(` starts a sum expression
    return name is None or namespace.claim(name, item.span)


def name_of(item: ast.Item) -> str | None:
    """Return the name that an item declares in the common namespace; None for items without one."""
    match item:
        case ast.Table(id=name) | ast.Option(name=name) | ast.Enum(name=name) | ast.Record(name=name):
            return name
        case ast.Define(name=name) | ast.Procedure(name=name) | ast.Reroll(name=name):
            return name
        case ast.Board(name=name) | ast.Luck(name=name):
            return name
        case ast.Game() | ast.Chapter() | ast.State() | ast.ModifierOn() | ast.Example() | ast.Overlay():
            return None
        case ast.Explain() | ast.Primer():
            return None
        case _:
            assert_never(item)


def find_manifest(items: Sequence[ast.Item], findings: Findings) -> ast.Game | None:
    """Return the manifest (the item ``game``), the last if there are several; None if there is none."""
    games = [item for item in items if isinstance(item, ast.Game)]
    for first, again in pairwise(games):
        report_duplicate_declaration(findings, "game", again.span, first.span)
    return games[-1] if games else None


def collect_name_lists(game: ast.Game | None) -> dict[str, tuple[str, ...]]:
    """Map each record to the manifest's list of names to generate for it; the empty key has the general list."""
    lists: dict[str, tuple[str, ...]] = {"": ()}
    for line in game.lines if game is not None else ():
        if line.key == "names":
            lists[line.of or ""] = lists.get(line.of or "", ()) + tuple(map(str, line.values))
    return lists


def find_players_enum(items: Sequence[ast.Item], enums: Mapping[str, Enum]) -> dict[str, str]:
    """Find the enum that the manifest's ``players`` line names, as ``{"players": enum}``; else empty."""
    lines = (line for item in items if isinstance(item, ast.Game) for line in item.lines if line.key == PLAYERS)
    named = [str(line.values[0]) for line in lines if len(line.values) == 1 and line.values[0] in enums]
    return {PLAYERS: named[0]} if named else {}


# --- fields


@define
class FieldShapeBuilder:
    """Builder of field shapes (types and dimensions of fields) from declarations."""

    enums: Mapping[str, Enum]
    records: Mapping[str, ast.Record]
    name_lists: Mapping[str, tuple[str, ...]]
    findings: Findings
    broken: set[int] = field(factory=set)
    """Identities of the fields at which cycles of records are broken."""

    def build_record(self, record: ast.Record) -> FieldShapes:
        """Build the shapes of a record's fields by name; report duplicates, and records that contain themselves."""
        members: FieldShapes = {}
        for decl in record.fields:
            if decl.name in VALUE_WORDS:
                report_reserved_name(self.findings, decl.name, decl.span)
            if decl.name in members:
                report_duplicate_declaration(self.findings, decl.name, decl.span, members[decl.name].decl.span)
            else:
                if record_name_of(decl) == record.name or self.contains_record(record_name_of(decl), record.name):
                    self.broken.add(id(decl))
                    part = record_name_of(decl)
                    help = f"`{decl.name}: {part} or none` means one of a list; fields of both go into a third record."
                    self.findings.add("P095", f"{record.name} holds itself", decl.span, help=help)
                members[decl.name] = self.build_shape(decl, record.name)
        return members

    def contains_record(self, outer: str, inner: str) -> bool:
        """Whether a record contains another by value, directly or transitively."""
        seen, waiting = {outer}, [outer]
        while waiting:
            record = self.records.get(waiting.pop())
            parts = {record_name_of(decl) for decl in record.fields if id(decl) not in self.broken} if record else set()
            if inner in parts:
                return True
            waiting += parts - seen
            seen |= parts
        return False

    def build_state(self, states: Sequence[ast.State], namespace: Namespace) -> FieldShapes:
        """Build the shapes of all state blocks' fields by name, registering the names; duplicates are left out."""
        fields: FieldShapes = {}
        for state in states:
            for decl in state.fields:
                if namespace.claim(decl.name, decl.span):
                    fields[decl.name] = self.build_shape(decl, state.owner)
        return fields

    def build_shape(self, decl: ast.FieldDecl, owner: str) -> FieldShape:
        """Build the shape of a declared field."""
        type_: Type | None = None
        record = None
        if id(decl) in self.broken:
            type_ = UNKNOWN
        elif record_name_of(decl) in self.records:
            record = record_name_of(decl)
        else:
            names = owner if owner in self.name_lists else ""
            type_ = self.corrected_type(decl, resolve_type(decl.type, self.enums, self.records, self.findings, names))
            if isinstance(type_, TextType) and type_.names not in self.name_lists:
                self.findings.add(
                    "N001",
                    f"there are no names of {type_.names}",
                    decl.type.span,
                    help=f"Give some in the manifest, `names of {type_.names} ...`, or leave `of {type_.names}` out.",
                )
        indices = []
        for index in decl.indices:
            if index.enum in self.enums:
                indices.append(index.enum)
            else:
                help = self.findings.suggest(index.enum, self.enums, kind="enum")
                self.findings.add("N001", f"there is no enum {index.enum}", index.span, help=help)
        shape = FieldShape(decl.name, owner, decl, type_, record, tuple(indices))
        check_mark(shape, self.findings)
        return shape

    def corrected_type(self, decl: ast.FieldDecl, type_: Type) -> Type:
        """Return the type of a field; report a wrong one and return a substitute, so that uses add no errors."""
        if isinstance(type_, ListType) and not isinstance(type_.element, ElementType | UnknownType):
            help = self.list_record_help(decl.name, type_.element)
            self.findings.add("P025", "a list in state holds records", decl.span, help=help)
            return evolve(type_, element=UNKNOWN)
        if has_invalid_none_default(decl) and decl.default is not None:
            self.findings.add(
                "V005",
                f"none cannot stand here: this needs {type_}",
                decl.default.span,
                help="Write `or none` behind the type, or give a value.",
            )
            return type_.with_none()
        return type_

    def list_record_help(self, name: str, element: Type) -> str:
        """Return the advice to wrap values of a type in a record, since lists in state hold records."""
        if not isinstance(element, EnumType):
            return "Declare a record with a field for what each holds, and write `list of` that record."
        holder = next((name for name, node in self.records.items() if has_enum_field(node, element.enum)), None)
        if holder is not None:
            return f"{holder} has a field for {element.enum}: write `list of {holder}`."
        record = "Entry"
        while record in self.records or record in self.enums:
            record = f"{element.enum}{record}"
        field_ = element.enum[0].lower() + element.enum[1:]
        return (
            f"Declare a record, `record {record}` with the field `{field_}: {element.enum}`, and write "
            f"`list of {record}`; `add {record}({field_}: ...)` puts one into it. "
            f"Where only which are in matters, an array does: `{name}[{element.enum}]: yes/no = no`."
        )


def record_name_of(decl: ast.FieldDecl) -> str:
    """Return the name of the record that a field holds by value; empty for other types."""
    return decl.type.name if isinstance(decl.type, ast.NamedType) and not decl.type.optional else ""


def has_enum_field(record: ast.Record, enum: str) -> bool:
    """Whether a record has a field whose type is this enum."""
    return any(isinstance(decl.type, ast.NamedType) and decl.type.name == enum for decl in record.fields)


def check_mark(shape: FieldShape, findings: Findings) -> None:
    """Report a field marked good or bad that holds no single value or has no title."""
    decl, type_ = shape.decl, shape.type
    mark = decl.matters
    if not mark:
        return
    if shape.record is not None or isinstance(type_, ListType | TextType | ElementType):
        what = "a record" if shape.record is not None else f"{type_}"
        findings.add(
            "P070",
            f"more of {decl.name} cannot be {mark}",
            decl.span,
            note=f"{what} is no more and no less",
            help="Mark the fields of its record." if shape.record is not None else f"Leave `{mark}` out.",
        )
    elif not decl.title:
        findings.add(
            "P070",
            f"{decl.name} is marked {mark} and has no title",
            decl.span,
            note="the player does not see it",
            help=f'Give it a title before the mark, `{decl.name} "..." {mark}: ...`, or leave `{mark}` out.',
        )


def lists_by_record(fields: FieldShapes, findings: Findings) -> dict[str, str]:
    """Map each record to the state list that holds its elements; report a second list for the same record."""
    lists: dict[str, str] = {}
    for shape in fields.values():
        if not isinstance(shape.type, ListType) or not isinstance(shape.type.element, ElementType):
            continue
        record = shape.type.element.record
        if record in lists:
            findings.add(
                "N007",
                f"{record} has two lists",
                shape.decl.span,
                labels=[(fields[lists[record]].decl.span, "the first")],
                help="Each record type has one list.",
            )
        else:
            lists[record] = shape.name
    return lists
