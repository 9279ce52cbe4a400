"""Advice on unused names: enum values, columns, parameters and `let` names."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.compiler.checks.choosers import answering_values
from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.symbols import TITLE_COLUMNS
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import MAX_LISTED, join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.dsl.walk import walk as walk_tree
from bombsight.flat.types import EnumType

CODES = (Code("N017", "unused-part", Severity.ADVICE),)


def check(context: CheckContext) -> None:
    """Report unused enum values, columns, parameters and `let` names."""
    graph = context.program.graph
    nodes = (*context.program.rule_items, *graph.boards, *graph.examples)
    words_used = context.program.item_memo.map_items("used words", nodes, enum_uses_in)
    if not context.program.is_half_written:
        check_enum_values(context, words_used)
        check_columns(context, words_used)
    check_local_names(context)


@frozen
class EnumUses:
    """The enum values and columns that a part of the graph uses.

    Attributes:
        named_values: Values that it names, each with its enum.
        enumerated: Enums whose values it enumerates.
        columns_read: Columns that it reads, each with its enum.
    """

    named_values: frozenset[tuple[str, int]]
    enumerated: frozenset[str]
    columns_read: frozenset[tuple[str, str]]


def enum_uses_in(node: Node) -> EnumUses:
    """Collect the enum values and columns that an item uses."""
    named: set[tuple[str, int]] = set()
    gone_through: set[str] = set()
    read: set[tuple[str, str]] = set()
    for part in walk(node):
        match part:
            case x.Const(value=value, type=EnumType(enum=enum)):
                named.add((enum, value))
            case x.EnumDomain(enum=enum, table=None):
                gone_through.add(enum)
            case x.InRange(value=x.BaseExpr(type=EnumType(enum=enum))) | x.Builtin(type=EnumType(enum=enum)):
                gone_through.add(enum)
            case x.EnumData(enum=enum, column=column):
                read.add((enum, column))
            case n.Table():
                types = {param.name: param.type for param in part.params}
                for match in (match for row in part.all_rows for match in row.matches):
                    type_ = types[match.param]
                    if isinstance(type_, EnumType):
                        named |= {(type_.enum, value) for value in match.values}
            case _:  # the rest: uses no enum itself
                pass
    return EnumUses(frozenset(named), frozenset(gone_through), frozenset(read))


def report_unused(context: CheckContext, name: str, span: Span) -> None:
    """Report an unused name (N017)."""
    context.findings.add("N017", f"{name} is never used", span)


def check_enum_values(context: CheckContext, uses: Iterable[EnumUses]) -> None:
    """Report enum values without any use, for enums without printed data whose values are never enumerated."""
    graph = context.program.graph
    doubtful = context.program.doubt.words
    named_values = answering_values(context).union(*(words.named_values for words in uses))
    gone_through = {enum for field in graph.fields for enum in field.indices}
    gone_through.update(*(words.enumerated for words in uses))
    for item in context.program.items:
        if isinstance(item, ast.Enum) and not item.rows and item.name not in gone_through | doubtful:
            if not any(enum == item.name for enum, _ in named_values):
                continue
            data = values_in_columns(graph.enums, item.name)
            unused = [
                word
                for at, word in enumerate(item.values)
                if (item.name, at) not in named_values and at not in data and word.name not in doubtful
            ]
            if len(unused) > MAX_LISTED:
                report_unused(context, f"{join_names(word.name for word in unused)} of {item.name}", unused[0].span)
            else:
                for word in unused:
                    report_unused(context, f"{word.name} of {item.name}", word.span)


def values_in_columns(enums: Iterable[n.Enum], name: str) -> set[int]:
    """The indices of an enum's values that occur in columns of any enum's printed data."""
    columns = (column for enum in enums for column in enum.columns)
    return {
        value
        for column in columns
        if isinstance(column.type, EnumType) and column.type.enum == name
        for value in column.values
    }


def check_columns(context: CheckContext, uses: Iterable[EnumUses]) -> None:
    """Report columns of an enum's printed data without any use in the rules."""
    read = set[tuple[str, str]]().union(*(words.columns_read for words in uses)) | looked_up_columns(context)
    doubtful = context.program.doubt.words
    for item in context.program.items:
        if isinstance(item, ast.Enum) and item.rows:
            for cell in item.rows[0].cells[1:]:
                head = cell.items[0]
                if isinstance(head, ast.Name | ast.CellTyped) and head.name not in TITLE_COLUMNS:
                    if (item.name, head.name) not in read and head.name not in doubtful:
                        report_unused(context, f"column {head.name} of {item.name}", cell.span)


def looked_up_columns(context: CheckContext) -> set[tuple[str, str]]:
    """The columns of tables, each with its enum, of a name that a look-up gives; the graph has the look-ups alone."""
    columns = {(enum.name, column.name) for enum in context.program.graph.enums for column in enum.table_columns}
    if not columns:
        return set()
    parts = (part for item in context.program.items for part in walk_tree(item))
    names = {part.column for part in parts if isinstance(part, ast.LookUpColumn)}
    return {(enum, name) for enum, name in columns if name in names}


def check_local_names(context: CheckContext) -> None:
    """Report parameters and `let` names that are never read; the entry procedures may ignore parameters."""
    graph = context.program.graph
    spans = {item.span: param_spans(item) for item in context.program.items}
    nodes: tuple[n.Table | n.Define | n.Procedure, ...] = (*graph.tables, *graph.defines, *graph.procedures)
    lets = dict(zip(map(id, nodes), context.program.item_memo.map_items("lets", nodes, find_lets), strict=True))
    for node in (each for each in nodes if not context.program.contains_error(each.span)):
        variables_read = context.program.effects.own_effect_of(node).reads
        entry = isinstance(node, n.Procedure) and node.name in (graph.game.mission, graph.game.career)
        places = {} if entry else spans.get(node.span, {})
        for param in node.params:
            if f"variable:{param.name}" not in variables_read and param.name in places:
                report_unused(context, f"parameter {param.name}", places[param.name])
        for part in lets[id(node)]:
            if f"variable:{part.variable}" not in variables_read:
                report_unused(context, part.variable, part.span)


def find_lets(node: Node) -> tuple[g.Let, ...]:
    """Collect the `let` statements (declarations of local names) of an item."""
    return tuple(part for part in walk(node) if isinstance(part, g.Let))


def param_spans(item: ast.Item) -> dict[str, Span]:
    """The source positions of an item's parameters, by parameter name."""
    params: tuple[ast.Param, ...] = ()
    if isinstance(item, ast.Define | ast.Procedure):
        params = item.params
    elif isinstance(item, ast.Table):
        params = tuple(p for line in item.lines if isinstance(line, ast.ForLine) for p in line.params)
    return {param.name: param.span for param in params}
