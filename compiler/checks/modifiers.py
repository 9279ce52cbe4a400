"""Modifiers that never apply, or say one thing twice."""

from __future__ import annotations

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.diagrams import NO
from bombsight.compiler.checks.reasoning.rolls import Reach
from bombsight.compiler.checks.scope import Scope
from bombsight.dsl.diagnostic import Code, Severity

SCOPE = Scope.ITEM

CODES = (
    Code(
        "M001",
        "A modifier can never apply",
        """\
There is no state in which its condition holds when dice are thrown on this table, or what it
adds is always 0.

    when sky is clear: safe
    roll 1d6
    +1 calm when sky is clear # on a clear night no dice are thrown

Take it out, or mend its condition.""",
    ),
    Code(
        "M002",
        "A cause is counted twice",
        """\
Two modifiers of one table apply in exactly the same states.

    -1 dark when lamp is 0
    -1 lamp_out when not (lamp > 0)

If the rulebook prints one modifier in two places, write it once and cite both. If the sum is
meant, write one modifier with the sum.""",
    ),
)


def check(context: Context) -> None:
    """Look at the modifiers of every roll."""
    for reach in context.reaches:
        if reach.place.rolled is not None and reach.happens != NO:
            modifiers(context, reach)


def modifiers(context: Context, reach: Reach) -> None:
    """The modifiers of one roll."""
    assert reach.place.rolled is not None
    seen: dict[int, int] = {}
    known = reach.place.rolled.modifiers
    for at, modifier in enumerate(known):
        applies = None
        with context.patience(reach.place.name, reach.place.span):
            applies = reach.applies(at)
        if applies is None:
            continue
        if applies == NO:
            if context.program.whole:
                context.findings.add(
                    "M001",
                    f"{modifier.label} can never apply" + (f" on {reach.place.name}" if modifier.shared else ""),
                    modifier.span,
                    help="Take it out, or mend its condition.",
                    severity=Severity.WARNING,
                )
            continue
        twin = seen.setdefault(applies, at)
        if twin != at:
            context.findings.add(
                "M002",
                f"{modifier.label} applies exactly when {known[twin].label} does",
                modifier.span,
                labels=[(known[twin].span, "the other")],
                help=f"This is {reach.place.name}. Make one modifier of the two.",
            )
