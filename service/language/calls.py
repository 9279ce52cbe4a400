"""Call hierarchy: what calls, rolls or reads a procedure, a table or a define, and what it calls itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import frozen

from bombsight.compiler.overlays.report import kind_and_name
from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source, Span
from bombsight.service.games.reading import whole_path
from bombsight.service.language.names import named_at, occurrences, references
from bombsight.service.language.outline import Entry, of_item
from bombsight.service.language.rule_configurations import Beside
from bombsight.service.language.workspace import Workspace

CALLED = ("procedure", "table", "define", "tally", "reroll")
"""The kinds of things that are called, or call."""


@frozen(eq=False)
class Party:
    """An item that calls or is called.

    Attributes:
        source: Its file.
        entry: It, as in an outline: name, title, kind, places.
    """

    source: Source
    entry: Entry

    @property
    def path(self) -> Path:
        """Its file's whole path."""
        return whole_path(self.source.file)


@frozen(eq=False)
class Call:
    """The calls between two items.

    Attributes:
        party: The other one: who calls, or who is called.
        spans: Where the calls stand, in the one that calls.
    """

    party: Party
    spans: tuple[Span, ...]


def party_at(space: Workspace, path: Path, offset: int) -> Party | None:
    """The item whose name stands at an offset, where it is declared or called; None where it is none that is called.

    Raises:
        KeyError: The file is none of the space's.
    """
    found = named_at(space, path, offset)
    if found is None or found.kind not in CALLED:
        return None
    return parties(space).get((found.kind, found.name))


def parties(space: Workspace) -> Mapping[tuple[str, str], Party]:
    """All items that are called, as written, by kind and name."""
    rules = space.rules
    found: dict[tuple[str, str], Party] = {}
    for path, file in rules.files.items():
        source = rules.sources.get(path)
        for item in file.items if source is not None else ():
            if source is not None and kind_and_name(item)[0] in CALLED:
                found.setdefault(kind_and_name(item), Party(source, of_item(source, item)))
    return found


def callers(space: Workspace, party: Party, more: Beside | None = None) -> Iterator[Call]:
    """What calls an item, in the order of the files.

    Args:
        space: The rules.
        party: The item.
        more: What lies beside the rules and counts as well: examples call, too.
    """
    files = {source.file: source for source in (*space.rules.sources.values(), *(more.tests if more else ()))}
    calls: dict[int, list[Span]] = {}
    items: dict[int, tuple[Source, ast.Item]] = {}
    for span in references(space, party.path, party.entry.head.start, declaration=False, more=more):
        source = files.get(span.path)
        item = item_around(space, source, span) if source is not None else None
        if source is not None and item is not None:
            calls.setdefault(id(item), []).append(span)
            items[id(item)] = source, item
    for key, spans in calls.items():
        source, item = items[key]
        yield Call(Party(source, of_item(source, item)), tuple(spans))


def called(space: Workspace, party: Party) -> Iterator[Call]:
    """What an item calls, each once, in the order in which it does so first."""
    item = item_around(space, party.source, party.entry.span)
    if item is None:
        return
    known = parties(space)
    spans: dict[tuple[str, str], dict[Span, None]] = {}
    for each in sorted(occurrences(space).of(item), key=lambda each: each.span.start):
        meaning: tuple[str, str] = (each.meaning.kind, each.meaning.name)
        if meaning in known and not each.declares:
            spans.setdefault(meaning, {})[each.span] = None
    for meaning, places in spans.items():
        yield Call(known[meaning], tuple(places))


def item_around(space: Workspace, source: Source, span: Span) -> ast.Item | None:
    """The item of a file of rules or of tests in which a place lies; None where none can be read."""
    file = space.rules.files.get(source.path)
    items: Iterable[ast.Item] = file.items if file is not None else parse(source).file.items
    return next((item for item in items if item.span.start <= span.start <= item.span.end), None)
