"""Name lookup: the meaning of a name at an offset, its declarations and its references."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, assert_never

from attrs import evolve, frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.resolve.mentions import Meaning
from bombsight.dsl.source import Span
from bombsight.flat.types import Type
from bombsight.service.language.answer_names import find_answers, find_in_script_heads
from bombsight.service.language.declarations import Occurrence
from bombsight.service.language.rule_configurations import SideFiles, inactive_overlays, index_configurations
from bombsight.service.language.symbol_index import WORD_PATTERN, SymbolIndex, contains_offset
from bombsight.service.language.workspace import Workspace


@frozen
class ResolvedName:
    """The meaning of a name.

    Attributes:
        span: The occurrence that was looked up.
        kind: ``table``, ``procedure``, ``define``, ``enum``, ``value``, ``column``, ``record``, ``member`` (a field
            of a record), ``field`` (of state), ``option``, ``parameter``, ``part`` (of a result), ``variable``,
            ``note``, ``modifier``, ``exception``, ``step``, ``choice``, ``answer``, ``reroll``, ``board``, ``luck``,
            ``overlay``, ``game``.
        name: The name.
        of: The owner, where such a name is not unique: the enum, record, table, define or procedure; ``K-2 result``
            for a word that table K-2 gives, ``option fog`` for a reading. Empty for others.
        declared: The spans of the names in its declarations, the effective one first.
        type: The type of its value, if known.
        node: Its node in the present rule graph; None if it has none, or there is no graph.
    """

    span: Span
    kind: str
    name: str
    of: str
    declared: tuple[Span, ...]
    type: Type | None
    node: Any = None


def symbol_index_of(space: Workspace) -> SymbolIndex:
    """Return the workspace's symbol index of the rules in force, rebuilt if they changed."""
    rules, previous = space.rules, space.symbol_index
    if isinstance(previous, SymbolIndex) and previous.is_index_of(rules):
        return previous
    index = (
        SymbolIndex(rules, previous.mention_memo, previous.unamended_results)
        if isinstance(previous, SymbolIndex)
        else SymbolIndex(rules, {})
    )
    index.prune_memo()
    space.symbol_index = index
    return index


def resolve_name_at(space: Workspace, path: Path, offset: int) -> ResolvedName | None:
    """Resolve the name at an offset to its meaning; None if there is no name, or it is unknown.

    An offset behind the last character of a name counts, too.
    """
    index, found_occurrences = occurrences_at(space, path, offset)
    if not found_occurrences:
        return None
    first = found_occurrences[0]
    meaning = first.meaning
    type_ = next((each.type for each in found_occurrences if each.type is not None), None)
    return ResolvedName(
        span=openable_span(index, first.span),
        kind=meaning.kind,
        name=meaning.name,
        of=meaning.of,
        declared=tuple(openable_span(index, each.span) for each in find_declarations(index, found_occurrences)),
        type=type_,
        node=node_of(space.rules.graph, meaning),
    )


def occurrences_at(space: Workspace, path: Path, offset: int) -> tuple[SymbolIndex, tuple[Occurrence, ...]]:
    """Find the name occurrences at an offset of a file, and the symbol index that resolved them.

    In an overlay that is not in force, that index includes it; in a file of tests, it is under the example's overlays.
    """
    file = space.source(path)
    index = symbol_index_of(space)
    found_occurrences = index.occurrences_at(file.path, offset)
    word = next((word for word in WORD_PATTERN.finditer(file.text) if word.start() <= offset <= word.end()), None)
    if found_occurrences or word is None:
        return index, found_occurrences
    is_test_file = file in space.tests
    if not is_test_file and not any(
        contains_offset(overlay.span, file.path, offset) for overlay in inactive_overlays(space.rules)
    ):
        return index, ()
    for other in index_configurations(index, {word[0]}, SideFiles(tests=(file,)) if is_test_file else None):
        found_occurrences = other.occurrences_at(file.path, offset)
        if found_occurrences:
            return other, found_occurrences
    return index, ()


def collect_occurrences(
    indices: Iterable[SymbolIndex], given_occurrences: Iterable[Occurrence]
) -> tuple[Occurrence, ...]:
    """Collect all occurrences in several symbol indices that mean the same as the given ones, one for each span."""
    by_span: dict[Span, Occurrence] = {}
    wanted = tuple(given_occurrences)
    for index in indices:
        for each in index.find_same_meaning(wanted):
            by_span.setdefault(each.span, each)
        wanted = tuple(by_span.values())
    return wanted


def find_definitions(space: Workspace, path: Path, offset: int) -> tuple[Span, ...]:
    """Find the spans that declare the name at an offset, the one in force first; empty if the name is unknown."""
    resolved = resolve_name_at(space, path, offset)
    return resolved.declared if resolved is not None else ()


def find_references(
    space: Workspace, path: Path, offset: int, include_declarations: bool = True, side_files: SideFiles | None = None
) -> tuple[Span, ...]:
    """Find all spans that refer to the name at an offset, in file order.

    Args:
        space: The workspace.
        path: The file.
        offset: An offset in its text, from 0.
        include_declarations: Whether to include its declarations.
        side_files: The tests and scripts to search as well; None for the open tests.
    """
    index = symbol_index_of(space)
    side_files = side_files or SideFiles(tests=space.tests)
    start = drop_abbreviated(occurrences_at(space, path, offset)[1])
    if not start:
        return ()
    indices = [*index_configurations(index, {each.meaning.name for each in start}, side_files)]
    same_meaning = collect_occurrences(indices, start)
    meanings = frozenset(each.meaning for each in same_meaning)
    in_answers = find_answers(indices, meanings, start[0].meaning.name)
    spans = {each.span for each in same_meaning if include_declarations or not each.declares}
    spans |= {*(in_answers.spans if in_answers.is_certain else ()), *find_in_script_heads(side_files.scripts, meanings)}
    files = {file.path: file for file in (*index.rules.sources.values(), *side_files.sources)}
    order = {path: number for number, path in enumerate(files)}
    places = sorted(spans, key=lambda span: (order[span.path], span.start))
    return tuple(evolve(span, path=files[span.path].file or span.path) for span in places)


def drop_abbreviated(occurrences: tuple[Occurrence, ...]) -> tuple[Occurrence, ...]:
    """Drop the occurrences that are abbreviations of their name (from a legend), unless all are."""
    return tuple(each for each in occurrences if not each.short) or occurrences


def find_declarations(index: SymbolIndex, given_occurrences: tuple[Occurrence, ...]) -> tuple[Occurrence, ...]:
    """Find the declarations of a name, given occurrences; for an undeclared part of a table's result, its first use."""
    for declaring in (True, False):
        same_meaning = index.find_same_meaning(given_occurrences, declarations_only=declaring)
        declared = tuple(each for each in same_meaning if each.declares)
        if declared:
            return declared
    if not same_meaning:
        return ()
    table = same_meaning[0].meaning.of.removesuffix(" result")
    if table == same_meaning[0].meaning.of:
        return ()
    rows = index.env.rows if index.env is not None else {}
    place = rows[table].span if table in rows else None
    own = [
        each
        for each in same_meaning
        if place and each.span.path == place.path and place.start <= each.span.start < place.end
    ]
    return tuple(sorted(own, key=lambda each: each.span.start)[:1])


def openable_span(index: SymbolIndex, span: Span) -> Span:
    """Replace the path in a span by the path of the file on the disk, which an editor can open."""
    source = index.words.sources.get(span.path)
    return evolve(span, path=source.file) if source is not None and source.file else span


def node_of(graph: RuleGraph | None, meaning: Meaning) -> Any:
    """Find the rule graph's node that a name's meaning refers to; None for kinds without a node."""
    if graph is None:
        return None
    name = meaning.name
    match meaning.kind:
        case "table":
            return next((each for each in graph.tables if each.id == name), None)
        case "parameter" | "part" | "note":
            return next((each for each in graph.tables if each.id == meaning.of), None)
        case "procedure":
            return next((each for each in graph.procedures if each.name == name), None)
        case "define":
            return next((each for each in graph.defines if each.name == name), None)
        case "enum":
            return next((each for each in graph.enums if each.name == name), None)
        case "value" | "column":
            return next((each for each in graph.enums if each.name == meaning.of), None)
        case "field":
            field_node = next((each for each in graph.fields if each.id == name), None)
            return field_node or next((each for each in graph.lists if each.id == name), None)
        case "option":
            return next((each for each in graph.options if each.name == name), None)
        case "board":
            return next((each for each in graph.boards if each.name == name), None)
        case "luck":
            return next((each for each in graph.lucks if each.name == name), None)
        case "reroll":
            return next((each for each in graph.rerolls if each.name == name), None)
        case "game" | "overlay" | "record" | "member" | "variable" | "modifier":
            return None
        case "exception" | "step" | "choice" | "answer" | "short":
            return None
        case _:
            assert_never(meaning.kind)
