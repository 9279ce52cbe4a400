"""Check of modifiers that never apply, apply under equal conditions, or cancel each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from itertools import chain, combinations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.atoms import NO, YES
from bombsight.compiler.checks.reasoning.explanations import Explanation
from bombsight.compiler.checks.reasoning.rolls import RollAnalysis
from bombsight.compiler.checks.reasoning.sums import ZERO
from bombsight.compiler.checks.reasoning.values import NUMERIC_OPERATORS
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.checks.scope import Scope
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import join_names

SCOPE = Scope.ITEM

CODES = (
    Code("M001", "unused-modifier", Severity.WARNING),
    Code("M002", "double-modifier"),
    Code("M010", "cancelled-modifier", Severity.WARNING),
    Code("M011", "modifier-taken-back", Severity.ADVICE),
)


def check(context: CheckContext) -> None:
    """Report modifiers that never apply, apply under equal conditions, or cancel each other, for every roll."""
    for analysis in context.roll_analyses:
        if analysis.roll.rolled is not None and analysis.where_rows_apply != NO:
            check_modifiers(context, analysis)


def check_modifiers(context: CheckContext, analysis: RollAnalysis) -> None:
    """Report modifiers of one roll that never apply, apply under equal conditions, or cancel each other."""
    assert analysis.roll.rolled is not None
    row_modifiers = analysis.roll.rolled.modifiers
    applying: dict[int, int] = {}
    for at in range(len(row_modifiers)):
        with context.report_if_too_costly(analysis.roll.name, analysis.roll.span):
            applying[at] = analysis.where_applies(at)
    reported: set[int] = set()
    for at, others in find_cancelling(analysis, applying):
        if not reported.intersection((at, *others)):
            reported.update((at, *others))
            report_cancelling(
                context, analysis, at, others, strict=any(applying[at] != applying[other] for other in others)
            )
    first_with_condition: dict[int, int] = {}
    for at, applies in applying.items():
        if applies == NO:
            report_unused(context, analysis, at)
            continue
        twin = first_with_condition.setdefault(applies, at)
        if twin != at and not reported.issuperset((at, twin)):
            modifier = row_modifiers[at]
            context.findings.add(
                "M002",
                f"{modifier.label} applies exactly when {row_modifiers[twin].label} does",
                modifier.span,
                labels=[(row_modifiers[twin].span, "the other")],
                help=f"This is {analysis.roll.name}. Make one modifier of the two.",
            )


def report_unused(context: CheckContext, analysis: RollAnalysis, index: int) -> None:
    """Report the modifier at an index as one that never applies (M001), unless the program has errors."""
    assert analysis.roll.rolled is not None
    modifier = analysis.roll.rolled.modifiers[index]
    if context.program.is_error_free:
        why = explain_never_applies(context, analysis, index)
        context.findings.add(
            "M001",
            f"{modifier.label} can never apply" + (f" on {analysis.roll.name}" if modifier.shared else ""),
            modifier.span,
            note=why.note,
            labels=why.labels,
            help="Take it out, or mend its condition.",
        )


def report_cancelling(
    context: CheckContext, analysis: RollAnalysis, index: int, others: Sequence[int], *, strict: bool
) -> None:
    """Report modifiers that cancel each other (M010), or one modifier that others cancel where it applies (M011).

    Args:
        context: The context of the check.
        analysis: The roll.
        index: The index of the cancelled modifier.
        others: The indices of the modifiers that cancel it.
        strict: Whether one of these also applies elsewhere.
    """
    assert analysis.roll.rolled is not None
    row_modifiers = analysis.roll.rolled.modifiers
    modifier, names = row_modifiers[index], [row_modifiers[other].label for other in others]
    message = f"{join_names([modifier.label, *names])} always cancel each other"
    if strict:
        message = f"wherever {modifier.label} applies, it and {join_names(names)} add up to nothing"
    context.findings.add(
        "M011" if strict else "M010",
        message,
        modifier.span,
        labels=[
            (row_modifiers[other].span, "the other" if len(others) == 1 else "one of the others") for other in others
        ],
        help=f"This is {analysis.roll.name}. Mend one of them, or "
        + ("say of the other when it does not apply." if strict else "take them all out."),
    )


TRY_COST = 40
"""The cost of testing whether modifiers cancel each other, as branches of diagrams."""


def find_cancelling(analysis: RollAnalysis, applying: Mapping[int, int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each modifier that others cancel wherever it applies (diagrams: ``applying``), as its index and theirs.

    They are two or three with one condition, or one and another that also applies elsewhere. ``applying`` are the
    diagrams of where modifiers apply.
    """
    space = analysis.space
    equal_conditions = {
        at: [other for other in applying if other < at and applying[other] == applying[at]] for at in applying
    }
    candidates = chain(
        ((at, others) for size in (1, 2) for at in applying for others in combinations(equal_conditions[at], size)),
        ((at, (other,)) for at in applying for other in applying if is_strictly_implied(analysis, applying, at, other)),
    )
    for at, others in candidates:
        space.effort.charge(TRY_COST)
        if applying[at] != NO:
            with suppress(TooManyError):
                total = reduce(
                    partial(space.apply, NUMERIC_OPERATORS["+"]), (analysis.amounts[each] for each in (at, *others))
                )
                groups = {analysis.group_of[each] for each in (at, *others)}
                where = reduce(
                    space.conjunction, (analysis.groups[each].facts_diagram(space) for each in groups), applying[at]
                )
                if space.values_of(total, where) == ZERO:
                    yield at, others


def is_strictly_implied(analysis: RollAnalysis, applying: Mapping[int, int], index: int, other: int) -> bool:
    """Whether modifier ``other`` applies wherever modifier ``index`` does, and elsewhere, but not always.

    Args:
        analysis: The roll.
        applying: The diagram of where each modifier applies.
        index: The index of a modifier.
        other: The index of the other.
    """
    if NO in (applying[index], applying[other]) or applying[other] in (YES, applying[index]):
        return False
    with suppress(TooManyError):
        return (
            analysis.group_of[index] == analysis.group_of[other]
            and analysis.space.conjunction(applying[index], applying[other]) == applying[index]
        )
    return False


def explain_never_applies(context: CheckContext, analysis: RollAnalysis, index: int) -> Explanation:
    """Explain why the modifier at an index never applies."""
    assert analysis.roll.rolled is not None
    modifier = analysis.roll.rolled.modifiers[index]
    if modifier.condition is None:
        return Explanation()
    return context.prover.explain(modifier.condition, analysis.state, False)
