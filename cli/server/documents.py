"""The open documents of the editor, saved or not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import evolve, frozen
from lsprotocol import types

from bombsight.cli.server.positions import PositionMapper
from bombsight.dsl.files import normalize_line_ends
from bombsight.dsl.source import Source


@frozen
class Document:
    """One version of a document that is open in the editor."""

    uri: str
    path: Path
    version: int
    source: Source

    @classmethod
    def from_item(cls, item: types.TextDocumentItem, path: Path) -> Document:
        """Make a document from the item of a ``textDocument/didOpen`` notification."""
        return cls(item.uri, path, item.version, Source(str(path), normalize_line_ends(item.text)))

    def with_changes(
        self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int, mapper: PositionMapper
    ) -> Document:
        """Copy the document with successive changes applied to its text.

        Args:
            changes: The changes, each of a range or of the whole text.
            version: The new version number.
            mapper: The mapper of the changes' positions.
        """
        source = self.source
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                span = mapper.span_of(source, change.range)
                text = source.text[: span.start] + normalize_line_ends(change.text) + source.text[span.end :]
            else:
                text = normalize_line_ends(change.text)
            source = Source(source.path, text)
        return evolve(self, version=version, source=source)
