"""Findings S021 and T026: examples that fail, or take too many steps.

Lowering and running a game's examples takes no longer than its proofs, so they run whenever a game is linted without
changes. Findings are cached, and so are the rules that each example reached: under house rules only those are run that
reach a change (:mod:`bombsight.service.lint.behaviour_changes`).
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
"""The codes of findings on examples that cannot hold, which explain a failure already."""


@frozen
class FailingExample:
    """An example that fails.

    Attributes:
        example: The example's node in the graph.
        line: Its line at which the game differs.
        mismatch: The expected and the actual event there.
    """

    example: e.Example
    line: Span
    mismatch: Mismatch


def lint_test_examples(graph: n.RuleGraph, tests: Iterable[Source], budget: Budget) -> Iterator[Diagnostic]:
    """Run the examples in files of tests, and yield findings on those that fail."""
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
    """Make a finding T026 for each example whose run was stopped after too many steps."""
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
    """Make a finding S021 for each example that fails.

    Args:
        failures: The failing examples.
        impossible_findings: The findings on lines that cannot hold; examples with one are left out.
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
    """Run examples to a list of results; imports the runner only if there are any.

    Args:
        graph: The graph.
        examples: The examples.
        budget: The step budget of all together.
        analyses: The analyses of the graph, if known.
        store: Receives the compiled examples.
    """
    if not examples:
        return []
    from bombsight.service.lint.example_runs import run_examples  # imports all that runs programs

    return [*run_examples(graph, examples, budget, analyses, store=store)]


def select_failing(runs: Iterable[ExampleRun]) -> Iterator[FailingExample]:
    """Select the failed examples from the results of runs."""
    for run in runs:
        if run.mismatch is not None and not run.is_unfinished:
            yield FailingExample(run.example, mismatch_span(run.example, run.mismatch.place), run.mismatch)


def outcomes_of_runs(runs: Iterable[ExampleRun]) -> ExampleOutcomes:
    """Map example ids to the outcomes of their runs, in the form that the cache stores."""
    return {run.example.id: run.way for run in runs}


def analyses_of(result: Compilation) -> GraphAnalyses | None:
    """Get the analyses (effects and so on) that compilation made of a rule graph; None if it made none."""
    if result.results is None:
        return None
    effects, provenance = result.results.last(analyze_effects), result.results.last(build_provenance)
    if effects is None or provenance is None:
        return None
    from bombsight.compiler.lower.program_builder import GraphAnalyses

    return GraphAnalyses(effects, provenance, result.results.last(collect_far_reaching))


def mismatch_span(example: e.Example, place: str) -> Span:
    """The span of the example's line to which a mismatch refers; of the example's head if it is none."""
    spans = (example.call.span, *(part.span for part in (*example.setup, *example.lines)))
    return next((span for span in spans if str(span) == place), example.span)
