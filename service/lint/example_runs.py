"""Runs a game's examples for ``lint``: which hold, and which rules each reaches.

What an example reaches depends only on its dice and answers, and on the rules it reaches: while these are unchanged, so
is its run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from sys import intern
from typing import Any

from attrs import evolve

from bombsight.backends.python.lazy_compile import CodeCache, load_codes
from bombsight.boundary.budget import Budget
from bombsight.compiler.derived_provenance import ProvenanceGraph
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import FarReachingByItem, collect_far_reaching, iter_far_reaching
from bombsight.compiler.lower.assemble import lower_with_context
from bombsight.compiler.lower.function_reuse import ReusableLowering, snapshot_lowering, unchanged_test
from bombsight.compiler.lower.program_builder import GraphAnalyses
from bombsight.compiler.lower.stubs import is_stub_fault_site
from bombsight.compiler.settings import split_by_setting
from bombsight.dsl.node_classes import frozen
from bombsight.runtime.examples import ExampleRunner, Mismatch
from bombsight.service.programs.example_baseline import CompiledExamples, ExampleOutcome, ExampleOutcomes
from bombsight.service.programs.loaders import make_lazy_loader


@frozen
class ExampleRun:
    """The result of running an example.

    Attributes:
        example: The example's node in the graph.
        mismatch: The first difference from the game; None if the example holds.
        way: The outcome, with the rules that it reached.
        is_unfinished: Whether the run was stopped because it took too many steps.
    """

    example: e.Example
    mismatch: Mismatch | None
    way: ExampleOutcome
    is_unfinished: bool = False


@frozen
class ReusableExamples:
    """The compiled examples of an earlier, similar version of the rules.

    Attributes:
        runnable: The compiled examples.
        graph: The graph from which they were compiled.
        effects: The effects of the present rules.
        changed: The names that differ in the present rules, as effects have them.
    """

    runnable: CompiledExamples
    graph: n.RuleGraph
    effects: Effects
    changed: frozenset[str]

    def reusable_lowering(self, setting: n.RuleGraph) -> ReusableLowering:
        """Select the lowered code of the earlier rules that is still valid for the examples of one setting."""
        left_out = {f"{left.left}:{left.name}" for example in setting.examples for left in example.left_out}
        return ReusableLowering(self.runnable.made, self.graph, unchanged_test(self.effects, self.changed | left_out))


def run_examples(
    graph: n.RuleGraph,
    examples: Sequence[e.Example],
    budget: Budget,
    analyses: GraphAnalyses | None = None,
    baseline: ExampleOutcomes | None = None,
    base: ReusableExamples | None = None,
    store: Callable[[CompiledExamples], None] | None = None,
) -> Iterator[ExampleRun]:
    """Compile and run worked examples, and yield for each whether it holds and which rules it reached.

    Args:
        graph: The rules.
        examples: The examples, among those of the graph.
        budget: The step budget of all together.
        analyses: The analyses of the graph, if known.
        baseline: The outcomes under similar rules: only what those runs reached is compiled, and more only for examples
            that leave it.
        base: The compiled examples of similar rules, reused where unchanged.
        store: Receives the compiled examples whose setting leaves the rules unchanged.
    """
    if not examples:
        return
    # Provenance is left out: it is not needed here, and functions depend on less without it.
    reaching, effects = (analyses.reaching, analyses.effects) if analyses is not None else (None, Effects(graph))
    analyses = GraphAnalyses(effects, ProvenanceGraph({}), collect_far_reaching.rerun(reaching, graph))
    strayed_examples: list[e.Example] = []
    for setting in split_by_setting(evolve(graph, examples=tuple(examples), derived=()), open_options=True):
        reached_owners = (
            None if baseline is None else frozenset().union(*(baseline[each.id].came_to for each in setting.examples))
        )
        reusable = base.reusable_lowering(setting) if base is not None else None
        options: dict[str, Any] = {"playable": False, "open_options": True, "canonical": False}
        lowering = lower_with_context(
            setting, analyses=analyses, only_items=reached_owners, reusable=reusable, **options
        )
        program = lowering.program
        reused_functions = frozenset(function.name for function in lowering.unit.reused_functions.values())
        codes = (
            load_codes(base.runnable.code, reused_functions) if base is not None and reused_functions else CodeCache()
        )
        runner = ExampleRunner(program, load=make_lazy_loader(codes), asides=True, budget=budget)
        for number, example in enumerate(setting.examples):
            report = runner.run(number)
            sites = [program.sites[site] for site in report.sites]
            if any(map(is_stub_fault_site, sites)):
                strayed_examples.append(example)
            else:
                outcome = ExampleOutcome(report.passed, frozenset(intern(site.owner) for site in sites))
                yield ExampleRun(example, report.mismatch, outcome, report.is_unfinished)
        runner.close()
        if store is not None and reached_owners is None and has_unchanged_rules(setting, graph):
            snapshot = snapshot_lowering(lowering.unit, program.functions, lowering.whole_functions)
            store(CompiledExamples(snapshot, codes.dump({function.name for function in snapshot.functions.values()})))
    yield from run_examples(graph, strayed_examples, budget, analyses, base=base)


def has_unchanged_rules(setting: n.RuleGraph, graph: n.RuleGraph) -> bool:
    """Whether the examples of a setting run under the rules as given: no options set, no calls left out."""
    setting_rules, written_rules = ((each.options, each.tables, each.procedures) for each in (setting, graph))
    return setting_rules == written_rules


class ExampleDependencies:
    """Computes an example's dependencies from the rules that its run reached.

    A run reports the procedures that it enters and the tables that it rolls on. Everything else that these call counts
    as reached: derived values, printed tables and sums of modifiers, standing offers, and tables of which every row is
    taken.

    Args:
        effects: The effects of the rules under which the examples were run.
        reaching: The far-reaching parts of these rules, which affect more than the code around them.
    """

    def __init__(self, effects: Effects, reaching: FarReachingByItem) -> None:
        """Make it from the effects of the rules, and ``reaching``, the parts that affect more than nearby code."""
        graph = effects.graph
        self.effects = effects
        self.nodes: dict[str, object] = {**effects.callable_items}
        self.nodes.update((f"modifiers:{table.id}", table.modifiers) for table in graph.tables)
        self.nodes.update((f"reroll:{reroll.name}", reroll) for reroll in graph.rerolls)
        self.nodes.update((example.id, example) for example in graph.examples)
        take_every_parts = (part for part in iter_far_reaching(reaching) if isinstance(part, g.TakeEvery))
        rolled_tables = {f"table:{table.id}" for table in graph.tables if table.rolled is not None}
        self.traced_items = rolled_tables.difference(f"table:{part.table}" for part in take_every_parts)
        self.traced_items.update(f"procedure:{procedure.name}" for procedure in graph.procedures)
        self.memo: dict[str, frozenset[str]] = {}

    def dependencies_of(self, example: e.Example, reached_owners: Iterable[str]) -> frozenset[str]:
        """The names of everything that an example's result depends on, given the items that its run reached."""
        return frozenset().union(*map(self.dependencies_of_item, (example.id, *reached_owners)))

    def dependencies_of_item(self, owner: str) -> frozenset[str]:
        """The names of an item, of the items that it calls untraced, and of all that these read or write."""
        if owner not in self.memo:
            visited: set[str] = set()
            names: set[str] = set()
            worklist = [owner]
            while worklist:
                current = worklist.pop()
                if current not in visited and current in self.nodes:
                    visited.add(current)
                    effect = self.effects.own_effect_of(self.nodes[current])
                    names |= effect.reads | effect.writes
                    worklist += effect.calls - self.traced_items
            self.memo[owner] = frozenset(visited | names)
        return self.memo[owner]
