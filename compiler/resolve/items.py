"""Resolution of defines, procedures and standing offers."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.amendments import origin_of, own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.node import Param
from bombsight.compiler.resolve import expressions, precedence, statements
from bombsight.compiler.resolve.beside_lines import resolve_beside_lines, resolve_routine
from bombsight.compiler.resolve.environment import Context, Signature
from bombsight.compiler.resolve.hints import hint_for_name, suggest_names
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.scope import Frame, Scope, rolls_read_by
from bombsight.compiler.resolve.type_check import bind_name, bind_params
from bombsight.compiler.resolve.types import describe_type
from bombsight.compiler.resolve.visibility import resolve_seen
from bombsight.dsl import ast
from bombsight.flat.types import BOOL, UNKNOWN, BoolType, EnumType, IntType, Type, UnknownType


def resolve_parameters(
    ctx: Context, node: ast.Define | ast.Procedure, signature: Signature
) -> tuple[tuple[Param, ...], Scope]:
    """Resolve the parameters of a define or a procedure, with the scope of its body."""
    scope = Scope()
    for param, (name, type_) in zip(node.params, signature.params, strict=True):
        scope = bind_name(ctx, name, type_, param.span, scope, owner=node.name)
    return tuple(Param(name=name, type=type_) for name, type_ in signature.params), scope


def resolve_define(ctx: Context, node: ast.Define) -> n.Define:
    """Resolve a define, tally or forecast, with its exceptions, to its graph node."""
    signature = ctx.env.defines[node.name]
    type_ = signature.result or UNKNOWN
    params, scope = resolve_parameters(ctx, node, signature)
    base = expressions.resolve_in_range(ctx, node.base, scope, type_)
    exceptions = resolve_exceptions(ctx, node.exceptions, type_, scope)
    check_exception_names(ctx, node.exceptions)
    return n.Define(
        name=node.name,
        params=params,
        type=type_,
        base=base,
        exceptions=exceptions,
        tally=resolve_tally(ctx, node, type_) if isinstance(node, ast.Tally) else None,
        forecast=resolve_forecast(ctx, node, type_) if isinstance(node, ast.Forecast) else None,
        span=node.span,
        origin=own_origin(node).with_citation_of(node.base_origin),
    )


def resolve_tally(ctx: Context, node: ast.Tally, type_: Type) -> n.Tally:
    """Resolve what a tally (a statistic over many runs) counts, and check that its type can be counted."""
    if type_.is_optional:
        ctx.findings.add(
            "V020",
            f"tally {node.name} may be none, and none is not counted",
            node.type.span,
            help="Leave `or none` out, and say what counts instead of none: `x or else 0`.",
        )
    elif not isinstance(type_, BoolType | IntType | EnumType | UnknownType):
        ctx.findings.add(
            "V020",
            f"tally {node.name} is {describe_type(type_)}, which is not counted",
            node.type.span,
            help="Count yes/no, a range or an enum: `count(b in boats where b.far > 3)`.",
        )
    if node.required and (node.matters != "good" or not isinstance(type_, BoolType | UnknownType)):
        ctx.findings.add(
            "V024",
            f"tally {node.name} is required, and not one of `good: yes/no`",
            node.type.span,
            help=f'Write `tally {node.name} "..." good required: yes/no = ...`, or leave `required` out.',
        )
    return n.Tally(title=node.title, matters=node.matters, required=node.required)


def resolve_forecast(ctx: Context, node: ast.Forecast, type_: Type) -> n.Forecast:
    """Resolve which tally a forecast is of, and check that the forecast is a number, and that there is such a tally."""
    if type_.is_optional:
        ctx.findings.add(
            "V029",
            f"forecast {node.tally} may be none, and that is no average",
            node.type.span,
            help="Leave `or none` out, and say what counts instead of none: `x or else 0`.",
        )
    elif not isinstance(type_, IntType | UnknownType):
        ctx.findings.add(
            "V029",
            f"forecast {node.tally} is {describe_type(type_)}, and no number",
            node.type.span,
            help=f"Write a range: `forecast {node.tally}: -20..20 = ...`; what a yes/no comes to, from 0 to 1: "
            f"`forecast {node.tally} in hundredths: 0..100 = ...`.",
        )
    tallies = [name for name, define in ctx.env.bodies.items() if isinstance(define, ast.Tally)]
    if node.tally not in tallies:
        ctx.findings.add(
            "N001",
            f"there is no tally {node.tally}",
            node.span,
            help=ctx.findings.suggest(node.tally, tallies, kind="tally"),
        )
    return n.Forecast(tally=node.tally, unit=node.unit)


def check_exception_names(ctx: Context, exceptions: Sequence[ast.Except]) -> None:
    """Report each exception of a define that has the name of an earlier exception of that define."""
    seen: dict[str, ast.Except] = {}
    stack = list(exceptions)
    while stack:
        node = stack.pop(0)
        if node.name in seen:
            ctx.findings.add(
                "N002", f"{node.name} stands here twice", node.span, labels=[(seen[node.name].span, "first here")]
            )
        seen[node.name] = node
        stack.extend(node.exceptions)


def resolve_exceptions(
    ctx: Context, nodes: Sequence[ast.Except], type_: Type, scope: Scope
) -> tuple[n.DefineException, ...]:
    """Resolve sibling exceptions of a define, each with its nested ones.

    Args:
        ctx: The context of the item.
        nodes: The exceptions.
        type_: The type of the define.
        scope: The scope.
    """
    beaten = precedence.overridden_exceptions(nodes)
    return tuple(resolve_exception(ctx, node, type_, scope, nodes, beaten[node.name]) for node in nodes)


def resolve_exception(
    ctx: Context,
    node: ast.Except,
    type_: Type,
    scope: Scope,
    siblings: Sequence[ast.Except],
    over: tuple[str, ...],
) -> n.DefineException:
    """Resolve an exception of a define (a conditional override of its value), with its nested exceptions.

    Args:
        ctx: Collects errors.
        node: The exception.
        type_: The type of the define.
        scope: The scope.
        siblings: The exceptions at this level, including this one.
        over: The siblings that it overrides.
    """
    if node.when is None:
        ctx.findings.add("V011", "an exception needs a `when`", node.span, help="Say when it holds.")
        condition: x.Expr = x.Const(value=1, type=BOOL, span=node.span)
    else:
        condition = expressions.resolve_boolean(ctx, node.when, scope)
    others = [sister.name for sister in siblings if sister.name != node.name]
    for name in node.over:
        if name not in others:
            help = suggest_names(ctx.env, name, others, advice="Is every one of them meant? Write `over all`.")
            help = "Write `over all` first, then names." if name == "all" else help
            ctx.findings.add("N001", f"there is no exception {name} beside this one", node.span, help=help)
    if node.over_all and not set(over) - set(node.over):
        ctx.findings.add(
            "V019",
            f"{node.name} is over all, and nothing is left that it could be over",
            node.span,
            help="Leave `over all` out." if not others else "The others are over this one, or over all themselves.",
        )
    known = narrow(ctx.env, scope, condition)
    return n.DefineException(
        label=node.name,
        value=expressions.resolve_in_range(ctx, node.value, known, type_),
        condition=condition,
        over=over,
        exceptions=resolve_exceptions(ctx, node.exceptions, type_, known),
        span=node.span,
        origin=own_origin(node),
    )


def resolve_procedure(ctx: Context, node: ast.Procedure) -> n.Procedure:
    """Resolve a procedure to its graph node, and check that every path returns a value."""
    signature = ctx.env.procedures[node.name]
    result = signature.result
    params, scope = resolve_parameters(ctx, node, signature)
    frame = Frame(node.name, returns=result, rolls=rolls_read_by(node))
    seen = resolve_seen(ctx, node.seen, scope)
    body, after = statements.resolve_block(ctx, node.body, scope, frame)
    if result is not None and after is not None:
        ctx.findings.add(
            "P041", f"{node.name} may end without a value", node.span, help=f"Every path must return {result}."
        )
    return n.Procedure(
        name=node.name,
        title=node.title or "",
        params=params,
        result=result,
        deep=node.deep,
        body=body,
        seen=seen,
        beat=node.beat,
        span=node.span,
        origin=own_origin(node),
    )


def resolve_reroll(ctx: Context, node: ast.Reroll) -> n.Reroll:
    """Resolve a standing offer (`reroll`, a player's right to throw dice again) to its graph node."""
    condition = expressions.resolve_boolean(ctx, node.when, Scope())
    if node.limit is None:
        ctx.findings.add("P022", "an offer without a bound", node.span, help="Write `at most 9 times`.")
    prefers = []
    for prefer in node.prefers:
        table = ctx.env.tables.get(prefer.table)
        if table is None:
            ctx.findings.add(
                "N001",
                f"there is no table {prefer.table}",
                prefer.span,
                help=hint_for_name(ctx.env, "table", prefer.table),
            )
            continue
        scope = bind_params(ctx, table.params, prefer.span, Scope(rolling=table.dice), prefer.table)
        prefers.append(
            n.RerollPrefer(table=prefer.table, condition=expressions.resolve_boolean(ctx, prefer.when, scope))
        )
    body, _ = statements.resolve_block(ctx, node.body, Scope(), Frame(node.name, rolls=rolls_read_by(node)))
    return n.Reroll(
        name=node.name,
        title=node.title,
        condition=condition,
        limit=node.limit or 1,
        prefers=tuple(prefers),
        body=body,
        beside=resolve_beside_lines(ctx, node, Scope(), Scope()),
        routine=resolve_routine(ctx, node, Scope()),
        span=node.span,
        origin=origin_of(node),
    )
