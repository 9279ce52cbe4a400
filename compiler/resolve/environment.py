"""The environment: the interfaces of all items, and the context in which one item is resolved.

An item is resolved from its own text and from the interface of every name in it, never from another item's body. So it
can be resolved alone, in any order, and again only if it or something that it looked up has changed.
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
from bombsight.compiler.resolve.codes import SEVERITIES
from bombsight.compiler.resolve.effects import Effects
from bombsight.compiler.resolve.mentions import Meaning, Mention, NameKind
from bombsight.compiler.resolve.scope import Frame, Scope, UnresolvedWord
from bombsight.compiler.resolve.types import resolve_type
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import unguarded
from bombsight.dsl.source import Source, Span
from bombsight.flat.types import Type

V = TypeVar("V")

Params = tuple[tuple[str, Type], ...]
"""Names and types of parameters, in their order."""


@frozen
class Signature:
    """The interface of a define, a procedure or a table: its parameters and result.

    Attributes:
        params: Its parameters.
        result: The type of its result; None without one.
        span: Its declaration.
        rolled: Whether it is a table with dice.
        dice: These dice, not yet validated.
        tests: Whether it is a yes/no define that may test something for none.
    """

    params: Params
    result: Type | None
    span: Span = field(eq=False)
    rolled: bool = False
    dice: Dice | None = None
    tests: bool = False


@frozen
class DefineCase:
    """One case of a define: a value with the condition under which the define has it.

    Attributes:
        held: Conditions, and whether each of them holds.
        value: The value.
    """

    held: tuple[tuple[Expr, bool], ...]
    value: Expr


@frozen
class DefineCases:
    """All cases (values with their conditions) of a define.

    Attributes:
        params: Its parameters, which the conditions and values may name.
        cases: The cases.
    """

    params: tuple[str, ...]
    cases: tuple[DefineCase, ...]


class CaseReader(Protocol):
    """The protocol of readers that list the cases (values with conditions) of a define that other items call."""

    def read_cases(self, env: Env, define: ast.Define) -> DefineCases:
        """Read the cases of a define: its possible values with their conditions."""
        ...


StmtResult = tuple[list[Stmt], Scope | None]
"""The graph nodes of a statement, and the scope after it; None if the code after it is unreachable."""


class NodeResolver(Protocol):
    """The protocol of resolvers of expressions and statements of any kind, by which modules avoid import cycles."""

    def resolve_expression(self, ctx: Context, node: ast.Expr, scope: Scope, expected: Type | None) -> Expr:
        """Resolve an expression of any kind, without narrowing its type by known facts."""
        ...

    def resolve_statement(self, ctx: Context, stmt: ast.Stmt, scope: Scope, frame: Frame) -> StmtResult:
        """Resolve a statement of any kind."""
        ...


@frozen
class Env:
    """The environment: the interface of every declared name of a program; all share one namespace.

    Attributes:
        enums: Enums by name, with their data; including named values of options and result words of tables.
        owners: Enum value to the enums of items and options that have it: the meanings of a bare word.
        holders: The same with the result words of tables, which need a type from the context.
        records: Record to its fields.
        fields: State fields by name.
        lists: Record to the state list that holds its elements.
        players: The enum of the players, under ``PLAYERS``; empty for solitaire.
        options: The type of each option.
        defines: Their signatures.
        procedures: Their signatures.
        tables: Their signatures.
        rows: Tables as written, for ``results of``, which depends on their rows.
        bodies: Defines as written; callers inherit their tests for none (:attr:`Signature.tests`).
        shared: Shared modifiers, by the table they change.
        declared: The place of each declaration.
        named: The names in each define.
        inferred: The inferred result of each table without a ``gives`` line.
        effects: The effects of each call.
        sources: The files by path.
        reader: Reads the cases of defines.
        dispatch: Resolves expressions and statements of any kind.
        hints: The budget of name comparisons for suggestions.
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
        """Return a copy that records in ``asked_names`` every name that is looked up, known or not."""
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
        """Return the place of a word inside a span of source text; the span itself if the word is not in it."""
        source = self.sources.get(span.path)
        return source.span_of_word(span, word) if source else span

    def source_text(self, span: Span) -> str:
        """Return the source text of a span, joined to one line."""
        source = self.sources.get(span.path)
        return " ".join(source.text[span.start : span.end].split()) if source else ""


AS_WRITTEN_PREFIX = "as written: "
"""Prefix of recorded names whose text was used, places included, and not only the interface."""


@unguarded(eq=False)
class RecordingMapping(Mapping[str, V]):
    """A read-only mapping that records each key that is looked up."""

    values_by_name: Mapping[str, V]
    asked: set[str]
    besides: str = ""

    def __getitem__(self, name: str) -> V:
        """Return the value of a name, and record the name as looked up."""
        self.asked.add(name)
        if self.besides:
            self.asked.add(self.besides + name)
        return self.values_by_name[name]

    def __contains__(self, name: object) -> bool:
        """Whether a name has a value; the name is recorded as looked up."""
        self.asked.add(str(name))
        return name in self.values_by_name

    def __iter__(self) -> Iterator[str]:
        """Iterate over all names without recording them."""
        return iter(self.values_by_name)

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self.values_by_name)

    def items(self) -> ItemsView[str, V]:
        """Return all items without recording them, for hints that list names."""
        return self.values_by_name.items()


@frozen
class ResolvedLine:
    """The memoized resolution of an example's line.

    Attributes:
        meaning: The result.
        asked: The names that were looked up.
    """

    meaning: object
    asked: frozenset[str]


@frozen
class Context:
    """The context of resolving one item: its environment, and the findings and mentions that it collects.

    Attributes:
        env: The environment, which records lookups.
        findings: The errors of the item.
        asked: The names that were looked up.
        numbers: The count of each id, to number duplicates.
        lines: Memo of example lines, by all their inputs; shared by the examples of a file.
        absent: Collects values that may be none but must not, if this is allowed here; else None.
        sights: Collects the scope of each unknown bare word; None unless requested.
        mentions: Collects the meanings of names; None unless requested.
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
    def for_item(cls, env: Env, known_lines: dict[object, ResolvedLine] | None = None) -> Context:
        """Make an empty context for another item; ``known_lines`` memoizes resolved lines of examples."""
        asked: set[str] = set()
        return cls(env.with_recording(asked), asked=asked, lines={} if known_lines is None else known_lines)

    def record_mention(self, span: Span, kind: NameKind, name: str, owner: str = "", type_: Type | None = None) -> None:
        """Record what a name at a place refers to, if mentions are requested.

        Args:
            span: The place of the name.
            kind: The kind of the declaration.
            name: Its name.
            owner: Its owner, as in :class:`Meaning`.
            type_: The type of its value, if known.
        """
        if self.mentions is not None:
            self.mentions.append(Mention(span, Meaning(kind, name, owner), type_))

    def resolve_type(self, node: ast.TypeExpr) -> Type:
        """Resolve a type expression in this environment."""
        return resolve_type(node, self.env.enums, self.env.records, self.findings)

    def unique_id(self, id_: str) -> str:
        """Return an id that is unique in the item: the given one, with a number if it is taken."""
        self.numbers[id_] = count = self.numbers.get(id_, 0) + 1
        return id_ if count == 1 else f"{id_}~{count}"
