"""The environment: what the items of a program know of one another, and what one item's resolution leaves behind.

An item is resolved from its own text and from the interface of every name in it, never from another item's body. So it
can be resolved alone, in any order, and again only when itself or something it asked for has changed.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from typing import Protocol, TypeVar

from attrs import evolve, field, frozen

from bombsight.boundary.budget import Budget
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph.expressions import Expr
from bombsight.compiler.graph.nodes import Enum
from bombsight.compiler.graph.statements import Stmt
from bombsight.compiler.incremental.memo import Memo
from bombsight.compiler.resolve.effects import Effects
from bombsight.compiler.resolve.mentions import Meaning, Mention, NameKind
from bombsight.compiler.resolve.pages import SEVERITIES
from bombsight.compiler.resolve.scope import Frame, Scope, UnresolvedWord
from bombsight.compiler.resolve.types import resolve_type
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl import ast
from bombsight.dsl.node_classes import unguarded
from bombsight.dsl.source import Source, Span
from bombsight.flat.types import Type

V = TypeVar("V")

Params = tuple[tuple[str, Type], ...]
"""Names and types of parameters, in their order."""


@frozen
class Signature:
    """The interface of a define, a procedure or a table: how it is called, and what it gives.

    Attributes:
        params: Its parameters.
        result: The type of what it gives; None where it gives nothing.
        span: Where it is declared.
        rolled: Whether it is a table with dice, which is rolled and not looked up.
        tests: Whether it is a define of yes and no that may test something for none.
    """

    params: Params
    result: Type | None
    span: Span = field(eq=False)
    rolled: bool = False
    tests: bool = False


@frozen
class DefineCase:
    """One way in which a define comes to a value.

    Attributes:
        held: Conditions, and whether each of them holds.
        value: The value.
    """

    held: tuple[tuple[Expr, bool], ...]
    value: Expr


@frozen
class DefineCases:
    """All ways in which a define comes to a value.

    Attributes:
        params: Its parameters, which the conditions and values may name.
        cases: The ways.
    """

    params: tuple[str, ...]
    cases: tuple[DefineCase, ...]


class CaseReader(Protocol):
    """Reads what stands in a define, for others than itself."""

    def read_cases(self, env: Env, define: ast.Define) -> DefineCases:
        """What it comes to, case by case."""
        ...


StmtResult = tuple[list[Stmt], Scope | None]
"""What a statement becomes, and what is known behind it; None where nothing behind it is reached."""


class NodeResolver(Protocol):
    """Resolves what is of any kind: see :mod:`bombsight.compiler.resolve.dispatch`."""

    def resolve_expression(self, ctx: Context, node: ast.Expr, scope: Scope, expected: Type | None) -> Expr:
        """The meaning of an expression, whatever the flow knows."""
        ...

    def resolve_statement(self, ctx: Context, stmt: ast.Stmt, scope: Scope, frame: Frame) -> StmtResult:
        """What a statement becomes."""
        ...


@frozen
class Env:
    """The interface of every name of a program. All names that items declare share one space.

    Attributes:
        enums: Enums by name, with their data; the readings of an option and the result words of a table too.
        owners: Enum value to the enums of items and options that have it: what a bare word may mean.
        holders: The same with the result words of tables, which only the place of a word can settle.
        records: Record to its fields.
        fields: State fields by name.
        lists: Record to the state list that holds its elements.
        players: The enum of those who sit at the table, under ``PLAYERS``; nothing where one plays alone.
        options: The type of each option.
        defines: Their signatures.
        procedures: Their signatures.
        tables: Their signatures.
        rows: Tables as they are written, for ``results of``, whose meaning is in the rows.
        bodies: Defines as they are written; a test for none in one counts where it is asked (:attr:`Signature.tests`).
        shared: Modifiers printed elsewhere, by the table they change.
        declared: Where each name is declared.
        named: The names in each define.
        inferred: What the results of each table tell that it gives which does not say so.
        effects: What each call may read, write and remove.
        sources: The texts of the files by path.
        reader: Reads them.
        dispatch: Resolves expressions and statements of any kind.
        hints: Counts the names that are compared with names that nothing has.
    """

    enums: Mapping[str, Enum]
    owners: Mapping[str, tuple[str, ...]]
    holders: Mapping[str, tuple[str, ...]]
    records: Mapping[str, Mapping[str, FieldShape]]
    fields: Mapping[str, FieldShape]
    lists: Mapping[str, str]
    players: Mapping[str, str]
    options: Mapping[str, Type]
    defines: Mapping[str, Signature]
    procedures: Mapping[str, Signature]
    tables: Mapping[str, Signature]
    rows: Mapping[str, ast.Table]
    bodies: Mapping[str, ast.Define]
    shared: Mapping[str, tuple[ast.ModifierOn, ...]]
    declared: Mapping[str, Span]
    named: Memo[ast.Define, frozenset[str]]
    inferred: Memo[ast.Table, tuple[Type | None, Enum | None]]
    effects: Effects
    sources: Mapping[str, Source]
    reader: CaseReader
    dispatch: NodeResolver
    hints: Budget = field(eq=False)

    def with_recording(self, asked_names: set[str]) -> Env:
        """The same, with every name that is asked for noted, whether there is such a name or not."""
        return evolve(
            self,
            enums=RecordingMapping(self.enums, asked_names),
            owners=RecordingMapping(self.owners, asked_names),
            holders=RecordingMapping(self.holders, asked_names),
            records=RecordingMapping(self.records, asked_names),
            fields=RecordingMapping(self.fields, asked_names),
            lists=RecordingMapping(self.lists, asked_names),
            players=RecordingMapping(self.players, asked_names),
            options=RecordingMapping(self.options, asked_names),
            defines=RecordingMapping(self.defines, asked_names),
            procedures=RecordingMapping(self.procedures, asked_names),
            tables=RecordingMapping(self.tables, asked_names),
            rows=RecordingMapping(self.rows, asked_names, AS_WRITTEN_PREFIX),
            bodies=RecordingMapping(self.bodies, asked_names, AS_WRITTEN_PREFIX),
            shared=RecordingMapping(self.shared, asked_names, AS_WRITTEN_PREFIX),
            declared=RecordingMapping(self.declared, asked_names),
        )

    def word_span(self, span: Span, word: str) -> Span:
        """Where a word stands at a place; all of that where the word does not."""
        source = self.sources.get(span.path)
        return source.span_of_word(span, word) if source else span

    def source_text(self, span: Span) -> str:
        """What stands at a place, on one line."""
        source = self.sources.get(span.path)
        return " ".join(source.text[span.start : span.end].split()) if source else ""


AS_WRITTEN_PREFIX = "as written: "
"""What is noted besides, before a name, by whoever takes over what stands there: places and all."""


@unguarded(eq=False)
class RecordingMapping(Mapping[str, V]):
    """A mapping that notes which keys it is asked for."""

    values_by_name: Mapping[str, V]
    asked: set[str]
    besides: str = ""

    def __getitem__(self, name: str) -> V:
        self.asked.add(name)
        if self.besides:
            self.asked.add(self.besides + name)
        return self.values_by_name[name]

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return name in self.values_by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def items(self) -> ItemsView[str, V]:
        """Listing all of them, as hints do, asks for none."""
        return self.values_by_name.items()


@frozen
class ResolvedLine:
    """What a line of an example means.

    Attributes:
        meaning: What the line has become.
        asked: The names that were asked for.
    """

    meaning: object
    asked: frozenset[str]


@frozen
class Context:
    """One item being resolved: the environment it may ask, and what it leaves behind. It belongs to that item alone.

    Attributes:
        env: The environment, which notes what it is asked for.
        findings: What is wrong with the item.
        asked: The names that were asked for.
        numbers: How often an id was given, so that the second of one name is numbered.
        lines: Lines of examples, by all that their meaning depends on; the one thing that those of a file share.
        absent: Takes what must not be none here and may be, where that is nothing wrong; else None.
        sights: Takes what is in sight of each bare word that is no name; None where nobody asks.
        mentions: Takes what names mean, where somebody asks for it; else None.
    """

    env: Env
    findings: Findings = field(factory=lambda: Findings(SEVERITIES))
    asked: set[str] = field(factory=set)
    numbers: dict[str, int] = field(factory=dict)
    lines: dict[object, ResolvedLine] = field(factory=dict)
    absent: list[Expr] | None = None
    sights: list[UnresolvedWord] | None = None
    mentions: list[Mention] | None = None

    @classmethod
    def for_item(cls, env: Env, lines: dict[object, ResolvedLine] | None = None) -> Context:
        """The context of another item."""
        asked: set[str] = set()
        return cls(env.with_recording(asked), asked=asked, lines={} if lines is None else lines)

    def record_mention(self, span: Span, kind: NameKind, name: str, owner: str = "", type_: Type | None = None) -> None:
        """Record what a name means: the word at a place stands for something that an item declares."""
        if self.mentions is not None:
            self.mentions.append(Mention(span, Meaning(kind, name, owner), type_))

    def resolve_type(self, node: ast.TypeExpr) -> Type:
        """The type that a type expression means."""
        return resolve_type(node, self.env.enums, self.env.records, self.findings)

    def unique_id(self, id_: str) -> str:
        """A stable id within the item: this one, or if it is taken, the same with a number."""
        self.numbers[id_] = count = self.numbers.get(id_, 0) + 1
        return id_ if count == 1 else f"{id_}~{count}"
