"""Modifiers that never apply, or say one thing twice."""

from __future__ import annotations

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.diagrams import NO
from bombsight.compiler.checks.reasoning.rolls import Reach
from bombsight.compiler.checks.reasoning.values import NUMERIC
from bombsight.compiler.checks.reasoning.why import Reason
from bombsight.compiler.checks.scope import Scope
from bombsight.dsl.diagnostic import Code, Severity

SCOPE = Scope.ITEM

CODES = (
    Code(
        "M001",
        "unused-modifier",
        "A modifier can never apply",
        """\
There is no state in which its condition holds when dice are thrown on this table, or what it
adds is always 0.

    when sky is clear: safe
    roll 1d6
    +1 calm when sky is clear # on a clear night no dice are thrown

Take it out, or mend its condition.""",
        Severity.WARNING,
    ),
    Code(
        "M002",
        "double-modifier",
        "A cause is counted twice",
        """\
Two modifiers of one table apply in exactly the same states.

    -1 dark when lamp is 0
    -1 lamp_out when not (lamp > 0)

If the rulebook prints one modifier in two places, write it once and cite both. If the sum is
meant, write one modifier with the sum.""",
    ),
    Code(
        "M010",
        "cancelled-modifier",
        "Two modifiers always cancel each other",
        """They apply in exactly the same states, and add up to nothing there.

    +1 glow when lamp is 3
    -1 glare when lamp > 2

Perhaps a sign or a condition is wrong. If the rulebook prints it so, take both out and say it in a
comment.""",
        Severity.WARNING,
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
                why = reason(context, reach, at)
                context.findings.add(
                    "M001",
                    f"{modifier.label} can never apply" + (f" on {reach.place.name}" if modifier.shared else ""),
                    modifier.span,
                    note=why.note,
                    labels=why.labels,
                    help="Take it out, or mend its condition.",
                )
            continue
        twin = seen.setdefault(applies, at)
        if twin != at and cancelled(context, reach, twin, at):
            context.findings.add(
                "M010",
                f"{modifier.label} and {known[twin].label} always cancel each other",
                modifier.span,
                labels=[(known[twin].span, "the other")],
                help=f"This is {reach.place.name}. Mend one of them, or take both out.",
            )
        elif twin != at:
            context.findings.add(
                "M002",
                f"{modifier.label} applies exactly when {known[twin].label} does",
                modifier.span,
                labels=[(known[twin].span, "the other")],
                help=f"This is {reach.place.name}. Make one modifier of the two.",
            )


def cancelled(context: Context, reach: Reach, first: int, second: int) -> bool:
    """Whether two modifiers add up to nothing wherever dice are thrown."""
    with context.patience(reach.place.name, reach.place.span):
        total = reach.space.apply(NUMERIC["+"], reach.amounts[first], reach.amounts[second])
        return reach.space.values(total, reach.groups[reach.group_of[first]].where(reach.space)) == {0}
    return False


def reason(context: Context, reach: Reach, at: int) -> Reason:
    """Why a modifier never applies."""
    assert reach.place.rolled is not None
    modifier = reach.place.rolled.modifiers[at]
    if modifier.condition is None:
        return Reason()
    return context.judge.why(modifier.condition, reach.known, False)
