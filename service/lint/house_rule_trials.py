"""Trials of house rules: a game's examples run with some of the items left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from bombsight.boundary.budget import WorkKind
from bombsight.compiler.derived_provenance import ProvenanceGraph
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import collect_far_reaching
from bombsight.compiler.lower.program_builder import GraphAnalyses
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl import ast
from bombsight.dsl.file_kind import find_game_id, lines_of_other_games
from bombsight.dsl.source import Source, Span
from bombsight.service.lint.attribution import FailureCause, HouseEntry, ItemNumber, find_causes
from bombsight.service.lint.changed_names import find_changed_names
from bombsight.service.lint.example_runs import ReusableExamples, run_examples
from bombsight.service.lint.failing_examples import FailingExample, select_failing
from bombsight.service.programs.example_baseline import CompiledExamples, ExampleOutcomes

MAX_TRIALS = 24
"""The maximum number of compilations with items left out; causes not settled by then are reported as uncertain."""


class HouseRuleTrials:
    """Runs a game's failing examples under subsets of the house-rule items, each subset once for all examples.

    Args:
        request: The compilation request of the game with the house rules.
        result: Its result.
        base: The graph of the game without them.
        effects: The effects of the game without them.
        entries: The items that change something.
        failures: The game's examples that fail with all items, and hold without.
        baseline: The outcomes of the examples without them.
        runnable: The compiled examples of the game, if known.
    """

    def __init__(
        self,
        request: Request,
        result: Compilation,
        base: n.RuleGraph,
        effects: Effects,
        entries: Sequence[HouseEntry],
        failures: Sequence[FailingExample],
        baseline: ExampleOutcomes,
        runnable: CompiledExamples | None,
    ) -> None:
        """Make the trials of a game's house rules from earlier results of compiling and running; run nothing yet."""
        self.request = request
        self.result = result
        self.base = base
        self.effects = effects
        self.entries = entries
        self.failures = {each.example.id: each for each in failures}
        self.baseline = baseline
        self.runnable = runnable
        self.all_items = frozenset(range(len(entries)))
        self.memo: dict[frozenset[ItemNumber], Mapping[str, FailingExample] | None] = {
            self.all_items: self.failures,
            frozenset(): {},
        }

    def causes_of(
        self, example: str, suspects: Sequence[ItemNumber], reached: Collection[ItemNumber]
    ) -> Sequence[FailureCause]:
        """Find the minimal sets of house-rule items for which an example fails.

        Args:
            example: The example's id.
            suspects: The items that may affect it.
            reached: Those of them that its run in the game alone reaches.
        """
        if len(self.entries) == 1:
            return (FailureCause((0,), True, self.all_items),)

        def fails_with(items: frozenset[ItemNumber]) -> bool | None:
            """Whether the example fails under a subset of the items; None if that is unknown."""
            failures = self.failures_with(items, suspects)
            return None if failures is None else example in failures

        causes = [*find_causes(suspects, reached, fails_with)]
        if causes or len(suspects) == len(self.entries):
            return causes
        return self.causes_of(example, range(len(self.entries)), self.all_items)  # other items affect it, too

    def failure_by_cause(
        self, failure: FailingExample, suspects: Sequence[ItemNumber], cause: FailureCause
    ) -> FailingExample:
        """Run a failing example with the items of one cause alone, to report the mismatch that this cause makes."""
        return (self.failures_with(cause.active_items, suspects) or {}).get(failure.example.id, failure)

    def failures_with(
        self, items: frozenset[ItemNumber], suspects: Sequence[ItemNumber]
    ) -> Mapping[str, FailingExample] | None:
        """Run all failing examples under a subset of the suspected items; None if the result is unknown.

        The other items cannot affect them. They are left out too, so that one trial serves many examples, unless these
        items do not compile without them.
        """
        if items.issuperset(suspects):
            return self.failures
        failures = self.failures_with_only(items)
        return self.failures_with_only(items | self.all_items.difference(suspects)) if failures is None else failures

    def failures_with_only(self, items: frozenset[ItemNumber]) -> Mapping[str, FailingExample] | None:
        """Return the examples that fail under exactly these house-rule items, memoized; None if it cannot be tried."""
        if items not in self.memo:
            graph = self.compile_with(items) if len(self.memo) < MAX_TRIALS else None
            self.memo[items] = None if graph is None else {each.example.id: each for each in self.find_failures(graph)}
        return self.memo[items]

    def compile_with(self, items: frozenset[ItemNumber]) -> n.RuleGraph | None:
        """Compile the rules with only a subset of the house-rule items; None if that gives errors."""
        removed_spans = [entry.span for number, entry in enumerate(self.entries) if number not in items]
        house = leave_out_items(self.request, self.result, removed_spans)
        reduced_request = evolve(self.request, house=tuple(source for source in house if source.text.strip()))
        compilation = compile_rules(reduced_request, previous=self.result.results, proofs=False, with_lookup_data=False)
        return None if compilation.errors else compilation.graph

    def find_failures(self, graph: n.RuleGraph) -> Iterator[FailingExample]:
        """Run the failing examples under another rule graph, and yield those that still fail."""
        effects = Effects(graph, self.effects)
        changed = find_changed_names(effects, self.effects)
        examples = [each for each in graph.examples if each.id in self.failures]
        base = ReusableExamples(self.runnable, self.base, effects, changed) if self.runnable is not None else None
        results = self.result.results
        analyses = GraphAnalyses(
            effects, ProvenanceGraph({}), results.last(collect_far_reaching) if results is not None else None
        )
        budget = self.request.allowance.make_budget(WorkKind.EXAMPLE)
        yield from select_failing(run_examples(graph, examples, budget, analyses, self.baseline, base))


def leave_out_items(request: Request, result: Compilation, removed_spans: Sequence[Span]) -> Iterator[Source]:
    """Blank out some house-rule items, and all examples, in the files of house rules, so that spans stay valid."""
    blanked_spans = [*removed_spans, *(item.span for item in result.items if isinstance(item, ast.Example))]
    overlays = [overlay for overlay in result.overlays if overlay.kind == "house"]
    blanked_spans += (each.span for each in overlays if {entry.span for entry in each.entries}.issubset(removed_spans))
    game = find_game_id(request.base)
    for source in request.house:
        others = lines_of_other_games(source.text, game)
        text = blank_spans(source.text, (span for span in blanked_spans if span.path == source.path))
        lines = enumerate(text.split("\n"), 1)
        remaining_lines = ("" if any(number in lines for lines in others) else line for number, line in lines)
        yield evolve(source, text="\n".join(remaining_lines))


def blank_spans(text: str, spans: Iterable[Span]) -> str:
    """Replace spans of a text by spaces, keeping line ends."""
    for span in spans:
        blanks = "".join(each if each == "\n" else " " for each in text[span.start : span.end])
        text = text[: span.start] + blanks + text[span.end :]
    return text
