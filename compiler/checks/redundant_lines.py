"""Advice on what could be left out: values, columns, parameters and names that nothing uses."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.compiler.checks.choosers import answering
from bombsight.compiler.checks.context import Context
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import MANY, listed
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import EnumType

CODES = (
    Code(
        "N017",
        "unused-part",
        "Something that nothing uses",
        """\
A value of an enum that no rule names and no loop goes through, a column of printed
data, a parameter or a `let` that nothing reads. Names of loops need not be used.

    procedure watch(hour: 1..12)
      take 1 from oil         # whatever the hour

Take it out; or let it stand, for a printed card may hold more than the rules use, and say so: `#
allow: unused-part -- printed for the second lamp`.""",
        Severity.ADVICE,
    ),
)


def check(context: Context) -> None:
    """Look at the whole program; what is not right in it may use all that it names."""
    graph = context.program.graph
    nodes = (*context.program.rules, *graph.boards, *graph.examples)
    used = context.program.notes.of("used words", nodes, words_in)
    if not context.program.is_half_written:
        values(context, used)
        columns(context, used)
    names(context)


@frozen
class Words:
    """What a part of the graph uses of enums.

    Attributes:
        named: Values that it names, each with its enum.
        gone_through: Enums of which it uses all values.
        read: Columns that it reads, each with its enum.
    """

    named: frozenset[tuple[str, int]]
    gone_through: frozenset[str]
    read: frozenset[tuple[str, str]]


def words_in(node: Node) -> Words:
    """What an item uses of enums."""
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
            case _:  # the rest: uses nothing of an enum by itself
                pass
    return Words(frozenset(named), frozenset(gone_through), frozenset(read))


def advise(context: Context, what: str, span: Span) -> None:
    """Tell of something that nothing uses."""
    context.findings.add("N017", f"{what} is never used", span)


def values(context: Context, used: Iterable[Words]) -> None:
    """Values of enums without data that are never named, and that nothing goes through.

    Args:
        context: The context of the checks.
        used: What all of the graph uses that may use something.
    """
    graph = context.program.graph
    doubtful = context.program.doubt.words
    named = answering(context).union(*(words.named for words in used))
    gone_through = {enum for field in graph.fields for enum in field.indices}
    gone_through.update(*(words.gone_through for words in used))
    for item in context.program.items:
        if isinstance(item, ast.Enum) and not item.rows and item.name not in gone_through | doubtful:
            if not any(enum == item.name for enum, _ in named):
                continue
            data = in_data(graph.enums, item.name)
            idle = [
                word
                for at, word in enumerate(item.values)
                if (item.name, at) not in named and at not in data and word.name not in doubtful
            ]
            if len(idle) > MANY:
                advise(context, f"{listed(word.name for word in idle)} of {item.name}", idle[0].span)
            else:
                for word in idle:
                    advise(context, f"{word.name} of {item.name}", word.span)


def in_data(enums: Iterable[n.Enum], name: str) -> set[int]:
    """The values of an enum that stand in the printed data of enums."""
    columns = (column for enum in enums for column in enum.columns)
    return {
        value
        for column in columns
        if isinstance(column.type, EnumType) and column.type.enum == name
        for value in column.values
    }


def columns(context: Context, used: Iterable[Words]) -> None:
    """Columns of printed data that no rule reads.

    Args:
        context: The context of the checks.
        used: What all of the graph uses that may use something.
    """
    read = set[tuple[str, str]]().union(*(words.read for words in used))
    doubtful = context.program.doubt.words
    for item in context.program.items:
        if isinstance(item, ast.Enum) and item.rows:
            for cell in item.rows[0].cells[1:]:
                head = cell.items[0]
                if isinstance(head, ast.Name | ast.CellTyped) and head.name != "title":
                    if (item.name, head.name) not in read and head.name not in doubtful:
                        advise(context, f"column {head.name} of {item.name}", cell.span)


def names(context: Context) -> None:
    """Parameters and names given by `let` that nothing reads; what a game is begun with is given from outside."""
    graph = context.program.graph
    spans = {item.span: params_of(item) for item in context.program.items}
    nodes: tuple[n.Table | n.Define | n.Procedure, ...] = (*graph.tables, *graph.defines, *graph.procedures)
    lets = dict(zip(map(id, nodes), context.program.notes.of("lets", nodes, lets_in), strict=True))
    for node in (each for each in nodes if not context.program.is_wrong(each.span)):
        used = context.program.effects.own(node).reads
        entry = isinstance(node, n.Procedure) and node.name in (graph.game.mission, graph.game.career)
        places = {} if entry else spans.get(node.span, {})
        for param in node.params:
            if f"variable:{param.name}" not in used and param.name in places:
                advise(context, f"parameter {param.name}", places[param.name])
        for part in lets[id(node)]:
            if f"variable:{part.variable}" not in used:
                advise(context, part.variable, part.span)


def lets_in(node: Node) -> tuple[g.Let, ...]:
    """Where an item gives names by `let`."""
    return tuple(part for part in walk(node) if isinstance(part, g.Let))


def params_of(item: ast.Item) -> dict[str, Span]:
    """The places of an item's parameters."""
    params: tuple[ast.Param, ...] = ()
    if isinstance(item, ast.Define | ast.Procedure):
        params = item.params
    elif isinstance(item, ast.Table):
        params = tuple(p for line in item.lines if isinstance(line, ast.ForLine) for p in line.params)
    return {param.name: param.span for param in params}
