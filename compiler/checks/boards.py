"""Boards: marks that can never be drawn."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.abstract_eval import Meaning
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, some
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import boards as b
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span

SCOPE = Scope.ITEM

CODES = (
    Code(
        "B004",
        "dead-mark",
        "A mark that can never be drawn",
        """\
In no state does its condition hold, or there is nothing for which it stands.

    board ships "The ships"
      rows s in Ship where s.strength < 5
        mark "strong" good when s.strength > 5""",
        Severity.WARNING,
    ),
)


def check(context: Context) -> None:
    """Look at every board."""
    if context.program.whole:
        for board in context.program.sound(context.program.graph.boards):
            for condition, known in conditions(board):
                if never(context, condition, known):
                    tell(context, condition.span)


def conditions(board: n.Board) -> Iterator[tuple[x.Expr, Knowledge]]:
    """Every condition on a board, with what is known where it is asked."""
    if isinstance(board.layout, b.Lined) and not any(marks.of == board.layout.of for marks in board.marks):
        yield from asked(board.layout.of)
    for marks in board.marks:
        known = Knowledge()
        if marks.of is not None:
            yield from asked(marks.of)
            known = known.free(marks.of.variable, marks.of.domain.type).holding(marks.of.where)
            if not isinstance(marks.of.domain, x.EnumDomain):  # of an enum the name itself is such a one
                known = known.holding(some(marks.of.variable, marks.of.domain, marks.of.where))
        for mark in marks.marks:
            if mark.condition is not None:
                yield mark.condition, known


def asked(members: b.Members) -> Iterator[tuple[x.Expr, Knowledge]]:
    """What must hold of members."""
    if members.where is not None:
        yield members.where, Knowledge().free(members.variable, members.domain.type)


def never(context: Context, condition: x.Expr, known: Knowledge) -> bool:
    """Whether a condition surely never holds; what takes too much to be told may."""
    meaning = Meaning(context.program)
    try:
        held = meaning.number(condition, known)
        if held == NO:
            return True
        facts = meaning.facts(known)
        return meaning.space.both(facts, held) == NO != facts
    except (TooManyError, UnclearError):
        return False


def tell(context: Context, span: Span) -> None:
    """The finding."""
    context.findings.add(
        "B004",
        "this never holds, so nothing is drawn",
        span,
        help="Take it out, or mend its condition.",
    )
