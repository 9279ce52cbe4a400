"""What of reconstructed rules no example looks at, row by row and modifiers among them.

Only to run every example, with those of ``tests`` and the scripts, tells that. It takes many times as long as all else
that ``lint`` finds, and of a game that is still being written it says much: so it is looked for only where it is asked
for by its code.
"""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.coverage import Spot
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.suppressions import heeded
from bombsight.dsl.diagnostic import Diagnostic, Label, Severity
from bombsight.dsl.listing import listed
from bombsight.dsl.source import Span, within
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import Target
from bombsight.service.programs.compile import compiled
from bombsight.service.programs.example_programs import request_with_tests
from bombsight.service.programs.scripts import scripts_as_examples
from bombsight.service.testing.coverage import cover

RECONSTRUCTED = "reconstructed"

KINDS = {"row": "row", "applies": "modifier", "exception": "exception"}
"""What is told of, and what it is called."""


def unseen(target: Target, rules: Rules) -> list[Diagnostic]:
    """S020 for each table and each derived value, but for those that a comment allows.

    Raises:
        InputError: An example does not hold, or an option is unknown.
        WrongRules: The rules or the tests have errors.
    """
    request, tests = request_with_tests(target, rules)
    covered = cover(request, tests, scripts_as_examples(target, request, rules))
    graph, result = compiled(request)
    missed: dict[str, list[Spot]] = {}
    for spot in covered.spots - covered.reached:
        if spot.kind in KINDS:
            missed.setdefault(spot.owner, []).append(spot)
    found = []
    for owner, node in guessed(graph):
        places = {*lines_of(node)}
        mine = sorted((spot for spot in missed.get(owner, ()) if spot.span in places), key=lambda spot: spot.span.start)
        if mine:
            found.append(told(owner, node, mine).in_files(result.sources))
    return heeded(found, (*request.base, *request.house))


def guessed(graph: n.RuleGraph) -> Iterator[tuple[str, n.Table | n.Define]]:
    """The tables and the derived values of a graph in which something is reconstructed."""
    yield from ((f"table:{table.id}", table) for table in graph.tables if [*lines_of(table)])
    yield from ((f"define:{define.name}", define) for define in graph.defines if [*lines_of(define)])


def lines_of(node: n.Table | n.Define) -> Iterator[Span]:
    """The places of its lines that are reconstructed: that say so, or say nothing in what is."""
    for part in walk(node):
        if isinstance(part, g.Row | g.NaturalRow | g.Modifier | n.Beforehand | n.DefineException):
            if (part.origin.standing or node.origin.standing) == RECONSTRUCTED:
                yield part.span


def told(owner: str, node: n.Table | n.Define, missed: list[Spot]) -> Diagnostic:
    """S020 for one table or derived value."""
    names = listed(dict.fromkeys(f"{KINDS[spot.kind]} {spot.label}" for spot in missed))
    says = node.origin.place  # the words of its chapter, where it inherits them
    own = node.origin.standing == RECONSTRUCTED and within(says, node.span)
    return Diagnostic(
        "S020",
        f"{owner.replace(':', ' ', 1)} is reconstructed here, and no example looks at {names}",
        says if own else node.span,
        "",
        tuple(Label(spot.span, f"{KINDS[spot.kind]} {spot.label}") for spot in missed),
        "Write an example that comes to each: a guess should be seen.",
        severity=Severity.ADVICE,
    )
