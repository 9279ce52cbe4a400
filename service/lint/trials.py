"""Trials: examples of a game run by house rules of which some items are left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from bombsight.boundary.budget import Work
from bombsight.compiler.derived_provenance import Foundations
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import far_reaching
from bombsight.compiler.lower.unit import Read
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl import ast
from bombsight.dsl.file_kind import game_id, of_others
from bombsight.dsl.source import Source, Span
from bombsight.service.lint.attribution import Cause, Entry, Item, find_causes
from bombsight.service.lint.changes import changes
from bombsight.service.lint.example_runs import Base, ran
from bombsight.service.lint.failing_examples import Failing, failing
from bombsight.service.programs.example_baseline import Runnable, Ways

MOST_TRIALS = 24
"""So many times house rules are compiled with items left out; what is not known by then is told as not certain."""


class Trials:
    """House rules tried with fewer items, each selection of them once for all examples that fail by them.

    Args:
        request: The game with the house rules.
        result: What came of it.
        base: The game without them.
        effects: Of the game without them.
        entries: The items that change something.
        found: The examples of the game that fail with all of them, and hold without.
        ways: How the examples go without them.
        runnable: What those were made, if that is at hand.
    """

    def __init__(
        self,
        request: Request,
        result: Compiled,
        base: n.RuleGraph,
        effects: Effects,
        entries: Sequence[Entry],
        found: Sequence[Failing],
        ways: Ways,
        runnable: Runnable | None,
    ) -> None:
        self.request = request
        self.result = result
        self.base = base
        self.effects = effects
        self.entries = entries
        self.found = {each.example.id: each for each in found}
        self.ways = ways
        self.runnable = runnable
        self.all = frozenset(range(len(entries)))
        self.tried: dict[frozenset[Item], Mapping[str, Failing] | None] = {self.all: self.found, frozenset(): {}}

    def causes(self, example: str, suspects: Sequence[Item], hit: Collection[Item]) -> Sequence[Cause]:
        """What makes an example fail.

        Args:
            example: Its id.
            suspects: The items that may touch it.
            hit: Those of them that it comes to as it goes without any.
        """
        if len(self.entries) == 1:
            return (Cause((0,), True, self.all),)

        def fails(items: frozenset[Item]) -> bool | None:
            found = self.by(items, suspects)
            return None if found is None else example in found

        found = [*find_causes(suspects, hit, fails)]
        if found or len(suspects) == len(self.entries):
            return found
        return self.causes(example, range(len(self.entries)), self.all)  # more may touch it than was thought

    def failing(self, each: Failing, suspects: Sequence[Item], cause: Cause) -> Failing:
        """An example as it fails by one cause alone."""
        return (self.by(cause.kept, suspects) or {}).get(each.example.id, each)

    def by(self, items: frozenset[Item], suspects: Sequence[Item]) -> Mapping[str, Failing] | None:
        """The examples that fail if of the suspects only these items stand; None where that cannot be told.

        The other items cannot touch them. So they are left out, too, that one trial serves many examples; unless these
        items are no rules without them.
        """
        if items.issuperset(suspects):
            return self.found
        found = self.alone(items)
        return self.alone(items | self.all.difference(suspects)) if found is None else found

    def alone(self, items: frozenset[Item]) -> Mapping[str, Failing] | None:
        """The examples that fail with these items alone; None where they are no rules, or too much was tried."""
        if items not in self.tried:
            graph = self.graph(items) if len(self.tried) < MOST_TRIALS else None
            self.tried[items] = None if graph is None else {each.example.id: each for each in self.run(graph)}
        return self.tried[items]

    def graph(self, items: frozenset[Item]) -> n.RuleGraph | None:
        """The rules with these items alone; None where they are wrong."""
        gone = [entry.span for number, entry in enumerate(self.entries) if number not in items]
        house = leave_out_items(self.request, self.result, gone)
        fewer = evolve(self.request, house=tuple(source for source in house if source.text.strip()))
        made = compile_rules(fewer, before=self.result.results, proofs=False, looked_up=False)
        return None if made.errors else made.graph

    def run(self, graph: n.RuleGraph) -> Iterator[Failing]:
        """Those of the examples that fail by some rules."""
        effects = Effects(graph, self.effects)
        changed = changes(effects, self.effects)
        wanted = [each for each in graph.examples if each.id in self.found]
        base = Base(self.runnable, self.base, effects, changed) if self.runnable is not None else None
        results = self.result.results
        known = Read(effects, Foundations({}), results.last(far_reaching) if results is not None else None)
        budget = self.request.allowance.budget(Work.EXAMPLE)
        yield from failing(ran(graph, wanted, budget, known, self.ways, base))


def leave_out_items(request: Request, result: Compiled, gone: Sequence[Span]) -> Iterator[Source]:
    """The files of house rules without some items and without examples of their own, all else in its place.

    Args:
        request: The house rules, and the game.
        result: What was read of them.
        gone: Where the items stand.
    """
    left_out = [*gone, *(item.span for item in result.items if isinstance(item, ast.Example))]
    overlays = [overlay for overlay in result.overlays if overlay.kind == "house"]
    left_out += (each.span for each in overlays if {entry.span for entry in each.entries}.issubset(gone))
    game = game_id(request.base)
    for source in request.house:
        others = of_others(source.text, game)
        text = blank_spans(source.text, (span for span in left_out if span.path == source.path))
        lines = enumerate(text.split("\n"), 1)
        kept = ("" if any(number in lines for lines in others) else line for number, line in lines)
        yield evolve(source, text="\n".join(kept))


def blank_spans(text: str, spans: Iterable[Span]) -> str:
    """A text with nothing but line ends at some places."""
    for span in spans:
        gone = "".join(each if each == "\n" else " " for each in text[span.start : span.end])
        text = text[: span.start] + gone + text[span.end :]
    return text
