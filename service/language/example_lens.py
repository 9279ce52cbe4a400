"""Runs one worked example from the editor: whether the game agrees with it, and where they differ."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from attrs import evolve, frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.pipeline import compile_rules
from bombsight.dsl import ast
from bombsight.dsl.source import Source, is_within
from bombsight.runtime.examples import ExampleReport, ExampleRunner, Mismatch
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.source_files import openable_place
from bombsight.service.language.workspace import Workspace
from bombsight.service.programs.compile import require_error_free
from bombsight.service.programs.example_programs import lower_by_setting, parse_tests
from bombsight.service.programs.loaders import load_for_few_runs


@frozen
class ExampleResult:
    """The result of running an example.

    Attributes:
        title: Its title.
        runs: The number of runs: one for each row of a grid of cases, else one.
        mismatches: The first difference of each run that differs.
    """

    title: str
    runs: int
    mismatches: tuple[Mismatch, ...]


def examples_in(space: Workspace, path: Path) -> tuple[ast.Example, ...]:
    """List the parsable worked examples (unit tests in the rules) of a file, in file order."""
    return tuple(item for item in space.items(path) if isinstance(item, ast.Example))


def try_example(space: Workspace, path: Path, line: int) -> ExampleResult | None:
    """Run the worked example that begins on a line of a file; None if none begins there.

    Returns:
        None if no example begins there.

    Raises:
        WrongRules: The rules or the example have errors.
    """
    example = next((each for each in examples_in(space, path) if each.span.line == line), None)
    if example is None:
        return None
    graph = graph_for_example(space, space.source(path), example)
    cases = tuple(each for each in graph.examples if is_within(each.span, example.span))
    reports: list[ExampleReport] = []
    for program in lower_by_setting(evolve(graph, examples=cases)):
        with closing(ExampleRunner(program, load=load_for_few_runs, asides=True)) as runs:
            reports += runs
    files = {source.path: source for source in space.files}
    mismatches = (each.mismatch for each in reports if each.mismatch is not None)
    return ExampleResult(
        example.title, len(reports), tuple(evolve(each, place=openable_place(each.place, files)) for each in mismatches)
    )


def graph_for_example(space: Workspace, source: Source, example: ast.Example) -> RuleGraph:
    """Compile the rule graph that an example asks for (errata left out, variants), with the example in it.

    Raises:
        WrongRules: The rules or the example have errors.
    """
    request = space.request
    if source in space.tests:
        tests = parse_tests((source,))
        if tests.findings:
            raise WrongRules(tests.findings, {source.path: source})
        for (without, variants), examples_found in tests.examples.items():
            if any(each.span == example.span for each in examples_found):
                request = evolve(
                    request,
                    without=tuple(dict.fromkeys((*request.without, *without))),
                    variants=tuple(dict.fromkeys((*request.variants, *variants))),
                    examples=examples_found,
                    scripts=(source,),
                )
    return require_error_free(compile_rules(request, proofs=False, with_lookup_data=False, previous=space.results))
