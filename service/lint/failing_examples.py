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
from bombsight.compiler.checks.example_claims import check_examples
from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.derived_provenance import build_provenance
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects, analyze_effects
from bombsight.compiler.graph.reaching import collect_far_reaching
from bombsight.compiler.request import Compilation
from bombsight.dsl.diagnostic import Diagnostic, Severity, openable_span
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span
from bombsight.service.programs.example_baseline import CompiledExamples, ExampleOutcomes

if TYPE_CHECKING:
    from bombsight.compiler.lower.program_builder import GraphAnalyses
    from bombsight.runtime.examples import Mismatch
    from bombsight.service.lint.example_runs import ExampleRun

IMPOSSIBLE_CODES = frozenset({"S024", "S025"})
"""Findings on examples that cannot hold: why they fail is told already."""


@frozen
class FailingExample:
    """An example that does not hold.

    Attributes:
        example: It, in the graph.
        line: The line of it where the game goes another way.
        mismatch: What it says there, and what the game does.
    """

    example: e.Example
    line: Span
    mismatch: Mismatch


def lint_test_examples(graph: n.RuleGraph, tests: Iterable[Source], budget: Budget) -> Iterator[Diagnostic]:
    """What files of tests say that the game does not do.

    Args:
        graph: The rules, with the examples of these files.
        tests: The files.
        budget: What their examples may cost together.
    """
    files = {source.path: source for source in tests}
    own_examples = [one for one in graph.examples if one.span.path in files]
    findings = Findings(SEVERITIES)
    check_examples(evolve(graph, examples=tuple(own_examples)), Effects(graph), findings)
    impossible_findings = [finding.with_openable_paths(files) for finding in findings.diagnostics]
    yield from impossible_findings
    runs = run_all_examples(graph, own_examples, budget)
    yield from make_failure_findings(select_failing(runs), impossible_findings, files)
    yield from make_unfinished_findings(runs, files)


def make_unfinished_findings(runs: Iterable[ExampleRun], sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
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
            ).with_openable_paths(sources)


def make_failure_findings(
    failures: Iterable[FailingExample], impossible_findings: Iterable[Diagnostic], sources: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """S021: examples that do not hold.

    Args:
        failures: They.
        impossible_findings: What was found of lines that cannot hold.
        sources: The files by path.
    """
    reported = {(finding.span.path, finding.span.start) for finding in impossible_findings}
    for each in failures:
        lines = [openable_span(line.span, sources) for line in each.example.lines]
        if reported.isdisjoint((span.path, span.start) for span in lines):
            yield Diagnostic(
                "S021",
                f'the example "{each.example.title}" does not hold',
                each.line,
                f"the game: {each.mismatch.found}",
                (),
                "Find out which of the two is wrong; if the book contradicts its own example, that is worth a ruling.",
                severity=Severity.WARNING,
            ).with_openable_paths(sources)


def run_all_examples(
    graph: n.RuleGraph,
    examples: Sequence[e.Example],
    budget: Budget,
    analyses: GraphAnalyses | None = None,
    store: Callable[[CompiledExamples], None] | None = None,
) -> list[ExampleRun]:
    """Examples of a graph, run.

    Args:
        graph: The graph.
        examples: The examples.
        budget: What they may cost together.
        analyses: What is read off the graph, if that was done.
        store: Takes what they were made.
    """
    if not examples:
        return []
    from bombsight.service.lint.example_runs import run_examples  # brings all that runs programs

    return [*run_examples(graph, examples, budget, analyses, store=store)]


def select_failing(runs: Iterable[ExampleRun]) -> Iterator[FailingExample]:
    """Those examples that do not hold."""
    for run in runs:
        if run.mismatch is not None and not run.is_unfinished:
            yield FailingExample(run.example, mismatch_span(run.example, run.mismatch.place), run.mismatch)


def outcomes_of_runs(runs: Iterable[ExampleRun]) -> ExampleOutcomes:
    """How examples went, as it is kept."""
    return {run.example.id: run.way for run in runs}


def analyses_of(result: Compilation) -> GraphAnalyses | None:
    """What was read off a graph while it was compiled."""
    if result.results is None:
        return None
    effects, provenance = result.results.last(analyze_effects), result.results.last(build_provenance)
    if effects is None or provenance is None:
        return None
    from bombsight.compiler.lower.program_builder import GraphAnalyses

    return GraphAnalyses(effects, provenance, result.results.last(collect_far_reaching))


def mismatch_span(example: e.Example, place: str) -> Span:
    """The line of an example that a mismatch names; its head, if it is none."""
    spans = (example.call.span, *(part.span for part in (*example.setup, *example.lines)))
    return next((span for span in spans if str(span) == place), example.span)
