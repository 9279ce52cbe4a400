"""What ``lint`` finds by running examples: those that do not hold, and those that house rules make come out otherwise.

To lower what the examples of a game reach and to run them takes no longer than its proofs, so they are run whenever a
game is looked at as it comes; what was found is kept with the rest. Under house rules only those are run that reach
what these have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from attrs import evolve, frozen

from bombsight.compiler.checks.shown import impossible
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.unit import Read, read
from bombsight.compiler.request import Compiled, Request
from bombsight.compiler.settings import in_settings
from bombsight.dsl.diagnostic import Diagnostic, Label, Severity, in_file
from bombsight.dsl.source import Source, Span
from bombsight.runtime.examples import Examples, Mismatch
from bombsight.service.machines import load_briefly
from bombsight.service.ready import keep_failing, kept_failing, prove

IMPOSSIBLE = frozenset({"S024", "S025"})
"""Findings on examples that cannot hold: why they fail is told already."""


HouseItem = tuple[str, Span, frozenset[str]]
"""An item of house rules that changes something: what it is called, where it stands, and what it may have changed."""


@frozen
class Failing:
    """An example that does not hold.

    Attributes:
        example: It, in the graph.
        line: The line of it where the game goes another way.
        mismatch: What it says there, and what the game does.
    """

    example: e.Example
    line: Span
    mismatch: Mismatch


def of_examples(request: Request, result: Compiled, base: n.RuleGraph | None = None) -> Iterator[Diagnostic]:
    """What the examples of a game say that it does not do, by the rules that a call asks for.

    Nothing is told where these are wrong, nor under other options or with errata left out: what is printed is then
    meant to come out otherwise.

    Args:
        request: What was asked for.
        result: What came of it.
        base: The rules without the house rules, if they are at hand.
    """
    graph = result.graph
    if graph is None or result.errors or request.options or request.without or request.variants:
        return
    own_word = {source.path for source in request.house}
    known = [finding for finding in result.diagnostics if finding.code in IMPOSSIBLE]
    own = [one for one in graph.examples if not request.house or one.span.path in own_word]
    found = [*failing(graph, own, read_before(result))]
    yield from wrong_ones(found, known, result.sources)
    if request.house:
        yield from made_otherwise(request, result, graph, base)
    else:
        keep_failing(request, frozenset(each.example.id for each in found))


def of_tests(graph: n.RuleGraph, tests: Iterable[Source]) -> Iterator[Diagnostic]:
    """What files of tests say that the game does not do.

    Args:
        graph: The rules, with the examples of these files.
        tests: The files.
    """
    files = {source.path: source for source in tests}
    own = [one for one in graph.examples if one.span.path in files]
    findings = Findings()
    impossible(evolve(graph, examples=tuple(own)), Effects(graph), findings)
    known = [finding.in_files(files) for finding in findings.diagnostics]
    yield from known
    yield from wrong_ones(failing(graph, own), known, files)


def wrong_ones(
    found: Iterable[Failing], known: Iterable[Diagnostic], sources: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """S021: examples that do not hold.

    Args:
        found: They.
        known: What was found of lines that cannot hold.
        sources: The files by path.
    """
    told = {(finding.span.path, finding.span.start) for finding in known}
    for each in found:
        lines = [in_file(line.span, sources) for line in each.example.lines]
        if told.isdisjoint((span.path, span.start) for span in lines):
            yield Diagnostic(
                "S021",
                f'the example "{each.example.title}" does not hold',
                each.line,
                f"the game: {each.mismatch.found}",
                (),
                "Find out which of the two is wrong; if the book contradicts its own example, that is worth a ruling.",
                severity=Severity.WARNING,
            ).in_files(sources)


def failing(graph: n.RuleGraph, wanted: Sequence[e.Example], known: Read | None = None) -> Iterator[Failing]:
    """Those examples of a graph that do not hold.

    Args:
        graph: The graph.
        wanted: The examples that are run.
        known: What is read off the graph, if that was done.
    """
    if wanted and known is None:
        known = read(graph)
    for setting in in_settings(evolve(graph, examples=tuple(wanted))):
        runner = Examples(lower(setting, playable=False, known=known), load=load_briefly, asides=True)
        for number, example in enumerate(setting.examples):
            mismatch = runner.run(number).mismatch
            if mismatch is not None:
                yield Failing(example, line_of(example, mismatch.place), mismatch)
        runner.close()


def read_before(result: Compiled) -> Read | None:
    """What was read off a graph while it was compiled."""
    memory = result.memory
    if memory is None or memory.effects is None or memory.foundations is None:
        return None
    return Read(memory.effects, memory.foundations)


def line_of(example: e.Example, place: str) -> Span:
    """The line of an example that a mismatch names; its head, if it is none."""
    spans = (example.call.span, *(part.span for part in (*example.setup, *example.lines)))
    return next((span for span in spans if str(span) == place), example.span)


# --- house rules


def made_otherwise(
    request: Request, result: Compiled, graph: n.RuleGraph, base: n.RuleGraph | None
) -> Iterator[Diagnostic]:
    """S022: for each item of house rules the game's own examples that come out otherwise by it."""
    without = without_house(request, result)
    base = base if base is not None and not without.variants else sound(without)
    if base is None:
        return
    known = read_before(result) or read(graph)
    effects = known.effects
    changed = changes(effects, Effects(base))
    printed = {example.id: example for example in base.examples}
    reached = {one.id: reach(effects, one) & changed for one in graph.examples if one.id in printed}
    found = [*failing(graph, [one for one in graph.examples if reached.get(one.id)], known)]
    if not found:
        return
    before = kept_failing(without)
    if before is None:
        before = frozenset(each.example.id for each in failing(base, [printed[each.example.id] for each in found]))
    items = [*house_items(result, graph, changed)]
    for item, span, names in items:
        mine = [
            each
            for each in found
            if each.example.id not in before and names & suspected(items, reached[each.example.id])
        ]
        if mine:
            yield otherwise(item, span, mine).in_files(result.sources)


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


def reach(effects: Effects, example: e.Example) -> frozenset[str]:
    """All that an example may come to: what is called, and the state, the options and the data that are looked at."""
    effect = effects.of((example.setup, example.call, example.lines))
    return effect.calls | effect.reads | effect.writes


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
