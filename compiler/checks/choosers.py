"""Labels of those who answer for the player: one that is nearly another's is a slip in all likelihood."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bombsight.compiler.checks.context import Context
from bombsight.compiler.graph.nodes import Enum
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span
from bombsight.dsl.suggestions import resembling
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

Write both alike. Where several are meant, values of an enum are checked: `by master`. A label that
one of the players is called by is told, too: in quotes, it is not he who is asked.""",
        Severity.ADVICE,
    ),
)

LIKENESS = 0.85
"""How near labels are that are told: a letter or two in a name."""


def answering(context: Context) -> set[tuple[str, int]]:
    """The values of enums that answer a question, each with its enum."""
    called = {by.who.name for by in choosers(context) if isinstance(by.who, ast.Name)}
    return {
        (enum.name, at)
        for enum in context.program.graph.enums
        for at, value in enumerate(enum.values)
        if value in called
    }


def choosers(context: Context) -> Iterator[ast.By]:
    """All who are said to answer."""
    return chain.from_iterable(context.program.notes.of("choosers", context.program.items, choosers_in))


def choosers_in(item: ast.Item) -> tuple[ast.By, ...]:
    """The same in one item."""
    return tuple(node for node in walk(item) if isinstance(node, ast.By))


def check(context: Context) -> None:
    """Look at all labels; the one that stands more often, or first, is taken for the right one."""
    places: dict[str, list[Span]] = {}
    for by in choosers(context):
        if isinstance(by.who, ast.Text):
            places.setdefault(by.who.value, []).append(by.span)
    graph = context.program.graph
    for enum in graph.enums:
        if enum.name == graph.game.players:
            told_as_labels(context, enum, places)
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


def told_as_labels(context: Context, players: Enum, places: dict[str, list[Span]]) -> None:
    """Say of labels that they are what one of the players is called."""
    called = {title: name for name, title in zip(players.values, players.titles, strict=True)}
    called |= {name: name for name in players.values}
    for label in called.keys() & places.keys():
        for span in places[label]:
            context.findings.add(
                "N045",
                f'"{label}" is what one of the players is called',
                span,
                help=f"Write `by {called[label]}`: then it is he who is asked.",
            )
