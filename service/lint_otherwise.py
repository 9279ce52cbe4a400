"""What ``lint`` finds of house rules by running the examples of their game: those that come out otherwise by them.

Only those are run that come to what the house rules have changed. Where each comes by the game alone is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import partial

from attrs import evolve

from bombsight.compiler.effects import Effect
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import far_reaching
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic, Label, Severity
from bombsight.dsl.source import Span
from bombsight.service.example_ways import Ways
from bombsight.service.lint_examples import Failing, failing, read_before, run_all, ways_of
from bombsight.service.ready import keep_made, keep_ways, kept_made, kept_ways, prove

HouseItem = tuple[str, Span, frozenset[str]]
"""An item of house rules that changes something: what it is called, where it stands, and what it may have changed."""

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
    from bombsight.service.example_runs import Base, Bearings, ran

    ways = ways_by(without, base)
    bearings = Bearings(was, far_reaching(base, known.reaching if known is not None else None))

    def comes_there(example: e.Example) -> bool:
        """Whether an example that holds by the game alone comes to what has changed, or may."""
        way, before = ways[example.id], printed[example.id]
        far = any(name.startswith(FAR) for name in reached[example.id])
        return way.held and (far or example != before or not changed.isdisjoint(bearings.of(before, way.came_to)))

    wanted = [*filter(comes_there, touched)]
    made = kept_made(without) if wanted else None
    before = Base(made, base, now, changed) if made is not None else None
    found = [*failing(ran(graph, wanted, known, ways, before))]
    found.sort(key=lambda each: graph.examples.index(each.example))
    items = [*house_items(result, graph, changed)]
    for item, span, names in items:
        mine = [each for each in found if names & suspected(items, reached[each.example.id])]
        if mine:
            yield otherwise(item, span, mine).in_files(result.sources)


def ways_by(request: Request, graph: n.RuleGraph) -> Ways:
    """How the examples of a game go, as it was kept or by running all of them now."""
    kept = kept_ways(request)
    if kept is not None:
        return kept
    found = ways_of(run_all(graph, graph.examples, keep=partial(keep_made, request)))
    keep_ways(request, found)
    return found


def suspected(items: Iterable[HouseItem], touched: frozenset[str]) -> frozenset[str]:
    """Of what an example comes to, what an item has changed; if no item is known to have, all that any of them may."""
    names = frozenset().union(*(names for _, _, names in items))
    return names & touched or names


def otherwise(item: str, span: Span, found: Sequence[Failing]) -> Diagnostic:
    """S022 for one item, with all examples that come out otherwise."""
    many = len(found) > 1
    labels = tuple(
        Label(each.line, f'"{each.example.title}": {each.mismatch.expected} - and now {each.mismatch.found}')
        for each in found
    )
    what = f"{len(found)} examples of the game come" if many else "an example of the game comes"
    return Diagnostic(
        "S022",
        f"{what} out otherwise by {item}",
        span,
        "",
        labels,
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


def changes(now: Effects, was: Effects) -> frozenset[str]:
    """The names of all that is another in one graph than in the other, as effects call it."""
    before, after = dict(named(was)), dict(named(now))
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    changed |= {name.replace("table:", "modifiers:", 1) for name in changed if name.startswith("table:")}
    changed |= {name for name, node in after.items() if name.startswith("field:") and now.own(node).reads & changed}
    return frozenset(changed)


def named(effects: Effects) -> Iterator[tuple[str, object]]:
    """Everything in a graph that has a name to effects."""
    graph = effects.graph
    yield from effects.items.items()
    yield from ((f"reroll:{one.name}", one) for one in graph.rerolls)
    yield from ((f"field:{one.id}", one) for one in graph.fields)
    yield from ((f"list:{one.id}", one) for one in graph.lists)
    yield from ((f"option:{one.name}", one) for one in graph.options)
    yield from ((f"enum:{one.name}", one) for one in graph.enums)


def house_items(result: Compiled, graph: n.RuleGraph, changed: Set[str]) -> Iterator[HouseItem]:
    """The items of house rules that change something."""
    for overlay, done in zip(result.overlays, graph.overlays, strict=True):
        if overlay.kind == "house":
            for entry, made in zip(overlay.entries, done.entries, strict=True):
                if made.changes:
                    names = frozenset().union(*(targets(change.target, changed) for change in made.changes))
                    yield f"item {entry.number}", entry.span, names


def targets(target: str, changed: Set[str]) -> frozenset[str]:
    """What of all that has changed an edit of this target may have changed."""
    kind, _, name = target.partition(" ")
    kinds = {
        "table": ("table", "modifiers"),
        "modifier": ("table", "modifiers"),
        "state": ("field", "list"),
        "record": ("field", "list"),
        "tally": ("define",),
    }.get(kind, (kind,))
    named_so = kind in ("table", "enum", "define", "tally", "procedure", "option", "reroll")
    own = {each for each in changed if each.partition(":")[0] in kinds}
    if named_so:
        own = {each for each in own if each.partition(":")[2] == name}
    if kind in ("enum", "option"):
        own |= {each for each in changed if each.startswith("field:")}
    return frozenset(own)
