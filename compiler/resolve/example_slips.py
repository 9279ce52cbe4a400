"""Detection of common mistakes in examples: plausible lines that mean nothing, with their corrections."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.resolve.environment import Context
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.source import Span

ENDED_WORD = "ended"
"""The word after a procedure's name that expects its `end`."""


def report_mistaken_line(ctx: Context, line: ast.ExampleLine) -> bool:
    """Report a common mistake in an example's line, such as a call of a define; False if the line has none."""
    env = ctx.env
    match line:
        case ast.Given(target=ast.Name(name=name) as target) if name in env.options:
            report_slip(
                ctx,
                f"{name} is an option",
                target.span,
                f"given option {name}",
                Edit(empty_span_before(target.span), "option "),
            )
        case ast.Expect(
            condition=ast.Is(left=ast.Name(name=name), right=ast.Name(name="ended"), negated=False) as fact
        ):
            if name not in env.procedures:
                return False
            report_slip(
                ctx,
                f"{name} is a procedure",
                fact.span,
                f"{name} {ENDED_WORD}",
                Edit(fact.span, f"{name} {ENDED_WORD}"),
            )
        case ast.Expect(condition=ast.Name(name="ended", span=span)) if ENDED_WORD not in env.declared:
            report_slip(ctx, "this does not say what has ended", span, f"expect mission {ENDED_WORD}")
        case ast.Expect(condition=ast.Name(name=name, span=span)) if name in env.holders and name not in env.declared:
            instead = f"expect result is {name}"
            report_slip(
                ctx, f"{name} is a word, and no condition", span, instead
            )  # uncertain: the result may have parts
        case ast.ExampleCall(call=ast.Do(procedure=name, span=span)) if name in env.defines:
            report_slip(ctx, f"{name} is a derived value: it is not done", span, f"expect {name}")
        case _:  # the rest: no common mistake
            return False
    return True


def report_slip(ctx: Context, message: str, span: Span, replacement: str, edit: Edit | None = None) -> None:
    """Report N001 for a common mistake, with a correction.

    Args:
        ctx: The item.
        message: The problem.
        span: Its place.
        replacement: The correct text.
        edit: The edit of the fix; None if it is not certain.
    """
    fix = Fix(f"Write `{replacement}`", (edit,)) if edit is not None else None
    ctx.findings.add("N001", message, span, help=f"Write `{replacement}`.", fix=fix)


def empty_span_before(span: Span) -> Span:
    """Return the empty span at the start of another span, for an insertion."""
    return evolve(span, end=span.start, end_line=span.line, end_column=span.column)
