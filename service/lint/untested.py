"""Finding S020: rows, modifiers and exceptions of reconstructed rules that no example covers.

It needs a run of every example, with tests and scripts. That takes many times as long as all else in ``lint``, and a
game in progress has many such findings: so it is made only if its code is selected.
"""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.coverage import CoverageSpot
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.suppressions import apply_suppressions
from bombsight.dsl.diagnostic import Diagnostic, Label, Severity
from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Span, is_within
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import Target
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.example_programs import request_with_tests
from bombsight.service.programs.scripts import find_matching_scripts
from bombsight.service.testing.coverage import measure_coverage

RECONSTRUCTED = "reconstructed"

SPOT_KINDS = {"row": "row", "applies": "modifier", "exception": "exception"}
"""The kinds of places that are reported, with their names in messages."""


def find_untested(target: Target, rules: Rules) -> list[Diagnostic]:
    """Make a finding S020 for each reconstructed table or define with untested lines, except suppressed ones.

    Raises:
        InputError: An example fails, or an option is unknown.
        WrongRules: The rules or the tests have errors.
    """
    request, tests = request_with_tests(target, rules)
    covered = measure_coverage(request, tests, find_matching_scripts(target, request, rules))
    graph, result = compile_game(request)
    missed: dict[str, list[CoverageSpot]] = {}
    for spot in covered.spots - covered.reached:
        if spot.kind in SPOT_KINDS:
            missed.setdefault(spot.owner, []).append(spot)
    findings = []
    for owner, node in find_reconstructed(graph):
        places = {*reconstructed_lines(node)}
        own_missed = sorted(
            (spot for spot in missed.get(owner, ()) if spot.span in places), key=lambda spot: spot.span.start
        )
        if own_missed:
            findings.append(make_untested_finding(owner, node, own_missed).with_openable_paths(result.sources))
    return apply_suppressions(findings, (*request.base, *request.house))


def find_reconstructed(graph: n.RuleGraph) -> Iterator[tuple[str, n.Table | n.Define]]:
    """Yield the tables and defines with a part whose standing is reconstructed, each with its id."""
    yield from ((f"table:{table.id}", table) for table in graph.tables if [*reconstructed_lines(table)])
    yield from ((f"define:{define.name}", define) for define in graph.defines if [*reconstructed_lines(define)])


def reconstructed_lines(node: n.Table | n.Define) -> Iterator[Span]:
    """Yield the spans of a node's rows, modifiers and exceptions whose standing is reconstructed."""
    for part in walk(node):
        if isinstance(part, g.Row | g.NaturalRow | g.Modifier | n.Beforehand | n.DefineException):
            if (part.origin.standing or node.origin.standing) == RECONSTRUCTED:
                yield part.span


def make_untested_finding(owner: str, node: n.Table | n.Define, missed: list[CoverageSpot]) -> Diagnostic:
    """Make the finding S020 on the lines of a table or define that no example covers."""
    names = join_names(dict.fromkeys(f"{SPOT_KINDS[spot.kind]} {spot.label}" for spot in missed))
    origin_span = node.origin.place  # in its chapter, if inherited
    has_own_origin = node.origin.standing == RECONSTRUCTED and is_within(origin_span, node.span)
    return Diagnostic(
        "S020",
        f"{owner.replace(':', ' ', 1)} is reconstructed here, and no example looks at {names}",
        origin_span if has_own_origin else node.span,
        "",
        tuple(Label(spot.span, f"{SPOT_KINDS[spot.kind]} {spot.label}") for spot in missed),
        "Write an example that comes to each: a guess should be seen.",
        severity=Severity.ADVICE,
    )
