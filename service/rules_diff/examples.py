"""The game's own worked examples that come out otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Set

from attrs import evolve

from bombsight.boundary.budget import Allowance, Budget, Work
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.unit import read
from bombsight.compiler.settings import in_settings
from bombsight.runtime.examples import ExampleReport, Examples
from bombsight.service.programs.machines import load_briefly
from bombsight.service.rules_diff.told import ExampleChange


def reports(graph: RuleGraph, wanted: Set[str], budget: Budget) -> Iterator[tuple[str, str, str, ExampleReport]]:
    """Run the examples of these titles: the title, place and citation of each, and what came of it.

    Args:
        graph: The rules.
        wanted: The titles.
        budget: What they may cost together.
    """
    chosen = tuple(each for each in graph.examples if each.title in wanted)
    known = read(graph)
    for setting in in_settings(evolve(graph, examples=chosen)):
        program = lower(setting, playable=False, known=known)
        runner = Examples(program, load=load_briefly, budget=budget)
        for number, example in enumerate(program.examples):
            yield example.title, str(example.origin.place), example.origin.cite, runner.run(number)
        runner.close()


def example_changes(
    was: RuleGraph, now: RuleGraph, reached: Set[str], allowance: Allowance
) -> tuple[tuple[ExampleChange, ...], int, int]:
    """The examples of both sides that hold on one of them alone, how many were run, and how many not to their end.

    Args:
        was: The rules as they were.
        now: The rules as they are.
        reached: The ids of all that comes to something that changed, examples among them.
        allowance: How much work the rules may cost; the examples of each side have a budget.
    """
    both = {each.title for each in was.examples if each.id in reached}
    both |= {each.title for each in now.examples if each.id in reached}
    both &= {each.title for each in was.examples} & {each.title for each in now.examples}
    if not both:
        return (), 0, 0
    before = {title: report for title, _, _, report in reports(was, both, allowance.budget(Work.EXAMPLE))}
    found = []
    unfinished = 0
    for title, place, cite, report in reports(now, both, allowance.budget(Work.EXAMPLE)):
        old = before.get(title)
        if old is not None and (old.is_unfinished or report.is_unfinished):
            unfinished += 1
        elif old is not None and old.passed != report.passed:
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
    return tuple(found), len(before) - unfinished, unfinished
