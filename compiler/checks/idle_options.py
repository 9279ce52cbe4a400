"""Check of options whose values make no difference to any rule."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.option_equivalence import equivalent_values
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import join_names

CODES = (
    Code("N043", "idle-option", Severity.WARNING),
    Code("N060", "same-readings", Severity.ADVICE),
)


def check(context: CheckContext) -> None:
    """Report options under whose values all rules are the same, in a program without errors."""
    program = context.program
    if not program.is_error_free:
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
            check_equivalent_words(context, option)


def check_equivalent_words(context: CheckContext, option: n.Option) -> None:
    """Report words of an option that no rule distinguishes from each other (N060)."""
    program = context.program
    items_reading = [
        node
        for node in (*program.rule_items, *program.graph.boards)
        if f"option:{option.name}" in program.effects.own_effect_of(node).reads
    ]
    for group in equivalent_values(option, items_reading) if items_reading else ():
        if len(group) > 1:
            words = join_names(option.words[value] for value in group)
            context.findings.add(
                "N060",
                f"{words} of option {option.name} come to the same",
                option.span,
                note="no rule tells them apart",
                help="Ask for each where it matters, or leave one out.",
            )
