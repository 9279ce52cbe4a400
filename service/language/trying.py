"""A worked example run while it is written: whether the game goes as it says, and where they part."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from attrs import evolve, frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.pipeline import compile_rules
from bombsight.dsl import ast
from bombsight.dsl.source import Source, within
from bombsight.runtime.examples import ExampleReport, Examples, Mismatch
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.reading import opened
from bombsight.service.language.workspace import Workspace
from bombsight.service.programs.compile import usable
from bombsight.service.programs.example_programs import lowered, read_tests
from bombsight.service.programs.machines import load_briefly


@frozen
class Outcome:
    """What came of an example.

    Attributes:
        title: Its title.
        runs: How often it was run: once for each row of a grid of cases, else once.
        mismatches: Where the game went another way, once for each run that did.
    """

    title: str
    runs: int
    mismatches: tuple[Mismatch, ...]


def examples(space: Workspace, path: Path) -> tuple[ast.Example, ...]:
    """The worked examples of a file of rules or of tests that can be read, in their order.

    Raises:
        KeyError: The file is none of these.
    """
    return tuple(item for item in space.items(path) if isinstance(item, ast.Example))


def try_example(space: Workspace, path: Path, line: int) -> Outcome | None:
    """Run the example that begins on a line of a file, by the rules as they are now; each of its cases.

    Args:
        space: The rules.
        path: The file.
        line: The line, from 1.

    Returns:
        None where no example begins there.

    Raises:
        KeyError: The file is none of these.
        WrongRules: The rules have errors, or the example.
    """
    example = next((each for each in examples(space, path) if each.span.line == line), None)
    if example is None:
        return None
    graph = graph_with(space, space.source(path), example)
    own = tuple(each for each in graph.examples if within(each.span, example.span))
    reports: list[ExampleReport] = []
    for program in lowered(evolve(graph, examples=own)):
        with closing(Examples(program, load=load_briefly, asides=True)) as runs:
            reports += runs
    files = {source.path: source for source in space.files}
    parted = (each.mismatch for each in reports if each.mismatch is not None)
    return Outcome(example.title, len(reports), tuple(evolve(each, place=opened(each.place, files)) for each in parted))


def graph_with(space: Workspace, source: Source, example: ast.Example) -> RuleGraph:
    """The rules by which an example of a file is played, with it among their examples.

    Raises:
        WrongRules: They have errors, or the example.
    """
    request = space.request
    if source in space.tests:
        read = read_tests((source,))
        if read.findings:
            raise WrongRules(read.findings, {source.path: source})
        for (without, variants), found in read.examples.items():
            if any(each.span == example.span for each in found):
                request = evolve(
                    request,
                    without=tuple(dict.fromkeys((*request.without, *without))),
                    variants=tuple(dict.fromkeys((*request.variants, *variants))),
                    examples=found,
                    scripts=(source,),
                )
    return usable(compile_rules(request, proofs=False, looked_up=False, before=space.results))
