"""Options whose readings come to the same: no rule tells them apart."""

from __future__ import annotations

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.readings import alike
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import listed

CODES = (
    Code(
        "N043",
        "idle-option",
        "An option that makes no difference",
        """\
Rules ask for the option, but with each of its values the same rules are played.

    option haze "Haze" from clear, fog = fog

    +1 haze when option haze is fog and oil > 20     # oil is 0..20

Perhaps a rule asks for the wrong word, or two branches say the same. What is not to be chosen is no
option.""",
        Severity.WARNING,
    ),
    Code(
        "N060",
        "same-readings",
        "Readings of an option that come to the same",
        """\
Rules ask for the option, but make no difference between these of its values: with
either, the same rules are played.

    option haze "Haze" from clear, rain, fog = fog

    +1 haze when option haze is fog     # who asks for clear or rain?

Perhaps a rule asks for the wrong word, or two branches say the same. Of a number only that is told
where no two values differ: most rules ask whether it is above something.""",
        Severity.ADVICE,
    ),
)


def check(context: Context) -> None:
    """Look at every option that rules ask for; of a program with errors nothing can be said."""
    program = context.program
    if not program.whole:
        return
    for option in program.graph.options:
        if f"option:{option.name}" in program.idle_options:
            context.findings.add(
                "N043",
                f"option {option.name} makes no difference",
                option.span,
                note="with each of its values the rules are the same",
                help="Say what it changes, or take it out.",
            )
        elif len(option.words) > 2:
            same_words(context, option)


def same_words(context: Context, option: n.Option) -> None:
    """N060: words of an option that rules do not tell apart, while they do others."""
    program = context.program
    asking = [
        node
        for node in (*program.rules, *program.graph.boards)
        if f"option:{option.name}" in program.effects.own(node).reads
    ]
    for group in alike(option, asking) if asking else ():
        if len(group) > 1:
            words = listed(option.words[value] for value in group)
            context.findings.add(
                "N060",
                f"{words} of option {option.name} come to the same",
                option.span,
                note="no rule tells them apart",
                help="Ask for each where it matters, or leave one out.",
            )
