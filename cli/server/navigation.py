"""Navigation by names: definitions, references, highlights, renaming."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import evolve
from lsprotocol import types

from bombsight.cli.server.request_context import RequestContext
from bombsight.dsl.source import Source, Span
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.name_lookup import find_definitions, find_references
from bombsight.service.language.rename import rename, renameable_span
from bombsight.service.language.rule_configurations import SideFiles, read_side_files


def definition_locations(context: RequestContext, position: types.Position) -> list[types.Location]:
    """The locations of the declaration of the name at a position."""
    return locations_of(context, find_definitions(context.workspace.space, context.path, context.offset_of(position)))


def reference_locations(
    context: RequestContext, position: types.Position, includes_declaration: bool
) -> list[types.Location]:
    """The locations of references to the name at a position, also in the game's tests and scripts."""
    side_files = side_files_with_open_texts(context)
    spans = find_references(
        context.workspace.space, context.path, context.offset_of(position), includes_declaration, side_files
    )
    return locations_of(context, spans, side_files)


def document_highlights(context: RequestContext, position: types.Position) -> list[types.DocumentHighlight]:
    """The occurrences of the name at a position in its file: declarations as writes, others as reads."""
    space, offset = context.workspace.space, context.offset_of(position)
    declaring = {*find_definitions(space, context.path, offset)}
    kinds = types.DocumentHighlightKind
    return [
        types.DocumentHighlight(context.range_of(span), kinds.Write if span in declaring else kinds.Read)
        for span in find_references(space, context.path, offset)
        if context.is_in_document(span)
    ]


def prepare_rename(context: RequestContext, position: types.Position) -> types.PrepareRenamePlaceholder | None:
    """The range and text of the renamable name at a position; None if there is none."""
    span = renameable_span(context.workspace.space, context.path, context.offset_of(position))
    if span is None:
        return None
    return types.PrepareRenamePlaceholder(context.range_of(span), context.document.source.text[span.start : span.end])


def rename_edit(context: RequestContext, position: types.Position, new_name: str) -> types.WorkspaceEdit:
    """Make the protocol edit that renames the declaration named at a position, in every file.

    Raises:
        InputError: The new name is invalid.
    """
    workspace = context.workspace
    side_files = side_files_with_open_texts(context)
    sources = sources_by_path(context, side_files)
    by_file: dict[str, list[types.TextEdit]] = {}
    for edit in rename(workspace.space, context.path, context.offset_of(position), new_name, side_files):
        path = canonical_path(edit.span.path)
        place = context.converter.mapper.range_of(sources[path], edit.span)
        by_file.setdefault(context.converter.uri_of(path), []).append(types.TextEdit(place, edit.text))
    return types.WorkspaceEdit(by_file)


def sources_by_path(context: RequestContext, side_files: SideFiles) -> dict[Path, Source]:
    """Map absolute paths to the sources of a game's rules, tests and scripts."""
    return context.workspace.sources | {canonical_path(source.file): source for source in side_files.sources}


def side_files_with_open_texts(context: RequestContext) -> SideFiles:
    """The tests and scripts of a game, with the editor's unsaved texts in place of the files' contents."""
    side_files = read_side_files(context.workspace.space.request)
    own = {file.path: file for file in context.workspace.space.tests}
    tests = ({file.path: file for file in side_files.tests} | own).values()

    def with_open_text(source: Source) -> Source:
        """Copy a source with the editor's text, if the file is open."""
        return evolve(source, text=context.open_texts.get(canonical_path(source.file), source.text))

    return SideFiles(tuple(map(with_open_text, tests)), tuple(map(with_open_text, side_files.scripts)))


def locations_of(
    context: RequestContext, spans: Iterable[Span], side_files: SideFiles | None = None
) -> list[types.Location]:
    """Convert spans in a game's files to protocol locations."""
    sources = sources_by_path(context, side_files or SideFiles())
    return [place for span in spans if (place := context.converter.location_of(span, sources)) is not None]
