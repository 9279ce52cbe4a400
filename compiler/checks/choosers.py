"""Labels of those who answer for the player: one that is nearly another's is a slip in all likelihood."""

from __future__ import annotations

from bombsight.compiler.checks.context import Context
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.likeness import resembling
from bombsight.dsl.source import Span
from bombsight.dsl.walk import walk

CODES = (
    Code(
        "N045",
        "near-chooser",
        "A chooser is called nearly as another",
        """\
Two choices say in quotes who answers them, and the labels differ by a letter or two.
The player would take them for two people.

    by "the harbour master"
    by "the harbor master"    # elsewhere

Write both alike. Where several are meant, values of an enum are checked: `by master`.""",
        Severity.ADVICE,
    ),
)

LIKENESS = 0.85
"""How near labels are that are told: a letter or two in a name."""


def answering(context: Context) -> set[tuple[str, int]]:
    """The values of enums that answer a question, each with its enum."""
    called = {
        node.who
        for item in context.program.items
        for node in walk(item)
        if isinstance(node, ast.By) and not node.is_label
    }
    return {
        (enum.name, at)
        for enum in context.program.graph.enums
        for at, value in enumerate(enum.values)
        if value in called
    }


def check(context: Context) -> None:
    """Look at all labels; the one that stands more often, or first, is taken for the right one."""
    places: dict[str, list[Span]] = {}
    for item in context.program.items:
        for node in walk(item):
            if isinstance(node, ast.By) and node.is_label:
                places.setdefault(node.who, []).append(node.span)
    usual = sorted(places, key=lambda label: (-len(places[label]), places[label][0].path, places[label][0].start))
    for at, label in enumerate(usual):
        like = resembling(label, usual[:at], LIKENESS)
        for span in places[label] if like else ():
            context.findings.add(
                "N045",
                f'nobody else is called "{label}"',
                span,
                labels=[(places[like[0]][0], "nearly the same")],
                help=f'Did you mean "{like[0]}"?',
            )
