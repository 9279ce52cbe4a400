"""``results of T(args)``: the values that a table can give, told by its rows before any of them is resolved.

They are an enum to go through, and a condition that leaves out what the table cannot give when it is called so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto

from attrs import frozen

from bombsight.compiler.findings import Findings, near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.effects import Effects
from bombsight.compiler.resolve.endings import acts, gives_results
from bombsight.compiler.resolve.frame import row_treated
from bombsight.compiler.resolve.kinds import describe
from bombsight.compiler.resolve.logic import NO, YES, all_of, any_of, negated
from bombsight.compiler.resolve.outcomes import grid_head, key_columns
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.tables import Tables
from bombsight.compiler.symbols import Symbols, head_name
from bombsight.dsl import ast
from bombsight.dsl.source import Span
from bombsight.dsl.walk import children
from bombsight.flat.types import BOOL, BoolType, EnumType, IntType, NoneType, Type, UnknownType

Matches = tuple[g.Match, ...]


class Written(Enum):
    """A result that is no value of its enum."""

    NONE = auto()
    IN_PLAY = auto()


Worth = int | Written
"""The place of a result in its enum; or that it is none, or only worked out in play."""


@frozen
class Given:
    """What a row or a cell can give.

    Attributes:
        matches: The values of the parameters that it is for; a parameter not named may be anything.
        unless: For an ``else`` row that is looked up, what the rows are for that go before it.
        values: The places of the values in their enum.
        unknown: Where it gives what is only worked out in play, else None.
    """

    matches: Matches
    unless: tuple[Matches, ...]
    values: frozenset[int]
    unknown: Span | None


@frozen
class Line:
    """A row or a cell as written: what it is for, and what happens there."""

    matches: Matches
    column: Matches
    otherwise: bool
    body: tuple[ast.Node, ...]
    span: Span


class Possible(Tables):
    """Resolves the results of tables as something to go through."""

    def __init__(self, symbols: Symbols, effects: Effects, findings: Findings) -> None:
        super().__init__(symbols, effects, findings)
        self.known_results: dict[str, tuple[Given, ...]] = {}

    def results_domain(self, node: ast.ResultsOf) -> x.Domain | None:
        """``results of T(args)``: the enum of its results; what the table cannot give is left out by the limit."""
        table = self.symbols.tables.get(node.table)
        if table is None:
            self.findings.add(
                "N001", f"there is no table {node.table}", node.span, help=near(node.table, self.symbols.tables)
            )
            return None
        result = self.table_results[table.id]
        if isinstance(result, UnknownType):
            return None
        if not isinstance(result, EnumType):
            self.findings.add(
                "P049",
                f"{table.id} gives {describe(result) if result else 'nothing'}, and no enum's values to go through",
                node.span,
                labels=[(table.span, "the table")],
                help="Name a table that gives the values of one enum.",
            )
            return None
        unknown = next((given.unknown for given in self.given_by(table, result) if given.unknown), None)
        if unknown is not None:
            self.findings.add(
                "P049",
                f"not all that {table.id} gives is written in it",
                node.span,
                labels=[(unknown, "this is worked out in play")],
                help="Go through the enum instead, and say in `where` which values are meant.",
            )
            return None
        return x.EnumDomain(enum=result.enum, table=table.id, type=result.required())

    def limit(self, node: ast.Expr, variable: str, scope: Scope, kept: list[g.Stmt] | None = None) -> x.Expr | None:
        """What must hold of a member besides its ``where``; None for what goes through all of a domain."""
        if not isinstance(node, ast.ResultsOf):
            return None
        args = self.table_args(node.table, node.args, node.span, scope)
        params = self.table_params[node.table]
        result = self.table_results[node.table]
        if len(args) < len(params) or not isinstance(result, EnumType):
            return None
        given = self.given_by(self.symbols.tables[node.table], result)
        asked = dict(zip((name for name, _ in params), args, strict=False))
        if kept is not None:
            used = {match.param for one in given for row in (one.matches, *one.unless) for match in row}
            for name in sorted(used):
                asked[name] = self.keep(f"_{variable}_{name}", asked[name], scope, kept)
        member = x.Var(name=variable, type=result.required(), span=node.span)
        groups: dict[tuple[Matches, tuple[Matches, ...]], frozenset[int]] = {}
        for one in given:
            key = (one.matches, one.unless)
            groups[key] = groups.get(key, frozenset()) | one.values

        def holds(matches: Matches) -> x.Expr:
            types = {match.param: dict(params)[match.param] for match in matches}
            return all_of(
                one_of(asked[m.param], types[m.param], m.values, self.values_of(types[m.param])) for m in matches
            )

        found = any_of(
            all_of(
                (
                    holds(matches),
                    *(negated(holds(row)) for row in unless),
                    one_of(member, member.type, sorted(values), self.values_of(member.type)),
                )
            )
            for (matches, unless), values in groups.items()
        )
        return None if found == YES else found

    def values_of(self, type_: Type) -> frozenset[int]:
        """All that something of a type can be; empty where that is not to be listed."""
        return frozenset(self.symbols.domain_size(type_) or ())

    @staticmethod
    def keep(name: str, value: x.Expr, scope: Scope, kept: list[g.Stmt]) -> x.Expr:
        """A value that stays what it is while a loop runs."""
        if isinstance(value, x.Const) or (isinstance(value, x.Var) and not scope.variables[value.name].settable):
            return value
        kept.append(g.Let(variable=name, type=value.type, value=value, declared=False, span=value.span))
        return x.Var(name=name, type=value.type, span=value.span)

    # --- what the rows of a table say

    def given_by(self, table: ast.Table, result: EnumType) -> tuple[Given, ...]:
        """What each row and cell of a table can give; what is wrong with them is told where the table is resolved."""
        if table.id not in self.known_results:
            told, self.findings = self.findings, Findings()
            self.known_results[table.id] = tuple(self.rows_give(table, result))
            self.findings = told
        return self.known_results[table.id]

    def rows_give(self, table: ast.Table, result: EnumType) -> Iterator[Given]:
        """What each row and cell of a table can give."""
        scope = Scope()
        for name, type_ in self.table_params[table.id]:
            scope = self.bind(name, type_, table.span, scope)
        lines = list(self.lines(table, scope))
        looked_up = self.dice_of(table) is None
        for line in lines:
            rivals = [other for other in lines if not other.otherwise and other.column == line.column]
            values = [self.worth(node, result, scope) for node in results(table, line.body, True, frozenset())]
            yield Given(
                matches=(*line.matches, *line.column),
                unless=tuple(other.matches for other in rivals) if line.otherwise and looked_up else (),
                values=frozenset(value for value in values if isinstance(value, int)),
                unknown=line.span if Written.IN_PLAY in values else None,
            )

    def worth(self, node: ast.Expr, result: EnumType, scope: Scope) -> Worth:
        """What a result that is written down comes to."""
        if isinstance(node, ast.CellBlank):
            return Written.NONE
        match self.resolve(node, scope, result):
            case x.Const(type=NoneType()):
                return Written.NONE
            case x.Const(type=EnumType(), value=value):
                return value
            case _:
                return Written.IN_PLAY

    def lines(self, table: ast.Table, scope: Scope) -> Iterator[Line]:
        """The rows of a table, cell by cell."""
        params = self.table_params[table.id]
        looked_up = self.dice_of(table) is None
        for line in table.lines:
            match line:
                case ast.Beforehand() | ast.NaturalRow():
                    yield Line((), (), False, line.body, line.span)
                case ast.Row(keys=keys) if looked_up and params:
                    name, type_ = params[0]
                    values = [value for key in keys if not key.otherwise for value in self.key_values(key, type_)]
                    otherwise = any(key.otherwise for key in keys)
                    matches = () if otherwise else (g.Match(param=name, values=tuple(values)),)
                    yield Line(matches, (), otherwise, line.body, line.span)
                case ast.Row():
                    yield Line((), (), False, line.body, line.span)
                case _:
                    pass
        if grid_head(table) is not None:
            yield from self.cells(table, scope)

    def cells(self, table: ast.Table, scope: Scope) -> Iterator[Line]:
        """The cells of a grid that hold results."""
        head, *body = (line for line in table.lines if isinstance(line, ast.GridRow))
        keys = key_columns(table)
        params = dict(self.table_params[table.id])
        rest = [name for name in params if name not in [head_name(cell) for cell in head.cells[:keys]]]
        plain = self.plain_columns(table, head, keys, rest)
        for line in body:
            _, otherwise, matches = self.line_keys(table, head, line, keys, params, scope)
            for cell, head_cell in zip(line.cells[keys:], head.cells[keys:], strict=False):
                column = () if plain else self.head_matches(head_cell, rest, params)
                if column is not None:
                    yield Line(matches, column, otherwise, cell_nodes(cell), cell.span)


def cell_nodes(cell: ast.Cell) -> tuple[ast.Node, ...]:
    """What a cell does, as statements."""
    item = cell.items[0]
    if isinstance(item, ast.CellNote):
        return (ast.UseNote(item.name, span=cell.span),)
    return (ast.Result(cell.items, span=cell.span),)


def results(table: ast.Table, nodes: Iterable[ast.Node], gives: bool, seen: frozenset[str | int]) -> Iterator[ast.Expr]:
    """The results that statements of a row write down, in its sub-rolls and notes and in rows it is treated as too.

    Args:
        table: The table.
        nodes: The statements.
        gives: Whether a roll or a call that stands alone is a result.
        seen: The notes and rows that have been followed.
    """
    for node in nodes:
        match node:
            case ast.Result(values=values):
                yield from values if gives or not acts(node) else ()
            case ast.Return(values=values):
                yield from values
            case ast.UseNote(name=name):
                note = next((line for line in table.lines if isinstance(line, ast.Note) and line.name == name), None)
                if note is not None and name not in seen:
                    yield from results(table, note.body, gives, seen | {name})
            case ast.TreatAs(key=key):
                number = row_treated(table, key)
                if number is not None and number not in seen:
                    row = [line for line in table.lines if isinstance(line, ast.Row)][number]
                    yield from results(table, row.body, gives, seen | {number})
            case ast.SubRoll():
                yield from results(table, children(node), gives and gives_results(node), seen)
            case _:
                yield from results(table, children(node), gives, seen)


def one_of(value: x.Expr, type_: Type, among: Sequence[int], every: frozenset[int]) -> x.Expr:
    """Whether a value is one of these, of all those that it may be."""
    if not among:
        return NO
    if every and every <= set(among):
        return YES
    if isinstance(value, x.Const):
        return x.Const(value=int(value.value in among), type=BOOL)
    if isinstance(type_, BoolType):
        return value if among[0] else negated(value)
    members = tuple(x.Const(value=each, type=type_, span=value.span) for each in among)
    if len(members) == 1:
        return x.Comparison(op="==", left=value, right=members[0], type=BOOL, span=value.span)
    numbers = isinstance(type_, IntType) and not type_.optional
    if numbers and len(among) > 2 and list(among) == list(range(among[0], among[-1] + 1)):
        return x.InRange(value=value, low=members[0], high=members[-1], type=BOOL, span=value.span)
    return x.OneOf(value=value, members=members, type=BOOL, span=value.span)
