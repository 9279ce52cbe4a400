"""What ``lint`` finds of house rules by running the examples of their game: those that come out otherwise by them.

Only those are run that come to what the house rules have changed. Where each comes by the game alone is kept. Where
several items may have made one come out otherwise, it is run again by fewer of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import partial

from attrs import evolve, frozen

from bombsight.boundary.budget import Work
from bombsight.compiler.effects import Effect
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import far_reaching
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic, Label, Severity
from bombsight.service.lint.attribution import Cause, Entry, cause_text
from bombsight.service.lint.changes import changes, targets
from bombsight.service.lint.failing_examples import Failing, failing, read_before, run_all, ways_of
from bombsight.service.programs.cache import keep_runnable, keep_ways, kept_runnable, kept_ways, prove
from bombsight.service.programs.example_baseline import Ways


@frozen
class HouseItem:
    """An item of house rules that changes something.

    Attributes:
        entry: How it is named, and where it stands.
        names: What it may have changed, as effects call it.
    """

    entry: Entry
    names: frozenset[str]


FAR = ("enum:", "reroll:")
"""What may count wherever it is named, whether play comes there or not, by how its name begins."""


def made_otherwise(
    request: Request, result: Compiled, graph: n.RuleGraph, base: n.RuleGraph | None
) -> Iterator[Diagnostic]:
    """S022: for each item of house rules the game's own examples that come out otherwise by it.

    Args:
        request: What was asked for.
        result: What came of it.
        graph: The rules, which are sound.
        base: The rules without the house rules, if they are at hand.
    """
    without = without_house(request, result)
    base = base if base is not None and not without.variants else sound(without)
    if base is None:
        return
    known = read_before(result)
    now = known.effects if known is not None else Effects(graph)
    was = Effects(base, now)
    changed = changes(now, was)
    printed = {one.id: one for one in base.examples}
    reaching = Reaching(now, changed)
    reached = {one.id: reaching.of(one) for one in graph.examples if one.id in printed}
    touched = [one for one in graph.examples if reached.get(one.id)]
    if not touched:
        return
    from bombsight.service.lint.example_runs import Base, Bearings, ran
    from bombsight.service.lint.trials import Trials

    ways = ways_by(without, base)
    bearings = Bearings(was, far_reaching.after(known.reaching if known is not None else None, base))

    def met(example: e.Example) -> frozenset[str]:
        """What of all that has changed an example comes to as it goes by the game alone, or may."""
        way, before = ways[example.id], printed[example.id]
        if example != before:
            return reached[example.id]
        far = frozenset(name for name in reached[example.id] if name.startswith(FAR))
        return far | (changed & bearings.of(before, way.came_to))

    wanted = [example for example in touched if ways[example.id].held and met(example)]
    runnable = kept_runnable(without) if wanted else None
    before = Base(runnable, base, now, changed) if runnable is not None else None
    found = [*failing(ran(graph, wanted, request.allowance.budget(Work.EXAMPLE), known, ways, before))]
    found.sort(key=lambda each: graph.examples.index(each.example))
    items = [*house_items(result, graph, changed)]
    trials = Trials(request, result, base, was, [item.entry for item in items], found, ways, runnable)
    by_cause: dict[Cause, list[Failing]] = {}
    for each in found:
        suspects = suspected(items, reached[each.example.id])
        hit = [item for item in suspects if items[item].names & met(each.example)] or suspects
        for cause in trials.causes(each.example.id, suspects, hit):
            by_cause.setdefault(cause, []).append(trials.failing(each, suspects, cause))
    entries = [item.entry for item in items]
    for cause in sorted(by_cause, key=lambda cause: cause.items):
        yield otherwise(cause, entries, by_cause[cause]).in_files(result.sources)


def ways_by(request: Request, graph: n.RuleGraph) -> Ways:
    """How the examples of a game go, as it was kept or by running all of them now."""
    kept = kept_ways(request)
    if kept is not None:
        return kept
    budget = request.allowance.budget(Work.EXAMPLE)
    found = ways_of(run_all(graph, graph.examples, budget, keep=partial(keep_runnable, request)))
    keep_ways(request, found)
    return found


def suspected(items: Sequence[HouseItem], touched: frozenset[str]) -> tuple[int, ...]:
    """The items that may have changed what an example comes to, by their places; if none is known to have, all."""
    found = tuple(number for number, item in enumerate(items) if item.names & touched)
    return found or tuple(range(len(items)))


def otherwise(cause: Cause, entries: Sequence[Entry], found: Sequence[Failing]) -> Diagnostic:
    """S022 for what makes examples come out otherwise, with all of these."""
    many = len(found) > 1
    labels = tuple(
        Label(each.line, f'"{each.example.title}": {each.mismatch.expected} - and now {each.mismatch.found}')
        for each in found
    )
    first, *others = (entries[item] for item in cause.items)
    what = f"{len(found)} examples of the game come" if many else "an example of the game comes"
    return Diagnostic(
        "S022",
        f"{what} out otherwise by {cause_text(cause, entries)}",
        first.span,
        "",
        (*(Label(entry.span, "with this" if cause.certain else "or this") for entry in others), *labels),
        "Nothing is wrong if that is what the item is for; else it reaches further than it should.",
        severity=Severity.ADVICE,
    )


def without_house(request: Request, result: Compiled) -> Request:
    """What is asked for without the house rules, with the variants that these were judged with."""
    variants = tuple(overlay.name for overlay in result.overlays if overlay.kind == "variant")
    return evolve(request, house=(), variants=variants)


def sound(request: Request) -> n.RuleGraph | None:
    """The rules that are asked for; None where they are wrong."""
    found = prove(request)
    return None if found.errors else found.graph


class Reaching:
    """Which of what has changed examples may come to: what is called, and the state, options and data looked at.

    Args:
        effects: Of the rules with the examples.
        changed: What has changed in them.
    """

    def __init__(self, effects: Effects, changed: frozenset[str]) -> None:
        self.effects = effects
        self.changed = changed
        self.by_call: dict[str, frozenset[str]] = {}

    def of(self, example: e.Example) -> frozenset[str]:
        """All that an example may come to."""
        own = self.effects.own(example)
        return self.among(own).union(*map(self.called, own.calls))

    def called(self, callee: str) -> frozenset[str]:
        """All that a call may come to."""
        if callee not in self.by_call:
            self.by_call[callee] = self.among(self.effects.call(callee))
        return self.by_call[callee]

    def among(self, effect: Effect) -> frozenset[str]:
        """What of it an effect names."""
        changed = self.changed
        return (changed & effect.calls) | (changed & effect.reads) | (changed & effect.writes)


def house_items(result: Compiled, graph: n.RuleGraph, changed: Set[str]) -> Iterator[HouseItem]:
    """The items of house rules that change something."""
    for overlay, done in zip(result.overlays, graph.overlays, strict=True):
        if overlay.kind == "house":
            for entry, made in zip(overlay.entries, done.entries, strict=True):
                if made.changes:
                    names = frozenset().union(*(targets(change.target, changed) for change in made.changes))
                    yield HouseItem(Entry(overlay.name, entry.number, entry.span), names)
