"""Modifiers that never apply, or say one thing twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from itertools import chain, combinations

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.atoms import NO, YES
from bombsight.compiler.checks.reasoning.rolls import Reach
from bombsight.compiler.checks.reasoning.sums import NOTHING_ADDED
from bombsight.compiler.checks.reasoning.values import NUMERIC
from bombsight.compiler.checks.reasoning.why import Reason
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.checks.scope import Scope
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import listed

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
        "Modifiers always cancel each other",
        """Two or three apply in exactly the same states, and add up to nothing there.

    +1 glow when lamp is 3
    -1 glare when lamp > 2

Perhaps a sign or a condition is wrong. If the rulebook prints it so, take them all out and say it
in a comment.""",
        Severity.WARNING,
    ),
    Code(
        "M011",
        "modifier-taken-back",
        "A modifier comes to nothing wherever it applies",
        """\
Advice only. Wherever it applies, another does, too, and the two add up to nothing.

    +1 glow when lamp > 1
    -1 glare when lamp is 3   # 3 is more than 1

Perhaps a sign or a condition is wrong. If it is meant, the other could say when it does not apply:
`+1 glow when lamp > 1 unless lamp is 3`. Where both are printed, allow it.""",
        Severity.ADVICE,
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
    known = reach.place.rolled.modifiers
    applying: dict[int, int] = {}
    for at in range(len(known)):
        with context.patience(reach.place.name, reach.place.span):
            applying[at] = reach.applies(at)
    told: set[int] = set()
    for at, others in cancelled(reach, applying):
        if not told.intersection((at, *others)):
            told.update((at, *others))
            cancel(context, reach, at, others, strict=any(applying[at] != applying[other] for other in others))
    seen: dict[int, int] = {}
    for at, applies in applying.items():
        if applies == NO:
            never(context, reach, at)
            continue
        twin = seen.setdefault(applies, at)
        if twin != at and not told.issuperset((at, twin)):
            modifier = known[at]
            context.findings.add(
                "M002",
                f"{modifier.label} applies exactly when {known[twin].label} does",
                modifier.span,
                labels=[(known[twin].span, "the other")],
                help=f"This is {reach.place.name}. Make one modifier of the two.",
            )


def never(context: Context, reach: Reach, at: int) -> None:
    """M001; in a program with errors what seems never to hold may hold."""
    assert reach.place.rolled is not None
    modifier = reach.place.rolled.modifiers[at]
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


def cancel(context: Context, reach: Reach, at: int, others: Sequence[int], *, strict: bool) -> None:
    """M010, and M011 where the others apply elsewhere, too.

    Args:
        context: Of the check.
        reach: The roll.
        at: The modifier that comes to nothing.
        others: What takes it back.
        strict: Whether one of these applies where it does not, too.
    """
    assert reach.place.rolled is not None
    known = reach.place.rolled.modifiers
    modifier, names = known[at], [known[other].label for other in others]
    message = f"{listed([modifier.label, *names])} always cancel each other"
    if strict:
        message = f"wherever {modifier.label} applies, it and {listed(names)} add up to nothing"
    context.findings.add(
        "M011" if strict else "M010",
        message,
        modifier.span,
        labels=[(known[other].span, "the other" if len(others) == 1 else "one of the others") for other in others],
        help=f"This is {reach.place.name}. Mend one of them, or "
        + ("say of the other when it does not apply." if strict else "take them all out."),
    )


TRIED = 40
"""What it costs to try whether modifiers take each other back, as branches of diagrams."""


def cancelled(reach: Reach, applying: Mapping[int, int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Modifiers that others take back wherever they apply, with these; what is too much is left out.

    They are two or three under one condition, or one and another that applies elsewhere, too.

    Args:
        reach: The roll.
        applying: Where each modifier applies.
    """
    space = reach.space
    alike = {at: [other for other in applying if other < at and applying[other] == applying[at]] for at in applying}
    found = chain(
        ((at, others) for size in (1, 2) for at in applying for others in combinations(alike[at], size)),
        ((at, (other,)) for at in applying for other in applying if implies(reach, applying, at, other)),
    )
    for at, others in found:
        space.effort.charge(TRIED)
        if applying[at] != NO:
            with suppress(TooManyError):
                total = reduce(partial(space.apply, NUMERIC["+"]), (reach.amounts[each] for each in (at, *others)))
                groups = {reach.group_of[each] for each in (at, *others)}
                where = reduce(space.both, (reach.groups[each].where(space) for each in groups), applying[at])
                if space.values(total, where) == NOTHING_ADDED:
                    yield at, others


def implies(reach: Reach, applying: Mapping[int, int], at: int, other: int) -> bool:
    """Whether a modifier applies wherever another does, and elsewhere, but not always."""
    if NO in (applying[at], applying[other]) or applying[other] in (YES, applying[at]):
        return False
    with suppress(TooManyError):
        return (
            reach.group_of[at] == reach.group_of[other]
            and reach.space.both(applying[at], applying[other]) == applying[at]
        )
    return False


def reason(context: Context, reach: Reach, at: int) -> Reason:
    """Why a modifier never applies."""
    assert reach.place.rolled is not None
    modifier = reach.place.rolled.modifiers[at]
    if modifier.condition is None:
        return Reason()
    return context.judge.why(modifier.condition, reach.known, False)
