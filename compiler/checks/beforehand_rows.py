"""Rows that need no dice: two that clash, one that never or always holds."""

from __future__ import annotations

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.abstract_eval import Meaning
from bombsight.compiler.checks.reasoning.atoms import NO, YES
from bombsight.compiler.checks.reasoning.lookups import plain
from bombsight.compiler.checks.reasoning.rolls import called
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, parameters
from bombsight.compiler.checks.reasoning.values import COMPARED
from bombsight.compiler.checks.reasoning.why import Ground, why
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.dsl.diagnostic import Code, Severity

SCOPE = Scope.ITEM

CODES = (
    Code(
        "T007",
        "overlapping-whens",
        "Two `when` rows can hold together with different results",
        """\
The rows that need no dice are asked before any are thrown, and which of them the card means
is not settled by their order. The message shows a state in which both hold.

    when lamp is 0: wrecked
    when sky is clear: safe   # a clear night, and the lamp out?

Narrow one: `when sky is clear and lamp > 0`. Two that give the same are no clash.""",
    ),
    Code(
        "T024",
        "dead-when",
        "A `when` row never holds",
        """\
There is no state in which its condition holds, or the rows above it take every such state.

    when lamp > 3: safe       # the lamp is 0..3""",
        Severity.WARNING,
    ),
    Code(
        "T025",
        "constant-when",
        "A `when` row always holds",
        """\
Its condition, together with those above it, holds in every state, so what stands below it is
never reached: no dice are ever thrown on this table.

    when lamp >= 0: safe      # the lamp is never less""",
        Severity.WARNING,
    ),
)


def check(context: Context) -> None:
    """Look at every table."""
    for table in context.program.sound(context.program.graph.tables):
        if table.beforehand:
            with context.patience(called(table), table.span):
                rows(context, table)


def rows(context: Context, table: n.Table) -> None:
    """The `when` rows of one table."""
    meaning = Meaning(context.program)
    space, known = meaning.space, parameters(table)
    conditions: list[int] = []
    waiting = YES
    for at, row in enumerate(table.beforehand):
        condition = meaning.number(row.condition, known)
        above = [
            Ground(space.negated(held), other.condition.span, "asked before, and does not hold")
            for held, other in zip(conditions, table.beforehand, strict=False)
        ]
        if context.program.whole and space.both(waiting, condition) == NO:
            reason = why(meaning, row.condition, known, False, above, condition)
            context.findings.add(
                "T024",
                "this row never holds",
                row.condition.span,
                note=reason.note,
                labels=reason.labels,
                help="Take it out, or mend its condition.",
            )
        for earlier, other in enumerate(table.beforehand[:at]):
            both = space.both(conditions[earlier], condition)
            clash = space.both(both, differing(meaning, other.body, row.body, known))
            state = space.sure(clash)
            if state == NO != clash:
                context.admit(meaning, called(table), table.span)
            if state != NO:
                context.findings.add(
                    "T007",
                    "two rows that need no dice can hold together",
                    row.condition.span,
                    note=f"both hold when {context.program.state_text(space.witness(state) or [])}",
                    labels=[(other.condition.span, "the other")],
                    help="Say in one of them which goes first, such as `when ... and not ...`.",
                )
        conditions.append(condition)
        before, waiting = waiting, space.both(waiting, space.negated(condition))
        if waiting == NO and before != NO:
            reason = why(meaning, row.condition, known, True, above, condition)
            context.findings.add(
                "T025",
                "this row always holds" if at == 0 else "this row holds wherever those above it do not",
                row.condition.span,
                note="; ".join(filter(None, (reason.note, "so nothing below it is ever reached"))),
                labels=reason.labels,
                help="Narrow its condition, or take the rest of the table out.",
            )


def differing(meaning: Meaning, first: g.Block, second: g.Block, known: Knowledge) -> int:
    """The diagram of where two bodies come to different results; everywhere, unless both just give values.

    Args:
        meaning: Evaluates what they give.
        first: A block.
        second: The other.
        known: What is known before both.
    """
    if first == second:
        return NO
    one, two = first[-1] if first else None, second[-1] if second else None
    if not (plain(first) and plain(second) and isinstance(one, g.Give) and isinstance(two, g.Give)):
        return YES
    if len(one.values) != len(two.values):
        return YES
    return meaning.space.either(
        [
            meaning.space.apply(COMPARED["!="], meaning.number(a, known), meaning.number(b, known))
            for a, b in zip(one.values, two.values, strict=True)
        ]
    )
