"""What a file looks like from afar: its outline, what can be folded, and names looked up in all files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.cli.server.findings import Telling
from bombsight.dsl.source import Source
from bombsight.service.language.folding import folds
from bombsight.service.language.links import links
from bombsight.service.language.open_workspaces import Spaces
from bombsight.service.language.outline import Entry, outline
from bombsight.service.language.selecting import selections

FOLDS = {
    "block": None,
    "chapter": types.FoldingRangeKind.Region,
    "comment": types.FoldingRangeKind.Comment,
}

MOST = 500
"""So many names are told of those that fit."""


def symbols(asked: Asked) -> list[types.DocumentSymbol]:
    """The outline of a file."""
    source = asked.document.source
    return [symbol(source, entry, asked.telling) for entry in outline(asked.room.space, asked.path)]


def symbol(source: Source, entry: Entry, telling: Telling) -> types.DocumentSymbol:
    """A line of an outline."""
    return types.DocumentSymbol(
        name=entry.name or entry.kind,
        detail=entry.detail,
        kind=types.SymbolKind[entry.kind],
        range=telling.ruler.range_of(source, entry.span),
        selection_range=telling.ruler.range_of(source, entry.head),
        children=[symbol(source, each, telling) for each in entry.below],
    )


def folding(source: Source) -> list[types.FoldingRange]:
    """What can be folded in a text."""
    return [types.FoldingRange(fold.first - 1, fold.last - 1, kind=FOLDS[fold.kind]) for fold in folds(source)]


def linked(asked: Asked) -> list[types.DocumentLink]:
    """The words of a file that lead somewhere."""
    return [
        types.DocumentLink(asked.range(link.span), link.address, link.told) for link in links(asked.room, asked.path)
    ]


def selection(asked: Asked, position: types.Position) -> types.SelectionRange:
    """The parts of a file around a place, each with the next larger one as its parent."""
    found: types.SelectionRange | None = None
    for span in reversed(selections(asked.room.space, asked.path, asked.offset(position))):
        found = types.SelectionRange(asked.range(span), found)
    return found or types.SelectionRange(types.Range(position, position))


def named(spaces: Spaces, query: str, telling: Telling) -> list[types.WorkspaceSymbol]:
    """What in all open rules has a name or a title with these letters in their order, the closest first."""
    found = [
        (
            closeness,
            entry.name,
            types.WorkspaceSymbol(place, entry.name, types.SymbolKind[entry.kind], container_name=of),
        )
        for entry, of, place in every(spaces, telling)
        if (closeness := closeness_of(query.lower(), f"{entry.name} {entry.detail}".lower())) is not None
    ]
    found.sort(key=lambda each: each[:2])
    return [each for _, _, each in islice(found, MOST)]


def every(spaces: Spaces, telling: Telling) -> Iterator[tuple[Entry, str, types.Location]]:
    """All that the outlines of all open rules name, each once, what it stands in, and its place."""
    seen = set()
    for room in spaces.rooms.values():
        for path, source in room.sources.items():
            if path in seen or source.path not in room.space.rules.sources:
                continue
            seen.add(path)
            for entry, of in flat(outline(room.space, path), ""):
                yield entry, of, types.Location(telling.address(path), telling.ruler.range_of(source, entry.head))


def flat(entries: Iterable[Entry], of: str) -> Iterator[tuple[Entry, str]]:
    """Entries and all below them, each with the name of what it stands in."""
    for entry in entries:
        yield entry, of
        yield from flat(entry.below, entry.name)


def closeness_of(query: str, text: str) -> int | None:
    """How close a text comes to what is looked for, 0 the closest; None where its letters do not stand in it so."""
    if text.startswith(query):
        return 0
    if query in text:
        return 1
    letters = iter(text)
    return 2 if all(letter in letters for letter in query) else None
