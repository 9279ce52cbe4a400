"""Comparison of a game's worked examples under two sets of rules."""

from __future__ import annotations

from collections.abc import Iterator, Set

from attrs import evolve

from bombsight.boundary.budget import Allowance, Budget, WorkKind
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.program_builder import analyze_graph
from bombsight.compiler.settings import split_by_setting
from bombsight.runtime.examples import ExampleReport, ExampleRunner
from bombsight.service.programs.loaders import load_for_few_runs
from bombsight.service.rules_diff.documents import ExampleChange


def run_titled_examples(
    graph: RuleGraph, titles: Set[str], budget: Budget
) -> Iterator[tuple[str, str, str, ExampleReport]]:
    """Run the worked examples with given titles; yield the title, place, citation and report of each.

    The budget is for all together.
    """
    chosen = tuple(each for each in graph.examples if each.title in titles)
    analyses = analyze_graph(graph)
    for setting in split_by_setting(evolve(graph, examples=chosen)):
        program = lower(setting, playable=False, analyses=analyses)
        runner = ExampleRunner(program, load=load_for_few_runs, budget=budget)
        for number, example in enumerate(program.examples):
            yield example.title, str(example.origin.place), example.origin.cite, runner.run(number)
        runner.close()


def compare_examples(
    old_graph: RuleGraph, new_graph: RuleGraph, reached: Set[str], allowance: Allowance
) -> tuple[tuple[ExampleChange, ...], int, int]:
    """Find the worked examples that pass under only one set of rules, and count finished and unfinished runs.

    Args:
        old_graph: The old rules.
        new_graph: The new rules.
        reached: The ids of all items that reach a change, examples included.
        allowance: The allowance of work; the examples of each side have a budget from it.
    """
    titles = {each.title for each in old_graph.examples if each.id in reached}
    titles |= {each.title for each in new_graph.examples if each.id in reached}
    titles &= {each.title for each in old_graph.examples} & {each.title for each in new_graph.examples}
    if not titles:
        return (), 0, 0
    old_reports = {
        title: report
        for title, _, _, report in run_titled_examples(old_graph, titles, allowance.make_budget(WorkKind.EXAMPLE))
    }
    changes = []
    unfinished = 0
    for title, place, cite, report in run_titled_examples(new_graph, titles, allowance.make_budget(WorkKind.EXAMPLE)):
        old_report = old_reports.get(title)
        if old_report is not None and (old_report.is_unfinished or report.is_unfinished):
            unfinished += 1
        elif old_report is not None and old_report.passed != report.passed:
            mismatch = report.mismatch or old_report.mismatch
            assert mismatch is not None
            changes.append(
                ExampleChange(
                    title=title,
                    place=place,
                    cite=cite,
                    holds=report.passed,
                    expected=mismatch.expected,
                    found=mismatch.found,
                )
            )
    return tuple(changes), len(old_reports) - unfinished, unfinished
