"""The game's own worked examples that come out otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Set

from attrs import evolve

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.unit import read
from bombsight.compiler.settings import in_settings
from bombsight.runtime.examples import ExampleReport, Examples
from bombsight.service.differences.told import ExampleChange
from bombsight.service.machines import load_briefly


def reports(graph: RuleGraph, wanted: Set[str]) -> Iterator[tuple[str, str, str, ExampleReport]]:
    """Run the examples of these titles: the title, place and citation of each, and what came of it."""
    chosen = tuple(each for each in graph.examples if each.title in wanted)
    known = read(graph)
    for setting in in_settings(evolve(graph, examples=chosen)):
        program = lower(setting, playable=False, known=known)
        runner = Examples(program, load=load_briefly)
        for number, example in enumerate(program.examples):
            yield example.title, str(example.origin.place), example.origin.cite, runner.run(number)
        runner.close()


def example_changes(was: RuleGraph, now: RuleGraph, reached: Set[str]) -> tuple[tuple[ExampleChange, ...], int]:
    """The examples of both sides that hold on one of them alone, and how many were run.

    Args:
        was: The rules as they were.
        now: The rules as they are.
        reached: The ids of all that comes to something that changed, examples among them.
    """
    both = {each.title for each in was.examples if each.id in reached}
    both |= {each.title for each in now.examples if each.id in reached}
    both &= {each.title for each in was.examples} & {each.title for each in now.examples}
    if not both:
        return (), 0
    before = {title: report for title, _, _, report in reports(was, both)}
    found = []
    for title, place, cite, report in reports(now, both):
        old = before.get(title)
        if old is not None and old.passed != report.passed:
            mismatch = report.mismatch or old.mismatch
            assert mismatch is not None
            found.append(
                ExampleChange(
                    title=title,
                    place=place,
                    cite=cite,
                    holds=report.passed,
                    expected=mismatch.expected,
                    found=mismatch.found,
                )
            )
    return tuple(found), len(before)
