"""A sample of mutants: places of change drawn by a seed, each tried, resolved, checked and lowered by itself.

Every place of change is as likely as any other. What is drawn depends on the seed and on what stands at the place, and
not on what stands elsewhere: rules written later leave most of a sample as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from typing import assert_never

from attrs import evolve, frozen

from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower.assemble import Lowered, lower, lowered
from bombsight.compiler.lower.incremental import Readers, lowered_again
from bombsight.compiler.lower.unit import Read, read
from bombsight.compiler.mutants.meaning import Meaning, meaning, unsound
from bombsight.compiler.mutants.places import places
from bombsight.compiler.mutants.trees import Place, Variant, replaced
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Compiled, Request
from bombsight.compiler.settings import Setting, setting_of, with_setting
from bombsight.compiler.symbols import Symbols
from bombsight.dsl import ast
from bombsight.dsl.source import Source, Span
from bombsight.flat.program import Program

SHOWN = 72
"""Of so many characters at most is what is shown of a change."""

CITED = re.compile(r"\s+cite \".*$")


@frozen(kw_only=True)
class Change:
    """What one of a mutant's edits does to the text.

    Attributes:
        span: What gives way.
        text: What takes its place.
        was: The line, or the part of it, that is changed, for people.
        now: The same as the mutant has it.
    """

    span: Span
    text: str
    was: str
    now: str


@frozen(eq=False)
class Played:
    """A setting that examples are played in.

    Attributes:
        setting: The setting.
        examples: Those that share it.
        lowered: The program for them.
    """

    setting: Setting
    examples: tuple[e.Example, ...]
    lowered: Lowered

    def of(self, graph: n.RuleGraph) -> n.RuleGraph:
        """Another graph of the same game in this setting, with these examples."""
        return in_setting(graph, self.setting, self.examples)


@frozen(slots=False, eq=False)
class Ground:
    """A game that mutants are planted in.

    Attributes:
        compiled: What it was compiled to.
        graph: Its rule graph, with the values of its options.
        lowered: Its program, without examples.
        played: The settings of its examples, with their programs.
        meaning: What its names mean.
    """

    compiled: Compiled
    graph: n.RuleGraph
    lowered: Lowered
    played: tuple[Played, ...]
    meaning: Meaning

    @property
    def program(self) -> Program:
        """The program without any change."""
        return self.lowered.program

    @property
    def symbols(self) -> Symbols:
        """What is declared."""
        return self.meaning.symbols

    @property
    def sources(self) -> Mapping[str, Source]:
        """The files by path."""
        return self.compiled.sources

    @cached_property
    def readers(self) -> Readers:
        """Who reads what."""
        return Readers(self.graph)


@frozen(slots=False, kw_only=True, eq=False)
class Mutant:
    """Rules with one small change.

    Attributes:
        kind: What was changed, one of `KINDS`.
        owner: The item it was changed in: ``table:Sky``, ``modifier:storm``, ``enum:Ship``.
        line: The line of the source, without its citation.
        changes: One for each place of the text that is changed; the first is where the mutant is.
        ground: What it was planted in.
        graph: Its rule graph.
        changed: The ids of what may be other code in it.
    """

    kind: str
    owner: str
    line: str
    changes: tuple[Change, ...]
    ground: Ground
    graph: n.RuleGraph
    changed: frozenset[str]

    @property
    def span(self) -> Span:
        """Where it is."""
        return self.changes[0].span

    @cached_property
    def program(self) -> Program:
        """The mutant lowered, as it is played. Most of its functions are those of the program that it comes from.

        With these options it may do the same as that: then it differs with options that some example sets.
        """
        graph = without_examples(self.graph)
        return different(self.ground.lowered, graph, self.changed, known=lambda: self.known) or self.ground.program

    def played(self, played: Played) -> Program | None:
        """The mutant in a setting of examples; None where it does the same there as the rules without it."""
        found = self.lowered_by
        if played not in found:
            graph = played.of(self.graph)
            found[played] = different(played.lowered, graph, self.changed, playable=False, known=lambda: self.known)
        return found[played]

    @cached_property
    def lowered_by(self) -> dict[Played, Program | None]:
        """What it has become in each setting so far."""
        return {}

    @cached_property
    def known(self) -> Read:
        """What is known of its graph."""
        return read(self.graph)


def different(
    base: Lowered, graph: n.RuleGraph, changed: frozenset[str], *, playable: bool = True, known: Callable[[], Read]
) -> Program | None:
    """The program of a graph with changes; None where it does the same.

    Args:
        base: The program without them.
        graph: The graph.
        changed: The ids of what may be other code.
        playable: Whether the program is to be played; see :func:`lower`.
        known: Tells what is known of the graph, if all of it is lowered.
    """
    if any(owner.partition(":")[0] in ("reroll", "field") for owner in changed):  # these stand in code of all kinds
        program = lower(graph, playable=playable, known=known())
        return None if program.digest == base.program.digest else program
    return lowered_again(base, graph, changed)


def without_examples(graph: n.RuleGraph) -> n.RuleGraph:
    """A graph to play."""
    return evolve(graph, examples=())


def in_setting(graph: n.RuleGraph, setting: Setting, examples: tuple[e.Example, ...]) -> n.RuleGraph:
    """A graph as some examples have it, with these alone."""
    return evolve(with_setting(graph, setting), examples=examples)


def prepare(request: Request) -> Ground:
    """A game made ready to plant mutants in.

    Raises:
        ValueError: Its rules have errors.
    """
    return ground_of(compile_rules(request, proofs=False))


def ground_of(compiled: Compiled) -> Ground:
    """A game that was compiled with its items, made ready to plant mutants in.

    Raises:
        ValueError: Its rules have errors.
    """
    if compiled.graph is None or compiled.errors:
        raise ValueError("mutants are planted in rules without errors")
    graph = compiled.graph
    settings: dict[Setting, list[e.Example]] = {}
    for example in graph.examples:
        settings.setdefault(setting_of(example), []).append(example)
    known = read(graph)
    played = (
        Played(
            setting, tuple(examples), lowered(in_setting(graph, setting, tuple(examples)), playable=False, known=known)
        )
        for setting, examples in settings.items()
    )
    names = meaning(compiled.items, compiled.sources)
    return Ground(compiled, graph, lowered(without_examples(graph), known=known), tuple(played), names)


def mutants(
    ground: Ground, count: int, seed: int = 0, wanted: Callable[[ast.Item, str], bool] | None = None
) -> Iterator[Mutant]:
    """So many mutants, or as many as there are.

    Args:
        ground: What they are planted in.
        count: How many at most.
        seed: Another seed, another sample.
        wanted: Whether an item with such an id is to be changed; None for any.
    """
    found = 0
    for item, place, drawn in drawn_places(ground, seed, wanted):
        if found >= count:
            return
        turn = drawn[0] % len(place.variants)
        for variant in (*place.variants[turn:], *place.variants[:turn]):
            mutant = grown(ground, item, place, variant)
            if mutant is not None:
                yield mutant
                found += 1
                break


def drawn_places(
    ground: Ground, seed: int, wanted: Callable[[ast.Item, str], bool] | None
) -> list[tuple[ast.Item, Place, bytes]]:
    """All places of change in the order in which a seed draws them, each with what it was drawn by."""
    met: Counter[tuple[str, str, str]] = Counter()
    found = []
    for item in ground.symbols.items:
        id_ = id_of(item)
        if wanted is not None and not wanted(item, id_):
            continue
        for place in places(item, ground.sources):
            key = (id_, place.kind, text_at(place.variants[0][0].was.span, ground.sources))
            met[key] += 1
            drawn = sha256(repr((seed, *key, met[key])).encode()).digest()
            found.append((item, place, drawn))
    return sorted(found, key=lambda one: one[2])


def id_of(item: ast.Item) -> str:
    """The id of an item that holds rules."""
    match item:
        case ast.Table(id=id_):
            return f"table:{id_}"
        case ast.ModifierOn(modifier=modifier):
            return f"modifier:{modifier.label}"
        case ast.Define(name=name) | ast.Procedure(name=name) | ast.Reroll(name=name) | ast.Enum(name=name):
            return f"{type(item).__name__.lower()}:{name}"
        case ast.Game() | ast.Chapter() | ast.Option() | ast.Record() | ast.State():
            return ""
        case ast.Board() | ast.Example() | ast.Overlay():
            return ""
        case _:
            assert_never(item)


def grown(ground: Ground, item: ast.Item, place: Place, variant: Variant) -> Mutant | None:
    """The mutant of a variant; None where it does not compile, or plays as the rules do without it."""
    found = ground.meaning.changed(item, replaced(item, variant), ground.graph)
    if found is None or found.graph == ground.graph:
        return None
    changed = ground.readers.of(found.owners)
    if unsound(found.graph, changed, ground.lowered.unit.effects):
        return None
    mutant = Mutant(
        kind=place.kind,
        owner=id_of(item),
        line=line_at(variant[0].was.span, ground.sources),
        changes=tuple(
            change(edit.was.span, edit.text, shown_around(edit.was, place, ground.sources), ground.sources)
            for edit in variant
        ),
        ground=ground,
        graph=found.graph,
        changed=changed,
    )
    plays = mutant.program is not ground.program or any(mutant.played(played) for played in ground.played)
    return mutant if plays else None


# --- for people


def change(span: Span, text: str, around: Span, sources: Mapping[str, Source]) -> Change:
    """An edit with what is shown of it."""
    whole = sources[span.path].text
    was = tidy(whole[around.start : around.end])
    now = tidy(whole[around.start : span.start] + text + whole[span.end : around.end])
    return Change(span=span, text=text, was=was, now=now)


def shown_around(node: ast.Node, place: Place, sources: Mapping[str, Source]) -> Span:
    """What is shown of a place: a statement or a condition itself; of a figure or a key what it stands in."""
    if not isinstance(node, ast.Number | ast.Key | ast.CellKey) and place.kind != "swap":
        return node.span
    shown = node.span
    for outer in reversed([*place.around, *rows_around(node, place)]):
        inside = outer.span.start <= node.span.start and node.span.end <= outer.span.end
        if (
            inside
            and outer.span.path == node.span.path
            and len(text_at(outer.span, sources)) > len(text_at(node.span, sources))
        ):
            fits = outer.span.line == outer.span.end_line and len(text_at(outer.span, sources)) <= SHOWN
            return outer.span if fits else shown
    return shown


def rows_around(node: ast.Node, place: Place) -> list[ast.Node]:
    """The rows of the rolls around a place that hold a node: a limit has another on its other side."""
    return [
        line
        for outer in place.around
        if isinstance(outer, ast.Table | ast.SubRoll)
        for line in outer.lines
        if isinstance(line, ast.Row | ast.GridRow) and line.span.start <= node.span.start < line.span.end
    ]


def line_at(span: Span, sources: Mapping[str, Source]) -> str:
    """The line of a place."""
    return tidy(sources[span.path].line_text(span.line))


def text_at(span: Span, sources: Mapping[str, Source]) -> str:
    """The text of a place, without its citation."""
    return tidy(sources[span.path].text[span.start : span.end])


def tidy(text: str) -> str:
    """A text on one line, without a citation at its end."""
    return CITED.sub("", " ".join(text.split()))


def named(names: Collection[str]) -> Callable[[ast.Item, str], bool]:
    """Which items are meant by names: an id, or what stands in it behind the colon."""
    return lambda item, id_: id_ in names or id_.partition(":")[2] in names
