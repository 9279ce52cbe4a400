"""Check of defines that have the same value in every state."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import VARIABLE_PREFIX
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span
from bombsight.flat.types import BoolType, ElementType, EnumType, IntType

SCOPE = Scope.ITEM

CODES = (Code("V046", "constant-define", Severity.WARNING),)

VARYING_PREFIXES = ("field:", "list:", "option:")
"""The key prefixes of inputs that differ between states."""


def check(context: CheckContext) -> None:
    """Report defines that have the same value in every state, in a program without errors."""
    if context.program.is_error_free:
        for define in context.program.sound_nodes(context.program.graph.defines):
            if define.tally is None and can_vary(context, define) and not has_exception_finding(context, define.span):
                value = context.prover.constant_of(define)
                if value is None and context.prover.wide_number_span is not None:
                    context.report_too_wide(context.prover.wide_number_span)
                if value is not None:
                    context.findings.add(
                        "V046",
                        f"{describe_define(define)} is always {context.program.render_value(define.type, value)}",
                        define.base.span,
                        note="this has one value in every state"
                        if not define.exceptions
                        else "with all its exceptions",
                        help="Mend its condition, or write the value alone.",
                    )


def describe_define(define: n.Define) -> str:
    """Return the name of a define for a message; of a forecast that of its tally: ``forecast balance``."""
    return define.name if define.forecast is None else f"forecast {define.forecast.tally}"


def can_vary(context: CheckContext, define: n.Define) -> bool:
    """Whether a define has enumerable values and reads any input that differs between states, such as a field."""
    if isinstance(define.type, ElementType) or not isinstance(define.type, BoolType | IntType | EnumType):
        return False
    params = {f"{VARIABLE_PREFIX}{param.name}" for param in define.params}
    return any(
        read.startswith(VARYING_PREFIXES) or read in params for read in context.program.effects.effect_of(define).reads
    )


def has_exception_finding(context: CheckContext, span: Span) -> bool:
    """Whether a finding on a define's exceptions lies within a span, which may explain a constant value."""
    return any(context.is_reported(code, span) for code in ("V012", "V013", "V014", "V015", "V016"))
