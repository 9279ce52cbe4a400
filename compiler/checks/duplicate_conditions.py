"""Check of branches that do the same, so that their condition or choice makes no difference."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

import attrs

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import has_side_effects
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL

SCOPE = Scope.ITEM

CODES = (
    Code("P082", "same-either-way", Severity.WARNING),
    Code("P083", "repeated-branch", Severity.ADVICE),
    Code("P084", "repeated-answer", Severity.ADVICE),
)


def check(context: CheckContext) -> None:
    """Report conditions and answers that make no difference, since two branches of an `if` or choice do the same."""
    for stmt, state in context.visits:
        match stmt:
            case g.If(body=body, otherwise=otherwise) if otherwise:
                check_if(context, stmt, body, otherwise)
            case g.ChooseBranch(branches=answers):
                check_answers(context, answers, state)
            case _:  # the rest: has no branches
                pass


def check_if(context: CheckContext, stmt: g.If, body: g.Block, otherwise: g.Block) -> None:
    """Report an `if` whose block does the same as its `else` or as the `else if` below it (P082, P083).

    Args:
        context: The context of the check.
        stmt: The `if`.
        body: Its block.
        otherwise: The other block.
    """
    below = otherwise[0]
    if is_same_block(body, otherwise) and not context.reads_idle_option(stmt.condition):
        context.findings.add(
            "P082",
            "this makes no difference: what is done is the same either way",
            stmt.condition.span,
            labels=[
                (first_statement_span(body), "done where it holds"),
                (first_statement_span(otherwise), "done where it does not"),
            ],
            help="Mend one of them, or leave the condition out.",
        )
    elif (
        len(otherwise) == 1
        and isinstance(below, g.If)
        and not (has_side_effects(stmt.condition) or has_side_effects(below.condition))
        and is_same_block(body, below.body)
    ):
        context.findings.add(
            "P083",
            "this branch does what the one above it does",
            below.condition.span,
            labels=[(stmt.condition.span, "the one above")],
            help="Join the two conditions by `or`, or mend one of the branches.",
        )


def check_answers(context: CheckContext, answers: tuple[g.Branch, ...], state: SymbolicState) -> None:
    """Report two answers of a choice that do the same and may be offered together (P084)."""
    for later, second in enumerate(answers):
        for first in answers[:later]:
            idle = all(isinstance(part, g.Nothing) for part in second.body)
            if (
                not idle
                and is_same_block(first.body, second.body)
                and not never_both_offered(context, first, second, state)
            ):
                context.findings.add(
                    "P084",
                    f"{second.name} does what {first.name} does",
                    first_statement_span(second.body),
                    labels=[(first_statement_span(first.body), first.name)],
                    help="Mend one of them, or take it out.",
                )


def never_both_offered(context: CheckContext, first: g.Branch, second: g.Branch, state: SymbolicState) -> bool:
    """Whether two answers of a choice are proved never to be offered together.

    Args:
        context: The context of the check.
        first: An answer.
        second: Another answer of the same choice.
        state: The symbolic state before the choice.
    """
    if first.condition is None or second.condition is None:
        return False
    both = x.AndExpr(terms=(first.condition, second.condition), type=BOOL, span=second.span)
    return context.prover.prove(both, state) is False


def first_statement_span(body: g.Block) -> Span:
    """The place of the first statement of a block."""
    return body[0].span


def is_same_block(first: g.Block, second: g.Block) -> bool:
    """Whether two blocks are equal, regardless of their source positions."""
    return (
        len(first) == len(second)
        and [*map(type, first)] == [*map(type, second)]
        and behavior_key(first) == behavior_key(second)
    )


def behavior_key(part: Hashable) -> Hashable:
    """The comparison key of a node: its class and attributes, without source positions and generated ids."""
    if isinstance(part, tuple):
        return tuple(map(behavior_key, part))
    if isinstance(part, Origin):
        return part.stated_fields
    kind = type(part)
    names = behavior_attributes(kind)
    return (kind, *(behavior_key(getattr(part, name)) for name in names)) if names else (kind, part)


@cache
def behavior_attributes(kind: type) -> tuple[str, ...]:
    """The names of the attributes of a node class that determine behaviour: all but ``span`` and ``id``."""
    return tuple(each.name for each in attrs.fields(kind) if each.name not in ("span", "id")) if attrs.has(kind) else ()
