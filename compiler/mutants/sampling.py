"""Sampling of mutants: choose mutation points by a seed, and resolve, check and lower each mutant.

All points are equally likely. The draw of a point depends on the seed and the text at the point alone: rules added
later leave most of a sample as it was.
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
from bombsight.compiler.lower.assemble import LoweredProgram, lower, lower_with_context
from bombsight.compiler.lower.incremental import InlineReaders, relower_items
from bombsight.compiler.lower.program_builder import GraphAnalyses, analyze_graph
from bombsight.compiler.mutants.item_resolver import ItemResolver, has_errors, resolver_of
from bombsight.compiler.mutants.mutation_points import find_mutation_points
from bombsight.compiler.mutants.tree_edits import MutationPoint, Variant, apply_edits
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Compilation, Request
from bombsight.compiler.settings import Setting, apply_setting, setting_of
from bombsight.compiler.symbols import SymbolTable
from bombsight.dsl import ast
from bombsight.dsl.source import Source, Span
from bombsight.flat.program import Program

MAX_SHOWN_LENGTH = 72
"""The maximum length, in characters, of the context that a change is shown with."""

TRAILING_CITATION = re.compile(r"\s+cite \".*$")


@frozen(kw_only=True)
class TextChange:
    """The change that one edit of a mutant makes to the text.

    Attributes:
        span: The replaced range.
        text: The new text.
        old_line: The line or part of it before the change, for display.
        new_line: The same after the change.
    """

    span: Span
    text: str
    old_line: str
    new_line: str


@frozen(eq=False)
class ExampleSetting:
    """A setting (options, left-out calls) with its examples and the program that they run.

    Attributes:
        examples: The examples with this setting.
        lowered: Their program.
    """

    setting: Setting
    examples: tuple[e.Example, ...]
    lowered: LoweredProgram

    def graph_with(self, graph: n.RuleGraph) -> n.RuleGraph:
        """Return another graph of the game with this setting (options, left-out calls) and its examples."""
        return graph_in_setting(graph, self.setting, self.examples)


@frozen(slots=False, eq=False)
class MutationBase:
    """A compiled game from which mutants are made.

    Attributes:
        compiled: Its compilation.
        graph: Its rule graph, with option values.
        lowered: Its program, without examples.
        settings: The settings of its examples, with their programs.
        resolver: The resolver of changed items.
    """

    compiled: Compilation
    graph: n.RuleGraph
    lowered: LoweredProgram
    settings: tuple[ExampleSetting, ...]
    resolver: ItemResolver

    @property
    def program(self) -> Program:
        """The program of the original rules."""
        return self.lowered.program

    @property
    def symbols(self) -> SymbolTable:
        """The symbol table of the original rules."""
        return self.resolver.symbols

    @property
    def sources(self) -> Mapping[str, Source]:
        """The source files by path."""
        return self.compiled.sources

    @cached_property
    def readers(self) -> InlineReaders:
        """The index that tells which items inline a define or enum, directly or through other items."""
        return InlineReaders(self.graph)


@frozen(slots=False, kw_only=True, eq=False)
class Mutant:
    """Rules with one small change.

    Attributes:
        kind: The kind of mutation, one of `KINDS`.
        owner: The changed item: ``table:Sky``, ``modifier:storm``, ``enum:Ship``.
        line: The line of the source, without its citation.
        changes: The changes of the text; the first gives the mutant its place.
        base: The game it was made from.
        changed: The ids of items whose code may differ.
    """

    kind: str
    owner: str
    line: str
    changes: tuple[TextChange, ...]
    base: MutationBase
    graph: n.RuleGraph
    changed: frozenset[str]

    @property
    def span(self) -> Span:
        """The source range of the mutant's first change."""
        return self.changes[0].span

    @cached_property
    def program(self) -> Program:
        """The program of the mutant, to play; it shares most functions with the original.

        It may equal the original: then the mutant differs only under options that some example sets.
        """
        graph = without_examples(self.graph)
        return (
            lower_if_different(self.base.lowered, graph, self.changed, analyses=lambda: self.analyses)
            or self.base.program
        )

    def program_in(self, setting: ExampleSetting) -> Program | None:
        """Return the mutant's program in a setting (options, left-out calls); None if it behaves as the original."""
        found = self.programs_by_setting
        if setting not in found:
            graph = setting.graph_with(self.graph)
            found[setting] = lower_if_different(
                setting.lowered, graph, self.changed, playable=False, analyses=lambda: self.analyses
            )
        return found[setting]

    @cached_property
    def programs_by_setting(self) -> dict[ExampleSetting, Program | None]:
        """The cache of :meth:`program_in`: a program or None for each setting of examples."""
        return {}

    @cached_property
    def analyses(self) -> GraphAnalyses:
        """The analyses of the mutant's rule graph: effects and the like."""
        return analyze_graph(self.graph)


def lower_if_different(
    base: LoweredProgram,
    graph: n.RuleGraph,
    changed: frozenset[str],
    *,
    playable: bool = True,
    analyses: Callable[[], GraphAnalyses],
) -> Program | None:
    """Lower a changed graph (generate its code) to a program; None if its code behaves as the original.

    Args:
        base: The original program.
        graph: The changed graph.
        changed: The ids of items whose code may differ.
        playable: Whether the program will be played; see :func:`lower`.
        analyses: Computes the graph's analyses, called if all of it is lowered.
    """
    if any(owner.partition(":")[0] in ("reroll", "field") for owner in changed):  # these are inlined anywhere
        program = lower(graph, playable=playable, analyses=analyses())
        return None if program.digest == base.program.digest else program
    return relower_items(base, graph, changed)


def without_examples(graph: n.RuleGraph) -> n.RuleGraph:
    """Copy a graph without its examples, for play."""
    return evolve(graph, examples=())


def graph_in_setting(graph: n.RuleGraph, setting: Setting, examples: tuple[e.Example, ...]) -> n.RuleGraph:
    """Return a graph with a setting (options, left-out calls) applied, and with only the given examples."""
    return evolve(apply_setting(graph, setting), examples=examples)


def prepare_base(request: Request) -> MutationBase:
    """Compile a game, and prepare it for mutation.

    Raises:
        ValueError: Its rules have errors.
    """
    return base_of_compiled(compile_rules(request, proofs=False))


def base_of_compiled(compiled: Compilation) -> MutationBase:
    """Prepare an already compiled game for mutation.

    Raises:
        ValueError: Its rules have errors.
    """
    if compiled.graph is None or compiled.errors:
        raise ValueError("mutants are planted in rules without errors")
    graph = compiled.graph
    settings: dict[Setting, list[e.Example]] = {}
    for example in graph.examples:
        settings.setdefault(setting_of(example), []).append(example)
    analyses = analyze_graph(graph)
    settings_with_programs = (
        ExampleSetting(
            setting,
            tuple(examples),
            lower_with_context(graph_in_setting(graph, setting, tuple(examples)), playable=False, analyses=analyses),
        )
        for setting, examples in settings.items()
    )
    resolver = resolver_of(compiled.items, compiled.sources)
    return MutationBase(
        compiled,
        graph,
        lower_with_context(without_examples(graph), analyses=analyses),
        tuple(settings_with_programs),
        resolver,
    )


def sample_mutants(
    base: MutationBase, count: int, seed: int = 0, is_selected: Callable[[ast.Item, str], bool] | None = None
) -> Iterator[Mutant]:
    """Yield a pseudo-random sample of at most ``count`` mutants of the items that ``is_selected`` accepts.

    Args:
        base: The game to mutate.
        count: The maximum size of the sample.
        seed: The seed of the sample.
        is_selected: Whether an item with this id may be changed; None for any.
    """
    found = 0
    for item, place, drawn in shuffle_mutation_points(base, seed, is_selected):
        if found >= count:
            return
        turn = drawn[0] % len(place.variants)
        for variant in (*place.variants[turn:], *place.variants[:turn]):
            mutant = build_mutant(base, item, place, variant)
            if mutant is not None:
                yield mutant
                found += 1
                break


def shuffle_mutation_points(
    base: MutationBase, seed: int, is_selected: Callable[[ast.Item, str], bool] | None
) -> list[tuple[ast.Item, MutationPoint, bytes]]:
    """Return the mutation points of selected items in pseudo-random order by seed, with their items and sort keys."""
    occurrences: Counter[tuple[str, str, str]] = Counter()
    found = []
    for item in base.symbols.items:
        id_ = item_id(item)
        if is_selected is not None and not is_selected(item, id_):
            continue
        for place in find_mutation_points(item, base.sources):
            key = (id_, place.kind, source_text(place.variants[0][0].old.span, base.sources))
            occurrences[key] += 1
            digest = sha256(repr((seed, *key, occurrences[key])).encode()).digest()
            found.append((item, place, digest))
    return sorted(found, key=lambda one: one[2])


def item_id(item: ast.Item) -> str:
    """The id of an item that can be mutated, ``table:Sky``; empty for other items."""
    match item:
        case ast.Table(id=id_):
            return f"table:{id_}"
        case ast.ModifierOn(modifier=modifier):
            return f"modifier:{modifier.label}"
        case ast.Define(name=name) | ast.Procedure(name=name) | ast.Reroll(name=name) | ast.Enum(name=name):
            return f"{type(item).__name__.lower()}:{name}"
        case ast.Game() | ast.Chapter() | ast.Option() | ast.Record() | ast.State():
            return ""
        case ast.Board() | ast.Luck() | ast.Example() | ast.Overlay() | ast.Explain() | ast.Primer():
            return ""
        case _:
            assert_never(item)


def build_mutant(base: MutationBase, item: ast.Item, point: MutationPoint, variant: Variant) -> Mutant | None:
    """Build the mutant with the edits of a variant; None if it has errors or behaves as the original.

    Args:
        base: The game.
        item: The item to change.
        point: The mutation point.
        variant: The edits.
    """
    changed_graph = base.resolver.replace_item(item, apply_edits(item, variant), base.graph)
    if changed_graph is None or changed_graph.graph == base.graph:
        return None
    changed = base.readers.transitive_readers(changed_graph.owners)
    if has_errors(changed_graph.graph, changed, base.lowered.unit.effects):
        return None
    mutant = Mutant(
        kind=point.kind,
        owner=item_id(item),
        line=source_line(variant[0].old.span, base.sources),
        changes=tuple(
            describe_change(edit.old.span, edit.text, context_span(edit.old, point, base.sources), base.sources)
            for edit in variant
        ),
        base=base,
        graph=changed_graph.graph,
        changed=changed,
    )
    behaves_differently = mutant.program is not base.program or any(
        mutant.program_in(played) for played in base.settings
    )
    return mutant if behaves_differently else None


# --- descriptions for display


def describe_change(span: Span, text: str, context: Span, sources: Mapping[str, Source]) -> TextChange:
    """Describe an edit, which replaces a span by a text, by the line before and the line after it, for display.

    Args:
        span: The replaced range.
        text: The new text.
        context: The range to show.
        sources: The source files.
    """
    whole = sources[span.path].text
    old_line = normalize_text(whole[context.start : context.end])
    new_line = normalize_text(whole[context.start : span.start] + text + whole[span.end : context.end])
    return TextChange(span=span, text=text, old_line=old_line, new_line=new_line)


def context_span(node: ast.Node, point: MutationPoint, sources: Mapping[str, Source]) -> Span:
    """Return the source range to show for a change: the changed node, or a node around a number, key or swap."""
    if not isinstance(node, ast.Number | ast.Key | ast.CellKey) and point.kind != "swap":
        return node.span
    shown = node.span
    for outer in reversed([*point.ancestors, *enclosing_rows(node, point)]):
        is_inside = outer.span.start <= node.span.start and node.span.end <= outer.span.end
        if (
            is_inside
            and outer.span.path == node.span.path
            and len(source_text(outer.span, sources)) > len(source_text(node.span, sources))
        ):
            fits = outer.span.line == outer.span.end_line and len(source_text(outer.span, sources)) <= MAX_SHOWN_LENGTH
            return outer.span if fits else shown
    return shown


def enclosing_rows(node: ast.Node, point: MutationPoint) -> list[ast.Node]:
    """The rows and grid lines that contain a node, in the tables and sub-rolls around a mutation point."""
    return [
        line
        for outer in point.ancestors
        if isinstance(outer, ast.Table | ast.SubRoll)
        for line in outer.lines
        if isinstance(line, ast.Row | ast.GridRow) and line.span.start <= node.span.start < line.span.end
    ]


def source_line(span: Span, sources: Mapping[str, Source]) -> str:
    """The source line on which a span begins, without its citation."""
    return normalize_text(sources[span.path].line_text(span.line))


def source_text(span: Span, sources: Mapping[str, Source]) -> str:
    """The source text of a span on one line, without its citation."""
    return normalize_text(sources[span.path].text[span.start : span.end])


def normalize_text(text: str) -> str:
    """Join a text to one line without a trailing citation."""
    return TRAILING_CITATION.sub("", " ".join(text.split()))


def item_filter(names: Collection[str]) -> Callable[[ast.Item, str], bool]:
    """Make the predicate that accepts items by their id, ``table:Sky``, or their id without the kind, ``Sky``."""
    return lambda item, id_: id_ in names or id_.partition(":")[2] in names
