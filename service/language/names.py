"""Names in an editor: what one means, where that is declared, where else it is written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, assert_never

from attrs import evolve, frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.resolve.mentions import Meaning
from bombsight.dsl.source import Span
from bombsight.flat.types import Type
from bombsight.service.language.answers import answers, heads
from bombsight.service.language.declarations import Occurrence
from bombsight.service.language.rule_configurations import Beside, absent, worlds
from bombsight.service.language.symbol_index import WORD, Occurrences, covers
from bombsight.service.language.workspace import Workspace


@frozen
class Named:
    """What a name means.

    Attributes:
        span: The name that was asked for.
        kind: ``table``, ``procedure``, ``define``, ``enum``, ``value``, ``column``, ``record``, ``member`` (a field of
            a record), ``field`` (of state), ``option``, ``parameter``, ``part`` (of a result), ``variable``, ``note``,
            ``modifier``, ``exception``, ``step``, ``choice``, ``answer``, ``reroll``, ``board``, ``overlay``, ``game``.
        name: The name.
        of: What it belongs to, where such a name is not unique: the enum, record, table, define or procedure; of the
            word that a table gives ``K-2 result``, of a reading ``option fog``. Empty for others.
        declared: Where it is declared, what counts first; the names alone.
        type: Of its value, where that is known.
        node: Its node in the graph of the rules as they are; None for what has none, and where there is no graph.
    """

    span: Span
    kind: str
    name: str
    of: str
    declared: tuple[Span, ...]
    type: Type | None
    node: Any = None


def occurrences(space: Workspace) -> Occurrences:
    """The names in the rules as they are in force."""
    rules, before = space.rules, space.names
    if isinstance(before, Occurrences) and before.tells(rules):
        return before
    index = Occurrences(rules, before.kept, before.plain) if isinstance(before, Occurrences) else Occurrences(rules, {})
    index.forget()
    space.names = index
    return index


def named_at(space: Workspace, path: Path, offset: int) -> Named | None:
    """What the name at an offset means; None where none stands, or nobody can say.

    Args:
        space: The rules.
        path: The file.
        offset: In its text, from 0; behind the last character of a name counts.

    Raises:
        KeyError: The file is none of these.
    """
    index, found = found_at(space, path, offset)
    if not found:
        return None
    first = found[0]
    meaning = first.meaning
    known = next((each.type for each in found if each.type is not None), None)
    return Named(
        span=in_file(index, first.span),
        kind=meaning.kind,
        name=meaning.name,
        of=meaning.of,
        declared=tuple(in_file(index, each.span) for each in declarations(index, found)),
        type=known,
        node=node_of(space.rules.graph, meaning),
    )


def found_at(space: Workspace, path: Path, offset: int) -> tuple[Occurrences, tuple[Occurrence, ...]]:
    """What the name at an offset means, and by which rules: in an overlay that is not in force by those with it.

    In a file of tests it is by those that the example asks for.

    Raises:
        KeyError: The file is none of these.
    """
    file = space.source(path)
    index = occurrences(space)
    found = index.at(file.path, offset)
    word = next((word for word in WORD.finditer(file.text) if word.start() <= offset <= word.end()), None)
    if found or word is None:
        return index, found
    tested = file in space.tests
    if not tested and not any(covers(overlay.span, file.path, offset) for overlay in absent(space.rules)):
        return index, ()
    for other in worlds(index, {word[0]}, Beside(tests=(file,)) if tested else None):
        found = other.at(file.path, offset)
        if found:
            return other, found
    return index, ()


def named_so(indices: Iterable[Occurrences], asked: Iterable[Occurrence]) -> tuple[Occurrence, ...]:
    """All places where something is named, whatever overlays are in force; each once."""
    found: dict[Span, Occurrence] = {}
    wanted = tuple(asked)
    for index in indices:
        for each in index.meaning_same(wanted):
            found.setdefault(each.span, each)
        wanted = tuple(found.values())
    return wanted


def definitions(space: Workspace, path: Path, offset: int) -> tuple[Span, ...]:
    """Where the thing is declared whose name stands at an offset; what counts first, nothing where nobody can say.

    Raises:
        KeyError: The file is none of these.
    """
    found = named_at(space, path, offset)
    return found.declared if found is not None else ()


def references(
    space: Workspace, path: Path, offset: int, declaration: bool = True, more: Beside | None = None
) -> tuple[Span, ...]:
    """Where the thing is named whose name stands at an offset, in the order of the files.

    Args:
        space: The rules.
        path: The file.
        offset: In its text, from 0.
        declaration: Whether the places count where it is declared.
        more: What lies beside the rules and counts as well; None for the tests that are open.

    Raises:
        KeyError: The file is none of these.
    """
    index = occurrences(space)
    more = more or Beside(tests=space.tests)
    asked = plain(found_at(space, path, offset)[1])
    if not asked:
        return ()
    indices = [*worlds(index, {each.meaning.name for each in asked}, more)]
    found = named_so(indices, asked)
    meanings = frozenset(each.meaning for each in found)
    said = answers(indices, meanings, asked[0].meaning.name)
    spans = {each.span for each in found if declaration or not each.declares}
    spans |= {*(said.spans if said.is_certain else ()), *heads(more.scripts, meanings)}
    files = {file.path: file for file in (*index.rules.sources.values(), *more.sources)}
    order = {path: number for number, path in enumerate(files)}
    places = sorted(spans, key=lambda span: (order[span.path], span.start))
    return tuple(evolve(span, path=files[span.path].file or span.path) for span in places)


def plain(found: tuple[Occurrence, ...]) -> tuple[Occurrence, ...]:
    """What stands at a place: the word of a legend itself, not what it is short for."""
    return tuple(each for each in found if not each.short) or found


def declarations(index: Occurrences, asked: tuple[Occurrence, ...]) -> tuple[Occurrence, ...]:
    """Where something is declared; the words of a table's own results where they are first given."""
    for declaring in (True, False):
        found = index.meaning_same(asked, declaring=declaring)
        declared = tuple(each for each in found if each.declares)
        if declared:
            return declared
    if not found:
        return ()
    table = found[0].meaning.of.removesuffix(" result")
    if table == found[0].meaning.of:
        return ()
    rows = index.env.rows if index.env is not None else {}
    place = rows[table].span if table in rows else None
    own = [
        each for each in found if place and each.span.path == place.path and place.start <= each.span.start < place.end
    ]
    return tuple(sorted(own, key=lambda each: each.span.start)[:1])


def in_file(index: Occurrences, span: Span) -> Span:
    """A place in a file that can be opened."""
    source = index.words.sources.get(span.path)
    return evolve(span, path=source.file) if source is not None and source.file else span


def node_of(graph: RuleGraph | None, meaning: Meaning) -> Any:
    """The node of what a name means; None for what has none of its own."""
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
            found = next((each for each in graph.fields if each.id == name), None)
            return found or next((each for each in graph.lists if each.id == name), None)
        case "option":
            return next((each for each in graph.options if each.name == name), None)
        case "board":
            return next((each for each in graph.boards if each.name == name), None)
        case "reroll":
            return next((each for each in graph.rerolls if each.name == name), None)
        case "game" | "overlay" | "record" | "member" | "variable" | "modifier":
            return None
        case "exception" | "step" | "choice" | "answer" | "short":
            return None
        case _:
            assert_never(meaning.kind)
