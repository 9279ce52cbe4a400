"""What a file looks like from afar: its outline, what can be folded, and names looked up in all files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from lsprotocol import types

from bombsight.cli.server.findings import ProtocolConverter
from bombsight.cli.server.request_context import RequestContext
from bombsight.dsl.source import Source
from bombsight.service.language.folding import find_folds
from bombsight.service.language.links import find_links
from bombsight.service.language.open_workspaces import OpenWorkspaces
from bombsight.service.language.outline import OutlineEntry, outline
from bombsight.service.language.selection_ranges import selection_ranges

FOLD_KINDS = {
    "block": None,
    "chapter": types.FoldingRangeKind.Region,
    "comment": types.FoldingRangeKind.Comment,
}

MAX_SYMBOLS = 500
"""So many names are told of those that fit."""


def document_symbols(context: RequestContext) -> list[types.DocumentSymbol]:
    """The outline of a file."""
    source = context.document.source
    return [
        document_symbol(source, entry, context.converter) for entry in outline(context.workspace.space, context.path)
    ]


def document_symbol(source: Source, entry: OutlineEntry, converter: ProtocolConverter) -> types.DocumentSymbol:
    """A line of an outline."""
    return types.DocumentSymbol(
        name=entry.name or entry.kind,
        detail=entry.detail,
        kind=types.SymbolKind[entry.kind],
        range=converter.mapper.range_of(source, entry.span),
        selection_range=converter.mapper.range_of(source, entry.head),
        children=[document_symbol(source, each, converter) for each in entry.children],
    )


def folding_ranges(source: Source) -> list[types.FoldingRange]:
    """What can be folded in a text."""
    return [
        types.FoldingRange(fold.first - 1, fold.last - 1, kind=FOLD_KINDS[fold.kind]) for fold in find_folds(source)
    ]


def document_links(context: RequestContext) -> list[types.DocumentLink]:
    """The words of a file that lead somewhere."""
    return [
        types.DocumentLink(context.range_of(link.span), link.address, link.tooltip)
        for link in find_links(context.workspace, context.path)
    ]


def selection_range(context: RequestContext, position: types.Position) -> types.SelectionRange:
    """The parts of a file around a place, each with the next larger one as its parent."""
    selection_chain: types.SelectionRange | None = None
    for span in reversed(selection_ranges(context.workspace.space, context.path, context.offset_of(position))):
        selection_chain = types.SelectionRange(context.range_of(span), selection_chain)
    return selection_chain or types.SelectionRange(types.Range(position, position))


def workspace_symbols(spaces: OpenWorkspaces, query: str, converter: ProtocolConverter) -> list[types.WorkspaceSymbol]:
    """What in all open rules has a name or a title with these letters in their order, the closest first."""
    ranked = [
        (
            closeness,
            entry.name,
            types.WorkspaceSymbol(place, entry.name, types.SymbolKind[entry.kind], container_name=of),
        )
        for entry, of, place in all_entries(spaces, converter)
        if (closeness := closeness_of(query.lower(), f"{entry.name} {entry.detail}".lower())) is not None
    ]
    ranked.sort(key=lambda each: each[:2])
    return [each for _, _, each in islice(ranked, MAX_SYMBOLS)]


def all_entries(
    spaces: OpenWorkspaces, converter: ProtocolConverter
) -> Iterator[tuple[OutlineEntry, str, types.Location]]:
    """All that the outlines of all open rules name, each once, what it stands in, and its place."""
    visited = set()
    for workspace in spaces.workspaces.values():
        for path, source in workspace.sources.items():
            if path in visited or source.path not in workspace.space.rules.sources:
                continue
            visited.add(path)
            for entry, of in flatten_entries(outline(workspace.space, path), ""):
                yield entry, of, types.Location(converter.uri_of(path), converter.mapper.range_of(source, entry.head))


def flatten_entries(entries: Iterable[OutlineEntry], container: str) -> Iterator[tuple[OutlineEntry, str]]:
    """Entries and all below them, each with the name of what it stands in."""
    for entry in entries:
        yield entry, container
        yield from flatten_entries(entry.children, entry.name)


def closeness_of(query: str, text: str) -> int | None:
    """How close a text comes to what is looked for, 0 the closest; None where its letters do not stand in it so."""
    if text.startswith(query):
        return 0
    if query in text:
        return 1
    letters = iter(text)
    return 2 if all(letter in letters for letter in query) else None
