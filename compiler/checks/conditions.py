"""Conditions that are settled where they are asked, and what can never happen because they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bombsight.compiler.checks.context import Context, covers
from bombsight.compiler.checks.reasoning.asking import Joined, within
from bombsight.compiler.checks.reasoning.statement_walk import Asked, Role
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge
from bombsight.compiler.checks.reasoning.why import Reason
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import NOWHERE, Span

SCOPE = Scope.ITEM

CODES = (
    Code(
        "V040",
        "never-true",
        "A condition never holds",
        """\
There is no state in which it does where it is asked. Either the ranges of what it compares rule it
out, or something that was asked or set before on the way; the message says what.

    if sky is clear
      do rest
      if sky is fog           # it is clear here
        do sound

So the branch, the answer or the line that hangs on it never comes; of several conditions joined by
`or`, the one says nothing. What counts is the declared range of every value, and every setting of
every option. A condition that a variant can make true is not told of.""",
        Severity.WARNING,
    ),
    Code(
        "V041",
        "always-true",
        "A condition always holds",
        """\
Wherever it is asked it holds, because of what was asked or set before, or because of
the ranges of what it compares. Leave it out, unless it says what the reader should know.

    if lamp > 1
      do read
      if lamp > 0             # more than 1 is more than 0
        do write

Of several conditions joined by `and`, the one says nothing that those before it do not say. The
last `else if` of a chain may spell out what is left, and is not told of.""",
        Severity.ADVICE,
    ),
    Code(
        "V043",
        "unreachable-else",
        "An `else` is never come to",
        """\
One of the conditions above it always holds.

    if lamp > 0
      do read
    else if lamp < 3          # 0 is less than 3
      do light
    else
      do sleep

Mend one of the conditions, or take the `else` out.""",
        Severity.WARNING,
    ),
)

NEVER: Mapping[Role, tuple[str, str]] = {
    "if": ("this never holds here", "Take it out with all that hangs on it, or mend it."),
    "member": ("nothing ever passes this test", "Take it out, or mend it."),
    "answer": ("this answer is never offered", "Take the answer out, or mend its condition."),
    "beside": ("this line is never told", "Take the line out, or mend its condition."),
    "routine": ("this is never routine", "Take `routine` out, or mend its condition."),
    "offer": ("this offer is never made", "Take it out, or mend its condition."),
    "prefer": ("this offer is never taken here", "Take the line out, or mend its condition."),
}
"""What is said of a condition that never holds, and what to do; the others have findings of their own."""

JUDGED_APART: frozenset[Role] = frozenset({"row", "exception"})
"""Conditions whose checks tell whether they always hold, too."""


def check(context: Context) -> None:
    """Look at every condition; of a program with errors nothing can be said."""
    if context.program.whole:
        chains = Chains(asked.of for asked in context.asked if isinstance(asked.of, g.If))
        for together in same(context.asked):
            condition(context, together, chains)
        constant = {found.span for found in context.findings.diagnostics if found.code in ("V022", "V046")}
        for expr, known in context.values:
            if expr.span not in constant:
                parts(context, expr, known)


def same(asked: Iterable[Asked]) -> Iterator[list[Asked]]:
    """Conditions, each with all that can be known where it is asked: in a note that may be more than one thing."""
    found: dict[int, list[Asked]] = {}
    for one in asked:
        found.setdefault(id(one.condition), []).append(one)
    yield from found.values()


class Chains:
    """Which `if` is an `else if` of which."""

    def __init__(self, ifs: Iterable[g.If]) -> None:
        self.above: dict[int, g.If] = {}
        for one in ifs:
            below = one.otherwise[0] if len(one.otherwise) == 1 else None
            if isinstance(below, g.If):
                self.above[id(below)] = one

    def says_what_is_left(self, stmt: g.If, reason: Reason) -> bool:
        """Whether the last condition of a chain always holds for no more than that those above it do not."""
        spans: list[Span] = []
        above = self.above.get(id(stmt))
        while above is not None:
            spans.append(above.condition.span)
            above = self.above.get(id(above))
        return bool(reason.labels) and all(any(covers(span, place) for span in spans) for place, _ in reason.labels)


def condition(context: Context, together: list[Asked], chains: Chains) -> None:
    """One condition, and the conditions that it is joined from.

    Args:
        context: Of the check.
        together: The condition wherever it is asked.
        chains: What stands above each `else if`.
    """
    one = together[0]
    if one.condition.span == NOWHERE or isinstance(one.condition, x.Const):
        return
    found = {verdict(context, each.condition, each.known) for each in together}
    holds = found.pop() if len(found) == 1 else None
    if holds is None:
        if len(together) == 1:
            parts(context, one.condition, one.known)
    elif one.role in JUDGED_APART:
        return
    elif holds:
        always(context, one, reasons(context, together, True), chains)
    elif one.role in NEVER and not offers_nothing(context, one):
        message, help = NEVER[one.role]
        never(context, message, one.condition.span, reasons(context, together, False), help)


def reasons(context: Context, together: Iterable[Asked], holds: bool) -> Reason:
    """Why a condition is settled wherever it is asked."""
    found = [context.judge.why(each.condition, each.known, holds) for each in together]
    notes = dict.fromkeys(reason.note for reason in found)
    labels = dict.fromkeys(label for reason in found for label in reason.labels)
    return Reason(next(iter(notes)) if len(notes) == 1 else "", tuple(labels))


def always(context: Context, asked: Asked, reason: Reason, chains: Chains) -> None:
    """A condition that always holds, and so an `else` below it that is never come to."""
    stmt = asked.of
    if isinstance(stmt, g.If) and stmt.otherwise:
        context.findings.add(
            "V043",
            "this always holds here, so what stands below it is never come to",
            asked.condition.span,
            note=reason.note,
            labels=[*reason.labels, (stmt.otherwise[0].span, "this never happens")],
            help="Take the `else` out, or mend the condition.",
        )
    elif not (isinstance(stmt, g.If) and chains.says_what_is_left(stmt, reason)):
        settled(context, asked.condition.span, reason)


def parts(context: Context, expr: x.Expr, known: Knowledge) -> None:
    """The conditions that an expression is joined from, and those of quantifiers in it."""
    told = NOWHERE
    for part, at, joined in within(expr, known):
        if not joined or part.span == NOWHERE or isinstance(part, x.Const) or covers(told, part.span):
            continue
        holds = verdict(context, part, at)
        if holds is not None and (joined == "where" or (joined == "and") is holds):
            told = part.span
            reason = context.judge.why(part, at, holds)
            if holds:
                settled(context, part.span, reason, joined)
            else:
                message, help = NEVER["member"] if joined == "where" else NEVER["if"]
                never(context, message, part.span, reason, help)


def verdict(context: Context, condition: x.Expr, known: Knowledge) -> bool | None:
    """Whether a condition always holds, or never; None where neither is proved, or it is not worth telling.

    What printed data alone make so, others may make otherwise: a test of them is seldom written for those that there
    are. And what follows from a finding on something that it asks for has been told.
    """
    holds = context.judge.holds(condition, known)
    if holds is None and context.judge.too_wide is not None:
        context.too_wide(context.judge.too_wide)
    if holds is not None and (
        context.judge.independence.is_printed(condition, known)
        or context.asks_idle_option(condition)
        or context.is_told("T040", condition.span)
    ):
        return None
    return holds


def offers_nothing(context: Context, asked: Asked) -> bool:
    """Whether it has been told of a choice or a draw that nothing can be chosen."""
    if isinstance(asked.of, g.Draw):
        return context.is_told("P092", asked.of.span)
    return isinstance(asked.of, g.Choose) and context.is_told("P045", asked.of.span)


def never(context: Context, message: str, span: Span, reason: Reason, help: str) -> None:
    """V040."""
    context.findings.add(
        "V040",
        message,
        span,
        note=reason.note,
        labels=reason.labels,
        help=help,
    )


def settled(context: Context, span: Span, reason: Reason, joined: Joined = "") -> None:
    """V041."""
    context.findings.add(
        "V041",
        "everything passes this test" if joined == "where" else "this always holds here",
        span,
        note=reason.note,
        labels=reason.labels,
        help="Leave it out, or mend it.",
    )
