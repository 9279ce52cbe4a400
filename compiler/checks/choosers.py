"""Check of the labels after `by`, which name who answers a question: nearly equal labels are probably misspelt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph.nodes import Enum
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span
from bombsight.dsl.suggestions import find_resembling
from bombsight.dsl.walk import walk

CODES = (Code("N045", "near-chooser", Severity.ADVICE),)

SIMILARITY_LIMIT = 0.85
"""The similarity from which labels are reported: names that differ in a letter or two."""


def answering_values(context: CheckContext) -> set[tuple[str, int]]:
    """Return the enum values that `by` names as the one who answers, each as enum name and index of the value."""
    chooser_names = {by.who.name for by in all_by_clauses(context) if isinstance(by.who, ast.Name)}
    return {
        (enum.name, at)
        for enum in context.program.graph.enums
        for at, value in enumerate(enum.values)
        if value in chooser_names
    }


def all_by_clauses(context: CheckContext) -> Iterator[ast.By]:
    """Yield all `by` clauses (who answers a question) of a program."""
    return chain.from_iterable(context.program.item_memo.map_items("choosers", context.program.items, by_clauses_in))


def by_clauses_in(item: ast.Item) -> tuple[ast.By, ...]:
    """The `by` clauses (who answers a question) in one item."""
    return tuple(node for node in walk(item) if isinstance(node, ast.By))


def check(context: CheckContext) -> None:
    """Report quoted `by` labels that nearly equal another one, or that are the name or title of a player."""
    places: dict[str, list[Span]] = {}
    for by in all_by_clauses(context):
        if isinstance(by.who, ast.Text):
            places.setdefault(by.who.value, []).append(by.span)
    graph = context.program.graph
    for enum in graph.enums:
        if enum.name == graph.game.players:
            report_player_labels(context, enum, places)
    labels_by_frequency = sorted(
        places, key=lambda label: (-len(places[label]), places[label][0].path, places[label][0].start)
    )
    for at, label in enumerate(labels_by_frequency):
        similar = find_resembling(label, labels_by_frequency[:at], SIMILARITY_LIMIT)
        for span in places[label] if similar else ():
            context.findings.add(
                "N045",
                f'nobody else is called "{label}"',
                span,
                labels=[(places[similar[0]][0], "nearly the same")],
                help=f'Did you mean "{similar[0]}"?',
            )


def report_player_labels(context: CheckContext, players: Enum, label_places: dict[str, list[Span]]) -> None:
    """Report quoted `by` labels that equal the name or title of a player; ``label_places`` has the places of each."""
    names_by_title = {title: name for name, title in zip(players.values, players.titles, strict=True)}
    names_by_title |= {name: name for name in players.values}
    for label in names_by_title.keys() & label_places.keys():
        for span in label_places[label]:
            context.findings.add(
                "N045",
                f'"{label}" is what one of the players is called',
                span,
                help=f"Write `by {names_by_title[label]}`: then it is he who is asked.",
            )
