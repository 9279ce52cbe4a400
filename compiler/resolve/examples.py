"""Worked examples."""

from __future__ import annotations

from bombsight.compiler.amended import own_origin
from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.changes import assign
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.scope import Scope, Variable
from bombsight.dsl import ast
from bombsight.flat.types import BOOL, NoneType


def example(ctx: Context, node: ast.Example, number: int) -> n.Example:
    """A worked example."""
    scope = Scope()
    setup: list[g.Stmt] = []
    call: x.Expr | None = None
    lines: list[n.ExampleRoll | n.ExampleAnswer | n.ExampleExpect] = []
    for line in node.lines:
        match line:
            case ast.Given(target=target, value=value):
                done, scope = assign(ctx, ast.Set(target, value, span=line.span), scope)
                setup.extend(done)
                late(ctx, call, line, "given")
            case ast.GivenDo(call=inner):
                setup.append(g.Evaluate(value=expressions.resolve(ctx, inner, scope.drawing(), None), span=line.span))
                late(ctx, call, line, "given")
            case ast.ExampleCall(call=inner):
                if call is not None:
                    ctx.findings.add("P042", "an example has one call", line.span, labels=[(call.span, "the first")])
                call = expressions.resolve(ctx, inner, scope.drawing(), None)
                if not isinstance(call.type, NoneType):
                    scope = scope.with_variable("result", Variable(call.type, line.span))
            case ast.ExpectedRoll(table=table, dice=dice):
                if table is not None and table not in ctx.env.tables:
                    ctx.findings.add("N001", f"there is no table {table}", line.span, help=near(table, ctx.env.tables))
                lines.append(n.ExampleRoll(table=table, dice=dice, span=line.span))
            case ast.ExpectedAnswer(words=words):
                lines.append(n.ExampleAnswer(words=words, span=line.span))
            case ast.Expect(condition=condition):
                lines.append(
                    n.ExampleExpect(
                        condition=expressions.boolean(ctx, condition, scope),
                        text=ctx.env.text(condition.span),
                        span=line.span,
                    )
                )
            case _:
                pass
    if call is None:
        ctx.findings.add("P042", "this example calls nothing", node.span, help="Add `roll on T` or `do p`.")
        call = x.Const(value=0, type=BOOL, span=node.span)
    return n.Example(
        id=f"example:{number}",
        title=node.title,
        setup=tuple(setup),
        call=call,
        lines=tuple(lines),
        span=node.span,
        origin=own_origin(node),
    )


def late(ctx: Context, call: x.Expr | None, line: ast.ExampleLine, what: str) -> None:
    """The scene is set before the call."""
    if call is not None:
        ctx.findings.add("P043", f"`{what}` stands behind the call", line.span, help="Set the scene first.")
