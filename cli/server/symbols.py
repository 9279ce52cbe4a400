"""Document structure: outline, folding ranges, links, selection ranges, workspace symbols."""

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
"""The maximum number of symbols in a response."""


def document_symbols(context: RequestContext) -> list[types.DocumentSymbol]:
    """The outline of a document."""
    source = context.document.source
    return [
        document_symbol(source, entry, context.converter) for entry in outline(context.workspace.space, context.path)
    ]


def document_symbol(source: Source, entry: OutlineEntry, converter: ProtocolConverter) -> types.DocumentSymbol:
    """Convert an outline entry to a document symbol."""
    return types.DocumentSymbol(
        name=entry.name or entry.kind,
        detail=entry.detail,
        kind=types.SymbolKind[entry.kind],
        range=converter.mapper.range_of(source, entry.span),
        selection_range=converter.mapper.range_of(source, entry.head),
        children=[document_symbol(source, each, converter) for each in entry.children],
    )


def folding_ranges(source: Source) -> list[types.FoldingRange]:
    """The folding ranges of a text."""
    return [
        types.FoldingRange(fold.first - 1, fold.last - 1, kind=FOLD_KINDS[fold.kind]) for fold in find_folds(source)
    ]


def document_links(context: RequestContext) -> list[types.DocumentLink]:
    """The links in a document."""
    return [
        types.DocumentLink(context.range_of(link.span), link.address, link.tooltip)
        for link in find_links(context.workspace, context.path)
    ]


def selection_range(context: RequestContext, position: types.Position) -> types.SelectionRange:
    """The nested selection ranges at a position, each with the next larger one as its parent."""
    selection_chain: types.SelectionRange | None = None
    for span in reversed(selection_ranges(context.workspace.space, context.path, context.offset_of(position))):
        selection_chain = types.SelectionRange(context.range_of(span), selection_chain)
    return selection_chain or types.SelectionRange(types.Range(position, position))


def workspace_symbols(spaces: OpenWorkspaces, query: str, converter: ProtocolConverter) -> list[types.WorkspaceSymbol]:
    """The symbols of all open rules whose name or title contains the query as a subsequence, the closest first."""
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
    """Yield each outline entry of all open rules once, with the name of its container and its location."""
    visited = set()
    for workspace in spaces.workspaces.values():
        for path, source in workspace.sources.items():
            if path in visited or source.path not in workspace.space.rules.sources:
                continue
            visited.add(path)
            for entry, of in flatten_entries(outline(workspace.space, path), ""):
                yield entry, of, types.Location(converter.uri_of(path), converter.mapper.range_of(source, entry.head))


def flatten_entries(entries: Iterable[OutlineEntry], container: str) -> Iterator[tuple[OutlineEntry, str]]:
    """Yield outline entries and their descendants, each with the name of its container."""
    for entry in entries:
        yield entry, container
        yield from flatten_entries(entry.children, entry.name)


def closeness_of(query: str, text: str) -> int | None:
    """Score how closely a text matches a query as a subsequence, 0 the closest; None if it does not."""
    if text.startswith(query):
        return 0
    if query in text:
        return 1
    letters = iter(text)
    return 2 if all(letter in letters for letter in query) else None
