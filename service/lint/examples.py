"""Findings from running the examples in the rules, for ``lint``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bombsight.boundary.budget import WorkKind
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.service.lint.behaviour_changes import find_changed_examples
from bombsight.service.lint.failing_examples import (
    IMPOSSIBLE_CODES,
    analyses_of,
    make_failure_findings,
    make_unfinished_findings,
    outcomes_of_runs,
    run_all_examples,
    select_failing,
)
from bombsight.service.programs.cache import store_cached_examples, store_cached_outcomes


def lint_examples(request: Request, result: Compilation, base: n.RuleGraph | None = None) -> Iterator[Diagnostic]:
    """Run the worked examples of a game, and yield findings on those that fail under the requested rules.

    Nothing is reported if the rules have errors, nor under other options or without errata: printed examples are then
    expected to fail.

    Args:
        request: The compilation request.
        result: Its result.
        base: The graph without the house rules, if known.
    """
    graph = result.graph
    if graph is None or result.errors or request.options or request.without or request.variants:
        return
    house_paths = {source.path for source in request.house}
    impossible_findings = [finding for finding in result.diagnostics if finding.code in IMPOSSIBLE_CODES]
    own_examples = [one for one in graph.examples if not request.house or one.span.path in house_paths]
    budget = request.allowance.make_budget(WorkKind.EXAMPLE)
    runs = run_all_examples(
        graph,
        own_examples,
        budget,
        analyses_of(result),
        None if request.house else partial(store_cached_examples, request),
    )
    yield from make_failure_findings(select_failing(runs), impossible_findings, result.sources)
    yield from make_unfinished_findings(runs, result.sources)
    if not request.house:
        store_cached_outcomes(request, outcomes_of_runs(runs))
    elif len(own_examples) < len(graph.examples):
        yield from find_changed_examples(request, result, graph, base)
