"""A question for the odds of an expression: dice, a roll, a define or a procedure, compiled as a table of its own.

The table has no dice and one row, which evaluates the expression. So everything that answers questions about tables
answers this one, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.wording import either
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.node import Param
from bombsight.compiler.request import Request
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.parser import parse, read_fragment
from bombsight.dsl.source import Source
from bombsight.flat.types import BOOL, ElementType, ListType, PartsType, Type
from bombsight.service.common.failure import WrongRules
from bombsight.service.programs.compile import compile_game
from bombsight.service.table_odds.question import (
    OddsQuestion,
    compile_given,
    make_given_sources,
    params_text,
    parse_question,
    parse_scene_lines,
    relocate_finding,
)

EXPRESSION_LABEL = "expression"
"""The file name of the expression in findings."""

EXPRESSION_NAME = "asked_for_odds"
"""The name of the procedure and of the table that stand for the expression."""

VALUE_NAME = "asked_value"
"""The name of the variable that holds its value."""


def parse_expression_question(
    request: Request, expression: str, given: Sequence[str], *, answers_choices: bool = False
) -> OddsQuestion:
    """Parse a question for the odds of an expression, with the conditions given for it.

    Args:
        request: The rules.
        expression: The expression, as it may stand behind ``let x =``.
        given: The given conditions; elements that they name may stand in the expression.
        answers_choices: Whether the autopilot answers choices on the way; else they are refused.

    Raises:
        InputError: The expression is empty, or its value cannot be counted; or an option is unknown.
        WrongRules: The rules, the expression or a given have errors.
    """
    graph, result = compile_game(request)
    params = tuple(find_named_elements(given, graph))
    source = Source(EXPRESSION_LABEL, expression)
    procedure = parse_expression(source, params, graph)
    whole = find_whole_table(procedure, graph, source)
    if whole is not None:
        table_id, arguments = whole
        return evolve(parse_question(request, table_id, [*arguments, *given]), answers_choices=answers_choices)
    compiled = compile_given(request, given, params, (procedure,), (source,))
    (compiled_procedure,) = compiled.items
    standing = next((each.origin for each in compiled.derived if each.id == f"procedure:{EXPRESSION_NAME}"), NO_ORIGIN)
    table = make_expression_table(expression, compiled_procedure, standing)
    return OddsQuestion(
        graph=evolve(graph, tables=(*graph.tables, table)),
        table=table,
        given=tuple(given),
        scene=compiled.scene,
        sources={**result.sources, **compiled.sources},
        expression=expression,
        answers_choices=answers_choices,
        allowance=request.allowance,
    )


def find_named_elements(given: Sequence[str], graph: n.RuleGraph) -> Iterator[Param]:
    """Yield the elements to which givens give a name, ``add Ship(...) to ships as s``, as parameters."""
    records = {each.record for each in graph.lists}
    for source in make_given_sources(given):
        for scene_line in parse_scene_lines(source):
            match scene_line:
                case ast.GivenAdd(value=ast.Call(name=record) | ast.NewRecord(name=record), name=str(name)):
                    if record in records:
                        yield Param(name=name, type=ElementType(record))
                case _:  # the rest: names no element
                    pass


def parse_expression(source: Source, params: Sequence[Param], graph: n.RuleGraph) -> ast.Procedure:
    """Parse an expression as a procedure that keeps its value, or that rolls on a table which gives none.

    Raises:
        InputError: It is empty, has several lines, or gives no value.
        WrongRules: It is no expression.
    """
    text = source.text
    example = either("--of '2d6 - 1'", "odds_of(game, '2d6 - 1')")
    if not text.strip() or "\n" in text:
        asked = either(f"--of {clip(text)!r}", repr(clip(text)))
        raise InputError(f"{asked} asks for nothing", "", f"Write an expression: {example}.")
    head = f"procedure {EXPRESSION_NAME}{params_text(params)}\n  "
    prefix = f"{head}let {VALUE_NAME} = "
    item = read_fragment(prefix, text, source, 0)
    match item.body if isinstance(item, ast.Procedure) else ():
        case (ast.Let(value=value),) if value is not None:
            check_gives_value(value, graph)
            if isinstance(item, ast.Procedure) and not is_valueless_roll(value, graph):
                return item
            called = read_fragment(head, text, source, 0)
            assert isinstance(called, ast.Procedure)
            return called
        case _:  # the rest: no expression, or something besides
            pass
    findings = tuple(
        relocate_finding(found, prefix, source)
        for found in parse(Source(EXPRESSION_LABEL, f"{prefix}{text}\n")).diagnostics
    )
    help = "Write what may stand behind `let x =`: dice, `roll on TABLE`, `do PROCEDURE(...)`, a define."
    diagnostic = Diagnostic("E061", "this is no expression", source.span(0, len(text)), help=help)
    raise WrongRules(findings or (diagnostic,), {source.path: source})


def find_whole_table(
    procedure: ast.Procedure, graph: n.RuleGraph, source: Source
) -> tuple[str, tuple[str, ...]] | None:
    """Find the table whose own odds answer the question, and what they give of its parameters; None for an expression.

    They do for a roll on a table with constants, or with nothing, for its parameters.

    Args:
        procedure: The expression, parsed.
        graph: The rules.
        source: The expression's text.
    """
    match procedure.body:
        case (ast.Let(value=ast.RollOn(table=id_, args=args)) | ast.Evaluate(value=ast.RollOn(table=id_, args=args)),):
            table = next((table for table in graph.tables if table.id == id_), None)
        case _:  # the rest: an expression of its own
            return None
    if table is None or len(args) not in (0, len(table.params)) or not all(is_constant(arg, graph) for arg in args):
        return None
    texts = [source.text[arg.span.start : arg.span.end] for arg in args]
    return table.id, tuple(
        f"{param.name} is {text}" for param, text in zip(table.params if args else (), texts, strict=True)
    )


def is_constant(expr: ast.Expr, graph: n.RuleGraph) -> bool:
    """Whether an argument is a number, yes, no, none, or a value of an enum."""
    match expr:
        case ast.Number() | ast.YesNo() | ast.NoneValue():
            return True
        case ast.Name(name=name):
            return any(name in enum.values for enum in graph.enums)
        case _:  # the rest: is computed
            return False


def is_valueless_roll(value: ast.Expr, graph: n.RuleGraph) -> bool:
    """Whether an expression is a roll on a table that gives no value."""
    return isinstance(value, ast.RollOn) and any(
        table.id == value.table and table.result is None for table in graph.tables
    )


def check_gives_value(value: ast.Expr, graph: n.RuleGraph) -> None:
    """Raise InputError if an expression calls a procedure that gives no value.

    Raises:
        InputError: It does.
    """
    if isinstance(value, ast.Do) and any(
        each.name == value.procedure and each.result is None for each in graph.procedures
    ):
        hint = either(
            f"`bombsight simulate {graph.game.id}` counts what missions come to.",
            f"bombsight.simulate({graph.game.id!r}) counts what missions come to.",
        )
        raise InputError(f"procedure {value.procedure} gives no value whose odds there could be", "", hint)


def make_expression_table(expression: str, procedure: n.Procedure, standing: Origin) -> n.Table:
    """Make the table whose one row evaluates an expression.

    Args:
        expression: The expression, as written.
        procedure: The procedure that evaluates it, compiled.
        standing: How well it is known, if it is worked out from what is not printed.

    Raises:
        InputError: Its value is a list.
    """
    body, result = procedure.body, None
    match body:
        case (g.Let(type=kind, variable=variable),):
            if isinstance(kind, ListType):
                raise InputError(f"{clip(expression)} is a list", "", "Ask for a value of it, such as `count(...)`.")
            body, result = (*body, g.Give(values=values_of_variable(variable, kind))), kind
        case _:  # the rest: a roll without a value
            pass
    origin = standing.with_place(procedure.span)
    row = n.Beforehand(
        id=f"row:{EXPRESSION_NAME}/1",
        condition=x.Const(value=1, type=BOOL),
        label="always",
        body=body,
        span=procedure.span,
        origin=origin,
    )
    return n.Table(
        id=EXPRESSION_NAME,
        title=expression,
        params=procedure.params,
        result=result,
        words=None,
        rolled=None,
        rows=(),
        beforehand=(row,),
        notes=(),
        deep=None,
        relation=False,
        grid=None,
        span=procedure.span,
        origin=origin,
    )


def values_of_variable(variable: str, kind: Type) -> tuple[x.Expr, ...]:
    """Make the expressions that read a variable: its value, or each named part of it."""
    if isinstance(kind, PartsType):
        return tuple(x.PartOf(variable=variable, part=part.name, type=part.type) for part in kind.parts)
    return (x.Var(name=variable, type=kind),)
