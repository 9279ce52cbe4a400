"""What ``lint`` finds by running examples: those that do not hold.

To lower what the examples of a game reach and to run them takes no longer than its proofs, so they are run whenever a
game is looked at as it comes; what was found is kept with the rest, and so is where each of them came: under house
rules only those are run that come to what these have changed (:mod:`bombsight.service.lint.behaviour_changes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.compiler.checks.example_claims import impossible
from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.derived_provenance import foundations
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects, effects_of
from bombsight.compiler.graph.reaching import far_reaching
from bombsight.compiler.request import Compiled
from bombsight.dsl.diagnostic import Diagnostic, Severity, in_file
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span
from bombsight.service.programs.example_baseline import Runnable, Ways

if TYPE_CHECKING:
    from bombsight.compiler.lower.unit import Read
    from bombsight.runtime.examples import Mismatch
    from bombsight.service.lint.example_runs import Ran

IMPOSSIBLE = frozenset({"S024", "S025"})
"""Findings on examples that cannot hold: why they fail is told already."""


@frozen
class Failing:
    """An example that does not hold.

    Attributes:
        example: It, in the graph.
        line: The line of it where the game goes another way.
        mismatch: What it says there, and what the game does.
    """

    example: e.Example
    line: Span
    mismatch: Mismatch


def of_tests(graph: n.RuleGraph, tests: Iterable[Source], budget: Budget) -> Iterator[Diagnostic]:
    """What files of tests say that the game does not do.

    Args:
        graph: The rules, with the examples of these files.
        tests: The files.
        budget: What their examples may cost together.
    """
    files = {source.path: source for source in tests}
    own = [one for one in graph.examples if one.span.path in files]
    findings = Findings(SEVERITIES)
    impossible(evolve(graph, examples=tuple(own)), Effects(graph), findings)
    known = [finding.in_files(files) for finding in findings.diagnostics]
    yield from known
    runs = run_all(graph, own, budget)
    yield from wrong_ones(failing(runs), known, files)
    yield from unfinished_ones(runs, files)


def unfinished_ones(runs: Iterable[Ran], sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    """T026: examples that were not run to their end."""
    for run in runs:
        if run.is_unfinished:
            yield Diagnostic(
                "T026",
                f'the example "{run.example.title}" was not run to its end',
                run.example.span,
                "it takes more steps than the examples of rules of this length may: see --limit",
                help="Nothing need be wrong. Make it shorter, or look whether something in it goes on for ever.",
                severity=Severity.ADVICE,
            ).in_files(sources)


def wrong_ones(
    found: Iterable[Failing], known: Iterable[Diagnostic], sources: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """S021: examples that do not hold.

    Args:
        found: They.
        known: What was found of lines that cannot hold.
        sources: The files by path.
    """
    told = {(finding.span.path, finding.span.start) for finding in known}
    for each in found:
        lines = [in_file(line.span, sources) for line in each.example.lines]
        if told.isdisjoint((span.path, span.start) for span in lines):
            yield Diagnostic(
                "S021",
                f'the example "{each.example.title}" does not hold',
                each.line,
                f"the game: {each.mismatch.found}",
                (),
                "Find out which of the two is wrong; if the book contradicts its own example, that is worth a ruling.",
                severity=Severity.WARNING,
            ).in_files(sources)


def run_all(
    graph: n.RuleGraph,
    wanted: Sequence[e.Example],
    budget: Budget,
    known: Read | None = None,
    keep: Callable[[Runnable], None] | None = None,
) -> list[Ran]:
    """Examples of a graph, run.

    Args:
        graph: The graph.
        wanted: The examples.
        budget: What they may cost together.
        known: What is read off the graph, if that was done.
        keep: Takes what they were made.
    """
    if not wanted:
        return []
    from bombsight.service.lint.example_runs import ran  # brings all that runs programs

    return [*ran(graph, wanted, budget, known, keep=keep)]


def failing(runs: Iterable[Ran]) -> Iterator[Failing]:
    """Those examples that do not hold."""
    for run in runs:
        if run.mismatch is not None and not run.is_unfinished:
            yield Failing(run.example, line_of(run.example, run.mismatch.place), run.mismatch)


def ways_of(runs: Iterable[Ran]) -> Ways:
    """How examples went, as it is kept."""
    return {run.example.id: run.way for run in runs}


def read_before(result: Compiled) -> Read | None:
    """What was read off a graph while it was compiled."""
    if result.results is None:
        return None
    effects, rests = result.results.last(effects_of), result.results.last(foundations)
    if effects is None or rests is None:
        return None
    from bombsight.compiler.lower.unit import Read

    return Read(effects, rests, result.results.last(far_reaching))


def line_of(example: e.Example, place: str) -> Span:
    """The line of an example that a mismatch names; its head, if it is none."""
    spans = (example.call.span, *(part.span for part in (*example.setup, *example.lines)))
    return next((span for span in spans if str(span) == place), example.span)
