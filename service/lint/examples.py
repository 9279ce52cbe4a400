"""What ``lint`` finds by running the examples that stand among the rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bombsight.boundary.budget import Work
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.service.lint.behaviour_changes import made_otherwise
from bombsight.service.lint.failing_examples import (
    IMPOSSIBLE,
    failing,
    read_before,
    run_all,
    unfinished_ones,
    ways_of,
    wrong_ones,
)
from bombsight.service.programs.cache import keep_runnable, keep_ways


def of_examples(request: Request, result: Compiled, base: n.RuleGraph | None = None) -> Iterator[Diagnostic]:
    """What the examples of a game say that it does not do, by the rules that a call asks for.

    Nothing is told where these are wrong, nor under other options or with errata left out: what is printed is then
    meant to come out otherwise.

    Args:
        request: What was asked for.
        result: What came of it.
        base: The rules without the house rules, if they are at hand.
    """
    graph = result.graph
    if graph is None or result.errors or request.options or request.without or request.variants:
        return
    own_word = {source.path for source in request.house}
    known = [finding for finding in result.diagnostics if finding.code in IMPOSSIBLE]
    own = [one for one in graph.examples if not request.house or one.span.path in own_word]
    budget = request.allowance.budget(Work.EXAMPLE)
    runs = run_all(graph, own, budget, read_before(result), None if request.house else partial(keep_runnable, request))
    yield from wrong_ones(failing(runs), known, result.sources)
    yield from unfinished_ones(runs, result.sources)
    if not request.house:
        keep_ways(request, ways_of(runs))
    elif len(own) < len(graph.examples):
        yield from made_otherwise(request, result, graph, base)
